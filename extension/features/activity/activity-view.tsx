import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { type Batches, isOpen } from '../batches/batches.ts'
import { BatchesRunning } from '../batches/batches-running.tsx'
import type { Page } from '../page/page.ts'
import { isSyncing } from '../sync/both.ts'
import { SyncsRunning } from '../sync/sync-view.tsx'
import type { Filings } from '../uploads/filings.ts'
import { FilingsView } from '../uploads/filings-view.tsx'
import type { Uploads } from '../uploads/uploads.ts'
import { Limits } from './limits.tsx'
import { StatusByIndex } from './status-by-index.tsx'
import './activity.css'

type Props = {
  page: Page
  uploads: Uploads
  filings: Filings
  batches: Batches
  cui: string | undefined
  onUpload: () => void
  onOpen: (id: string) => void
  onBatch: (id: number) => void
}

/** What goes on: the jobs and lists under way, the filings, and what is left of the authority's limits today. */
export function ActivityView({ page, uploads, filings, batches, cui, onUpload, onOpen, onBatch }: Props) {
  const look = page.overview.value
  useEffect(() => {
    void batches.load()
    // whenever the page looked at the host anew
  }, [look, batches])
  const isIdle = !isSyncing(page) && !batches.items.value?.some(isOpen)
  return (
    <div class="activity">
      <section aria-label={t('job-now')}>
        <h2>{t('job-now')}</h2>
        <SyncsRunning page={page} />
        <BatchesRunning batches={batches} onOpen={onBatch} />
        {isIdle && <p class="muted">{t('job-none')}</p>}
      </section>
      <FilingsView page={page} uploads={uploads} filings={filings} cui={cui} onUpload={onUpload} onOpen={onOpen} />
      <StatusByIndex host={page.host} />
      <Limits page={page} cui={cui} />
    </div>
  )
}
