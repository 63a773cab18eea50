import type { Job, SyncProgress } from '../../../shared/protocol/jobs.ts'
import { describeBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, FailureNotice, Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Page } from '../page/page.ts'
import './sync.css'

/** How long a stopped sync is worth a word, in milliseconds. */
const STOPPED_NEWS = 5 * 60_000

/** The running sync with its counts, and the way to stop it. */
export function SyncRunning({ page }: { page: Page }) {
  const progress = page.sync.progress.value
  const listing = progress?.phase === 'listing'
  return (
    <div class="sync-running">
      <ProgressBar
        label={progressWords(progress)}
        done={(listing ? progress.companiesListed : progress?.done) ?? 0}
        total={(listing ? progress.companies : progress?.total) ?? 0}
      />
      <Button onClick={() => void page.sync.stop()}>{t('stop')}</Button>
    </div>
  )
}

/** How the last sync ended, as far as that asks for attention: failures of companies or documents, or a stop. */
export function SyncOutcome({ page }: { page: Page }) {
  const job = page.overview.value?.job
  const { error } = page.sync
  if (error.value) {
    return <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void page.sync.start() }} />
  }
  if (!job || page.sync.running.value) return null
  if (job.state === 'interrupted') return <Notice tone="wait">{t('sync-interrupted')}</Notice>
  if (job.state === 'cancelled') {
    const fresh = page.now.value - (job.endedAt ?? 0) < STOPPED_NEWS
    return fresh ? <Notice tone="idle">{t('sync-stopped')}</Notice> : null
  }
  if (job.error) {
    const failure = describeBody(job.error, locale.value)
    return <FailureNotice failure={failure} action={{ label: t('retry'), run: () => void page.sync.start() }} />
  }
  return <Shortfalls job={job} page={page} />
}

function Shortfalls({ job, page }: { job: Job; page: Page }) {
  const result = job.result
  if (!result) return null
  const names = new Map(page.overview.value?.companies.map(({ cui, name }) => [cui, name]))
  const reasons = result.companies.flatMap(({ cui, error, failures }) => {
    const bodies = [...(error ? [error] : []), ...failures.map(failure => failure.error)]
    const whats = new Set(bodies.map(body => describeBody(body, locale.value).what))
    return [...whats].map(what => `${names.get(cui) ?? cui}: ${what}`)
  })
  if (reasons.length === 0 && result.failed === 0 && result.expired === 0) return null
  return (
    <Notice tone="wait">
      {result.failed > 0 && <span class="notice-what">{t('sync-failed-some', { n: result.failed })}</span>}
      {result.expired > 0 && <span class="notice-what">{t('sync-expired-some', { n: result.expired })}</span>}
      {reasons.length > 0 && (
        <ul class="sync-reasons">
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function progressWords(progress: SyncProgress | null): string {
  if (!progress) return t('sync-starting')
  if (progress.phase === 'paused') return t('sync-paused')
  if (progress.phase === 'listing') {
    return t('sync-listing', { done: progress.companiesListed, total: progress.companies })
  }
  return t('sync-downloading', { done: progress.done, total: progress.total })
}
