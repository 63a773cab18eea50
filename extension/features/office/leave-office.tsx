import { useSignal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'

type Props = { page: Page; waiting: number; onLeft: (unsent: number) => void }

/** Ends this seat, after listing what stays and what the office does not have yet. */
export function LeaveOffice({ page, waiting, onLeft }: Props) {
  const isAsking = useSignal(false)
  const { isBusy, error, run } = useCall()
  const leave = () =>
    run(async () => {
      isAsking.value = false
      const { unsent } = await page.host.request('office.leave', {})
      onLeft(unsent)
    })
  return (
    <>
      {isAsking.value ? (
        <Confirm
          label={t('office-leave')}
          question={`${t('office-leave-ask')}${waiting > 0 ? ` ${t('office-leave-waiting', { n: waiting })}` : ''}`}
          yes={t('office-leave')}
          onYes={() => void leave()}
          onNo={() => {
            isAsking.value = false
          }}
        />
      ) : (
        <div>
          <Button
            disabled={isBusy}
            onClick={() => {
              isAsking.value = true
            }}
          >
            {t('office-leave-open')}
          </Button>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
