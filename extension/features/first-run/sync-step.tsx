import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import type { Page } from '../page/page.ts'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'

/** The first sync, with its progress. */
export function SyncStep({ page }: { page: Page }) {
  return (
    <>
      <p>{t('first-sync-hint')}</p>
      {page.sync.running.value ? (
        <SyncsRunning page={page} />
      ) : (
        <div class="choices">
          <Button look="primary" onClick={() => void page.sync.start()}>
            {t('sync')}
          </Button>
        </div>
      )}
      <SyncOutcomes page={page} />
    </>
  )
}
