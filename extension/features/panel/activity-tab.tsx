import { useEffect } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Limits } from '../limits/limits.tsx'
import { isOpen } from '../lookup/batches/batches.ts'
import { BatchesRunning } from '../lookup/batches/batches-running.tsx'
import { ArchiveFolder } from '../page/archive-folder.tsx'
import { useReveal } from '../rows/reveal.ts'
import { isSyncing } from '../sync/sync-all.ts'
import { SyncsRunning } from '../sync/sync-view.tsx'
import { TodayList } from '../today/today-list.tsx'
import { StatusByIndex } from '../uploads/status-by-index.tsx'
import { UploadListView } from '../uploads/upload-list-view.tsx'
import type { TabProps } from './panel-tabs.tsx'
import './activity-tab.css'

/** The dates that must not be missed, running jobs and batches, the uploads, and the rest of today's limits of the authority. */
export function ActivityTab({ page, view, overview }: TabProps) {
  const { uploadDrafts, uploadList } = view
  const { batches } = view.lookups
  const { cui } = view.list.query.value
  useEffect(() => {
    void batches.load()
    void uploadList.load()
    // after each poll of the host: colleagues and other programs upload too
  }, [overview, batches, uploadList])
  useReveal(view.reveal)
  const isIdle = !isSyncing(page) && !batches.items.value?.some(isOpen)
  return (
    <div class="activity">
      <TodayList today={view.today} cui={cui} onOpen={view.follow} />
      <section aria-label={t('job-now')}>
        <h2>{t('job-now')}</h2>
        <SyncsRunning page={page} />
        <BatchesRunning batches={batches} onOpen={view.openBatch} />
        {isIdle && <p class="muted">{t('job-none')}</p>}
      </section>
      <UploadListView
        page={page}
        uploadDrafts={uploadDrafts}
        uploadList={uploadList}
        cui={cui}
        onUpload={view.openUploads}
        onOpen={view.openInvoice}
      />
      <StatusByIndex host={page.host} />
      <Limits page={page} cui={cui} />
      <p>
        <ArchiveFolder page={page} />
      </p>
    </div>
  )
}
