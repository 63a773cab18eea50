import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { daysUntil, formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Connection, daysLeft } from '../connection/efactura.tsx'
import { EfacturaButton } from '../connection/sign-in-button.tsx'
import { SignInOutcome } from '../connection/sign-in-outcome.tsx'
import type { Page } from '../page/page.ts'

type Step = 'idle' | 'testing' | 'accepted' | 'asking' | 'forgetting'

/** State of the sign-in, a test, and disconnecting, with its consequences. */
export function ConnectionSettings({ page, overview }: { page: Page; overview: Overview }) {
  const { auth } = overview
  const step = useSignal<Step>('idle')
  const error = useSignal<unknown>(undefined)
  /** Counts the steps that the user began: an answer to an earlier one is not shown. */
  const round = useRef(0)
  const begin = (next: Step) => {
    error.value = undefined
    step.value = next
    round.current += 1
    return round.current
  }
  const run = async (during: Step, work: () => Promise<unknown>, after: Step) => {
    const begun = begin(during)
    try {
      await work()
      if (begun === round.current) step.value = after
    } catch (problem) {
      if (begun !== round.current) return
      error.value = problem
      step.value = 'idle'
    }
  }
  const test = () => run('testing', () => page.host.request('auth.test', {}), 'accepted')
  const forget = () => run('forgetting', () => page.host.request('auth.forget', {}).then(() => page.changed()), 'idle')

  const isForgetting = step.value === 'forgetting'
  const until = auth.refreshExpiresAt
  return (
    <section>
      <h2>{t('settings-connection')}</h2>
      <p>
        {t('efactura')}: <Connection page={page} overview={overview} />
      </p>
      {auth.state === 'connected' && (
        <p class="muted numeric">
          {auth.serial && t('connection-serial', { serial: auth.serial })}{' '}
          {until !== null &&
            t('connection-until', {
              date: formatDayOf(locale.value, until),
              left: daysLeft(daysUntil(until, page.now.value)),
            })}{' '}
          {auth.signature === 'unchecked' && t('sign-in-unchecked')}
          {auth.signature === 'failed' && t('sign-in-signature-failed')}
        </p>
      )}
      <div class="choices">
        {auth.state === 'connected' ? (
          <>
            <Button disabled={step.value === 'testing' || isForgetting} onClick={() => void test()}>
              {t('test-connection')}
            </Button>
            <Button disabled={step.value === 'asking' || isForgetting} onClick={() => begin('asking')}>
              {t('disconnect')}
            </Button>
          </>
        ) : (
          <EfacturaButton again={auth.state === 'expired'} look="plain" />
        )}
      </div>
      <SignInOutcome page={page} />
      {step.value === 'accepted' && <Notice tone="good">{t('test-accepted')}</Notice>}
      {step.value === 'asking' && (
        <Confirm
          label={t('disconnect')}
          question={t('disconnect-confirm')}
          yes={t('disconnect-yes')}
          onYes={() => void forget()}
          onNo={() => begin('idle')}
        />
      )}
      {error.value !== undefined && <ErrorNotice error={error.value} />}
    </section>
  )
}
