import { t } from '../../locales/locale.ts'
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
  cui: string | undefined
  onUpload: () => void
  onOpen: (id: string) => void
}

/** What goes on: the job under way, the filings, and what is left of the authority's limits today. */
export function ActivityView({ page, uploads, filings, cui, onUpload, onOpen }: Props) {
  return (
    <div class="activity">
      <section aria-label={t('job-now')}>
        <h2>{t('job-now')}</h2>
        {isSyncing(page) ? <SyncsRunning page={page} /> : <p class="muted">{t('job-none')}</p>}
      </section>
      <FilingsView page={page} uploads={uploads} filings={filings} cui={cui} onUpload={onUpload} onOpen={onOpen} />
      <StatusByIndex host={page.host} />
      <Limits page={page} cui={cui} />
    </div>
  )
}
