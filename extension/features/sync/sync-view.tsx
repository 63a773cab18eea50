import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Job, SyncProgress } from '../../../shared/protocol/jobs.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { failureBody } from '../../host/failure.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { CertificateNeeded } from '../connection/certificate-needed.tsx'
import { isSpvVisitOpen, SpvButton, SpvFailure } from '../connection/spv-session.tsx'
import type { Page } from '../page/page.ts'
import { type Sync, waitsForSession } from '../page/sync.ts'
import { syncable } from './sync-all.ts'
import { unsynced, unsyncedWords } from './unsynced.ts'
import './sync.css'

/** How long to mention a stopped sync, in milliseconds. */
const STOPPED_NEWS = 5 * 60_000
/** Failures that only a new sign-in can fix. */
const SESSION_CODES: readonly ErrorBody['code'][] = ['auth-required', 'session-expired']

/** Whether the companies and documents that failed are named, only counted, or left to another place on the page. */
type Shortfall = 'listed' | 'counted' | 'none'

/** The sync of a line; the mailbox's line names it. */
type What = 'invoices' | 'mailbox'

/** The running syncs with their progress and a stop button; draws nothing when none runs. */
export function SyncsRunning({ page }: { page: Page }) {
  return (
    <>
      {page.sync.running.value &&
        (needsCertificate(page) ? <CertificateNeeded page={page} /> : <SyncRunning sync={page.sync} what="invoices" />)}
      {page.mailSync.running.value &&
        (waitsForSession(page) ? <SessionNeeded page={page} /> : <SyncRunning sync={page.mailSync} what="mailbox" />)}
    </>
  )
}

/**
 * Outcomes of the last syncs that need attention: a failure, a stop and, with `shortfalls`, the companies and documents that
 * failed.
 */
export function SyncOutcomes({ page, shortfalls = 'listed' }: { page: Page; shortfalls?: Shortfall }) {
  const overview = page.overview.value
  const invoices = failureOf(page.sync, overview?.job)
  const mail = failureOf(page.mailSync, overview?.mailbox.job)
  // A network failure, or ANAF's, fails both: shown once, with the retry of the invoices' sync.
  const isSame = invoices !== undefined && mail !== undefined && wordsOf(invoices) === wordsOf(mail)
  return (
    <>
      <SyncOutcome page={page} sync={page.sync} job={overview?.job} shortfalls={shortfalls} />
      {!isSame && <SyncOutcome page={page} sync={page.mailSync} job={overview?.mailbox.job} shortfalls={shortfalls} />}
    </>
  )
}

/** Why a sync failed: it could not begin, or its latest job failed. */
function failureOf({ error, running }: Sync, job: Job | null | undefined): ErrorBody | undefined {
  if (error.value !== undefined) return failureBody(error.value)
  return running.value || job?.state !== 'failed' ? undefined : (job.error ?? undefined)
}

const wordsOf = (body: ErrorBody): string => {
  const { what, next } = describeBody(body, locale.value)
  return `${what} ${next}`
}

/** Whether the sync of e-invoices waits until the certificate is chosen again (E-28). */
function needsCertificate({ sync, overview, isCertificateChosen }: Page): boolean {
  const isWaiting = sync.progress.value?.phase === 'certificate-needed' || sync.progress.value === null
  return overview.value?.profile.access === 'certificate' && !isCertificateChosen.value && isWaiting
}

function SyncRunning({ sync, what }: { sync: Sync; what: What }) {
  const progress = sync.progress.value
  const listing = progress?.phase === 'listing'
  const words = progressLabel(progress)
  return (
    <div class="sync-running">
      <ProgressBar
        label={what === 'mailbox' ? t('mail-sync-of', { what: words }) : words}
        done={(listing ? progress.companiesListed : progress?.done) ?? 0}
        total={(listing ? progress.companies : progress?.total) ?? 0}
      />
      <Button onClick={() => void sync.stop()}>{t('stop')}</Button>
    </div>
  )
}

/** The sync waits for a session and then continues by itself; only a click begins a sign-in (G-12). */
function SessionNeeded({ page }: { page: Page }) {
  const isTrying = isSpvVisitOpen(page)
  return (
    <>
      <Notice tone="wait">
        <span class="notice-what">{t('session-needed')}</span>
        <span>{t(isTrying ? 'sign-in-waiting' : 'session-needed-hint')}</span>
        <div class="choices">
          <SpvButton look={isTrying ? 'plain' : 'primary'} again={isTrying} />
          <Button onClick={() => void page.mailSync.stop()}>{t('stop')}</Button>
        </div>
      </Notice>
      <SpvFailure page={page} />
    </>
  )
}

