import { useSignal } from '@preact/signals'
import type { OfficeState } from '../../../shared/protocol/office.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'

type Props = { page: Page; onChanged: (office: OfficeState) => void }

/** Gives this seat its access key for the office's S3 store. The secret goes to the host and is not kept. */
export function StorageKey({ page, onChanged }: Props) {
  const [keyId, keySecret, isTried] = [useSignal(''), useSignal(''), useSignal(false)]
  const { isBusy, error, run } = useCall()
  const isMissing = (text: string) => (isTried.value && text.trim() === '' ? t('field-required') : undefined)
  const give = () => {
    isTried.value = true
    const objectStore = { accessKeyId: keyId.value.trim(), secretAccessKey: keySecret.value.trim() }
    if (!objectStore.accessKeyId || !objectStore.secretAccessKey) return
    keySecret.value = ''
    isTried.value = false
    void run(async () => onChanged(await page.host.request('office.keep', { objectStore })))
  }
  return (
    <form
      class="office-more"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        give()
      }}
    >
      <TextField label={t('office-s3-key')} problem={isMissing(keyId.value)} text={keyId} />
      <TextField label={t('office-s3-secret')} problem={isMissing(keySecret.value)} text={keySecret} kind="password" />
      <div>
        <Button type="submit" disabled={isBusy}>
          {t('office-s3-give')}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </form>
  )
}
