import { useSignal } from '@preact/signals'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { OfficeState } from '../../../shared/protocol/office.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { failureBody } from '../../host/failure.ts'
import { formatDecimal } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, FailureNotice, Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { Conflicts } from './conflicts.tsx'
import { KeptChoice } from './kept-choice.tsx'
import { Seats } from './seats.tsx'
import { StorageKey } from './storage-key.tsx'

/** Problems of the store that another access key can solve. */
const KEY_REASONS = new Set<unknown>(['office-storage-key', 'office-storage'])
const reasonOf = (error: unknown): unknown => error !== undefined && failureBody(error).details.reason

type Props = {
  page: Page
  office: OfficeState
  onChanged: (office: OfficeState | null) => void
}

/** The office as this seat sees it: reachability, pending changes, the other seats, and this seat's rights. */
export function OfficePresent({ page, office, onChanged }: Props) {
  const { url, seat, problem, storageProblem, waiting, shared, conflicts } = office
  const exchanged = useSignal<ResultOf<'office.exchange'> | undefined>(undefined)
  const { isBusy, error, run } = useCall()
  const needsKey = KEY_REASONS.has(storageProblem?.details.reason) || KEY_REASONS.has(reasonOf(error))
  const exchange = () =>
    run(async () => {
      exchanged.value = await page.host.request('office.exchange', {})
      onChanged(await page.host.request('office.status', {}))
      await page.changed()
    })
  return (
    <>
      <dl class="facts">
        <dt>{t('office-seat')}</dt>
        <dd>{seat}</dd>
        <dt>{t('office-reach')}</dt>
        <dd>
          <Status tone={problem ? 'wait' : 'good'}>{t(problem ? 'office-away' : 'office-reached')}</Status>
        </dd>
        <dt>{t('office-address')}</dt>
        <dd>
          <code>{url}</code>
        </dd>
        <dt>{t('office-waiting')}</dt>
        <dd class="numeric">{waiting === 0 ? t('office-waiting-none') : t('office-waiting-count', { n: waiting })}</dd>
        {shared && (
          <>
            <dt>{t('office-shared')}</dt>
            <dd class="numeric">
              {t('office-shared-documents', { n: shared.documents })} ·{' '}
              {formatDecimal(locale.value, (shared.bytes / 1_000_000).toFixed(1))} MB ·{' '}
              {t('office-shared-filings', { n: shared.filings })}
            </dd>
          </>
        )}
      </dl>
      {problem && <FailureNotice failure={describeBody(problem, locale.value)} tone="wait" />}
      {storageProblem && <FailureNotice failure={describeBody(storageProblem, locale.value)} tone="wait" />}
      {needsKey && <StorageKey page={page} onChanged={onChanged} />}
      <div class="choices">
        <Button disabled={isBusy} onClick={() => void exchange()}>
          {t(isBusy ? 'office-exchanging' : 'office-exchange')}
        </Button>
      </div>
      {exchanged.value && !isBusy && error === undefined && (
        <Notice tone="good">{t('office-exchanged', { ...exchanged.value })}</Notice>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <Conflicts conflicts={conflicts} />
      <KeptChoice page={page} kept={office.documents} onChanged={onChanged} />
      {problem === null && <Seats page={page} seats={office.seats} onChanged={onChanged} />}
    </>
  )
}