type OutcomeProps = { page: Page; sync: Sync; job: Job | null | undefined; shortfalls: Shortfall }

function SyncOutcome({ page, sync, job, shortfalls }: OutcomeProps) {
  if (sync.error.value !== undefined) return <Failed page={page} sync={sync} body={failureBody(sync.error.value)} />
  if (!job || sync.running.value) return null
  if (job.state === 'interrupted' && job.progress?.phase === 'certificate-needed') return null
  if (job.state === 'interrupted') return <Notice tone="wait">{t('sync-interrupted')}</Notice>
  if (job.state === 'cancelled') {
    const fresh = page.now.value - (job.endedAt ?? 0) < STOPPED_NEWS
    return fresh ? <Notice tone="idle">{t('sync-stopped')}</Notice> : null
  }
  if (job.error) return <Failed page={page} sync={sync} body={job.error} />
  return shortfalls === 'none' ? null : <Shortfalls job={job} page={page} isListed={shortfalls === 'listed'} />
}

/** The failure with a retry button. Without it when only a sign-in helps: the session's own line has that button. */
function Failed({ page, sync, body }: { page: Page; sync: Sync; body: ErrorBody }) {
  const isWaiting = SESSION_CODES.includes(body.code) && !syncable(page).includes(sync)
  const action = isWaiting ? undefined : { label: t('retry'), run: () => void sync.start() }
  return <FailureNotice failure={describeBody(body, locale.value)} action={action} />
}

function Shortfalls({ job, page, isListed }: { job: Job; page: Page; isListed: boolean }) {
  const result = job.result
  if (!result) return null
  const names = new Map(page.overview.value?.companies.map(({ cui, name }) => [cui, name]))
  const denied = result.companies.filter(({ error }) => error?.code === 'no-rights')
  const reasons = result.companies.flatMap(({ cui, error, failures }) => {
    const bodies = [...(error && error.code !== 'no-rights' ? [error] : []), ...failures.map(failure => failure.error)]
    const whats = new Set(bodies.map(body => describeBody(body, locale.value).what))
    return [...whats].map(what => `${names.get(cui) ?? cui}: ${what}`)
  })
  const errors = isListed ? [] : unsynced(job)
  const unread = result.unread.map(body => describeBody(body, locale.value))
  const isWhole = [unread, reasons, denied].every(({ length }) => length === 0) && result.failed + result.expired === 0
  if (isWhole) return null
  return (
    <Notice tone="wait">
      {result.failed > 0 && <span class="notice-what">{t('sync-failed-some', { n: result.failed })}</span>}
      {result.expired > 0 && (
        <span class="notice-what">
          {t(job.kind === 'mailbox' ? 'mail-refused-some' : 'sync-expired-some', { n: result.expired })}
        </span>
      )}
      {errors.length > 0 && <span class="sentence">{unsyncedWords(errors)}</span>}
      {denied.length > 0 && !isListed && <span class="sentence">{t('companies-denied', { n: denied.length })}</span>}
      {denied.length > 0 && isListed && (
        <details>
          <summary>
            <span class="sentence">{t('companies-denied', { n: denied.length })}</span>
          </summary>
          {denied.map(({ cui }) => names.get(cui) ?? cui).join(', ')}
        </details>
      )}
      {isListed && reasons.length > 0 && (
        <ul class="sync-reasons">
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {isListed && unread.map(({ what, next }) => <span key={what}>{`${what} ${next}`}</span>)}
    </Notice>
  )
}

function progressLabel(progress: SyncProgress | null): string {
  if (!progress) return t('sync-starting')
  if (progress.phase === 'paused') {
    const { pausedUntil } = progress
    return pausedUntil === undefined
      ? t('sync-paused')
      : t('sync-paused-until', { when: formatMoment(locale.value, pausedUntil) })
  }
  if (progress.phase === 'listing') {
    return t('sync-listing', { done: progress.companiesListed, n: progress.companies })
  }
  return t('sync-downloading', { done: progress.done, total: progress.total })
}
