import { formatAgo, formatSpan } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import { ListBox } from '../../rows/list-box.tsx'
import type { Lookups } from '../panel/lookups.ts'
import { BATCH_WORDS } from './labels.ts'

/** The batches, running and ended. */
export function BatchList({ page, lookups }: { page: Page; lookups: Lookups }) {
  const { items, error, load } = lookups.batches
  const batches = items.value
  const open = lookups.pane.value?.is === 'batch' ? lookups.pane.value.id : undefined
  return (
    <>
      {error.value !== undefined && (
        <div class="list-notice">
          <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void load() }} />
        </div>
      )}
      {batches?.length === 0 ? (
        <EmptyState title={t('batch-empty')} hint={t('batch-empty-hint')}>
          <Button onClick={lookups.openDraft}>{t('batch-new')}</Button>
        </EmptyState>
      ) : (
        <ListBox
          id="batch-list"
          label={t('lookup-batches')}
          total={batches?.length}
          itemAt={index => batches?.[index]}
          keyOf={({ id }) => `batch-${id}`}
          isSelected={({ id }) => id === open}
          onOpen={({ id }) => lookups.openBatch(id)}
        >
          {batch => (
            <>
              <div class="row-line">
                <span class="row-who">{batch.fileName}</span>
                <Status tone={BATCH_WORDS[batch.state].tone}>{t(BATCH_WORDS[batch.state].word)}</Status>
              </div>
              <div class="row-line">
                <span class="row-which muted numeric">
                  {t('batch-rows', { n: batch.rows })} ·{' '}
                  {batch.timeLeft === null
                    ? formatAgo(locale.value, batch.createdAt, page.now.value, 'short')
                    : t('batch-left', { time: formatSpan(locale.value, batch.timeLeft) })}
                </span>
              </div>
            </>
          )}
        </ListBox>
      )}
    </>
  )
}
