import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DeclarationStatusPageContent } from '../../../shared/pages/declaration-status-pages.ts'
import { tellBackground } from '../../browser/messages.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { Page } from '../page/page.ts'
import type { ReceiptRun } from './receipt-run.ts'
import { receiptRunStore } from './receipt-run-store.ts'
import { rowsToSave } from './receipts-to-save.ts'

/** How long to show the outcome of a run, in milliseconds. */
const NEWS = 15 * 60_000

/** On the declaration status page: one click saves all receipts of its table (D-11). */
export function TableReceipts({ page, content }: { page: Page; content: DeclarationStatusPageContent }) {
  const run = useSignal<ReceiptRun | undefined>(undefined)
  useEffect(() => {
    void receiptRunStore.watch(found => {
      run.value = found
    })
  }, [run])
  if (content.kind !== 'found') return <p class="muted">{t(wordOf(content.kind))}</p>
  const { cui, rows } = content
  const toSave = rowsToSave(rows)
  const linked = toSave.filter(({ hasReceipt }) => hasReceipt).length
  if (cui === null) return <p class="muted">{t('status-page-company')}</p>
  const isRunning = run.value?.phase === 'running'
  return (
    <>
      <p class="numeric">{linked === 0 ? t('receipts-in-table-none') : t('receipts-in-table', { n: linked })}</p>
      {toSave.length > 0 && !isRunning && (
        <Button
          look="primary"
          onClick={() => void tellBackground({ tell: 'save-receipts', receipts: { cui, rows: toSave } })}
        >
          {t('receipts-all')}
        </Button>
      )}
      {run.value && (isRunning || isRecent(run.value, cui, page.now.value)) && <RunState run={run.value} />}
    </>
  )
}

/** Whether to show the last run: only for its own company, and only for a while. */
const isRecent = (run: ReceiptRun, cui: string, now: number): boolean => run.cui === cui && now - run.startedAt < NEWS

function RunState({ run }: { run: ReceiptRun }) {
  const { done, total, saved, unavailable, failed } = run
  return (
    <>
      {run.phase === 'running' && (
        <div class="sync-running">
          <ProgressBar label={t('receipts-running', { done, total })} done={done} total={total} />
          <Button onClick={() => void tellBackground({ tell: 'stop-receipts' })}>{t('stop')}</Button>
        </div>
      )}
      {run.phase === 'stopped' && <Notice tone="wait">{t('receipts-stopped', { done, total })}</Notice>}
      {run.phase === 'stopped' && run.error && <FailureNotice failure={describeBody(run.error, locale.value)} />}
      {run.phase !== 'running' && saved.length > 0 && (
        <Notice tone="good">{t('receipts-saved', { n: saved.length })}</Notice>
      )}
      {unavailable.length > 0 && (
        <Notice tone="wait">
          <span class="tab-indexes numeric">
            {t('receipts-gone', { n: unavailable.length, indexes: unavailable.join(', ') })}
          </span>
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="bad">
          <span class="tab-indexes numeric">
            {t('receipts-failed', {
              n: failed.length,
              indexes: failed.map(({ uploadIndex }) => uploadIndex).join(', '),
            })}
          </span>
          <ul class="sync-reasons">
            {[...new Set(failed.map(({ error }) => describeBody(error, locale.value).what))].map(what => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function wordOf(kind: Exclude<DeclarationStatusPageContent['kind'], 'found'>) {
  switch (kind) {
    case 'query-form':
    case 'invalid-input':
      return 'status-page-query'
    case 'not-found':
      return 'status-page-none'
    case 'unknown':
      return 'status-page-unknown'
  }
}
