import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Batches } from './batches.ts'
import { isOpen } from './batches.ts'
import { BATCH_WORDS, progressLabel } from './labels.ts'

/** Every list that is being checked, with how far it is and the way to it; nothing when none is. */
export function BatchesRunning({ batches, onOpen }: { batches: Batches; onOpen: (id: number) => void }) {
  return (
    <>
      {batches.items.value?.filter(isOpen).map(batch => (
        <div key={batch.id} class="sync-running">
          <ProgressBar
            label={`${batch.fileName}: ${batch.state === 'running' ? progressLabel(batch) : t(BATCH_WORDS[batch.state].word)}`}
            done={batch.requestsDone}
            total={batch.requestsTotal}
          />
          <Button label={t('batch-show-of', { name: batch.fileName })} onClick={() => onOpen(batch.id)}>
            {t('batch-show')}
          </Button>
        </div>
      ))}
    </>
  )
}
