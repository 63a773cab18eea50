import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Batch, BatchFilter, type BatchRow } from '../../../../shared/protocol/registers/batches.ts'
import type { HostClient } from '../../../host/client.ts'
import { describeBody } from '../../../host/describe-failure.ts'
import { formatDay, formatMoment } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { DetailHead } from '../../../ui/detail-head.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { ErrorNotice, FailureNotice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Page } from '../../page/page.ts'
import { ListBox } from '../../rows/list-box.tsx'
import { createPages } from '../../rows/pages.ts'
import type { Lookups } from '../panel/lookups.ts'
import { isOpen } from './batches.ts'
import { Export } from './export.tsx'
import { BATCH_WORDS, progressLabel, rowSummary } from './labels.ts'
import './batches.css'

/** A batch: progress, actions, and its rows with the registers' answers (P-09). */
export function BatchDetail({ id, page, lookups }: { id: number; page: Page; lookups: Lookups }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const only = useSignal<BatchFilter>('all')
  const batch = lookups.batches.items.value?.find(each => each.id === id)
  if (!batch) return null
  return (
    <article class="batch" aria-label={t('batch')}>
      <div class="batch-top">
        <DetailHead heading={heading} title={batch.fileName} onBack={lookups.back} />
        <p class="batch-facts numeric">
          <Status tone={BATCH_WORDS[batch.state].tone}>{t(BATCH_WORDS[batch.state].word)}</Status>
          <span class="muted">
            {batch.registers.map(register => t(`register-${register}`)).join(', ')} ·{' '}
            {t('lookup-for-day', { day: formatDay(locale.value, batch.day) })}
          </span>
          {batch.endedAt !== null && (
            <span class="muted">{t('batch-ended', { when: formatMoment(locale.value, batch.endedAt) })}</span>
          )}
        </p>
        {isOpen(batch) && (
          <ProgressBar label={progressLabel(batch)} done={batch.requestsDone} total={batch.requestsTotal} />
        )}
        {batch.error && <FailureNotice failure={describeBody(batch.error, locale.value)} />}
        {lookups.batches.error.value !== undefined && <ErrorNotice error={lookups.batches.error.value} />}
        <Actions batch={batch} page={page} lookups={lookups} only={only} />
      </div>
      <Rows batch={batch} page={page} lookups={lookups} only={only} />
    </article>
  )
}

type Props = { batch: Batch; page: Page; lookups: Lookups; only: Signal<BatchFilter> }

function Actions({ batch, page, lookups, only }: Props) {
  const removing = useSignal(false)
  const { id, state } = batch
  const { cancel, resume, remove } = lookups.batches
  if (removing.value) {
    return (
      <Confirm
        label={t('batch-remove')}
        question={t('batch-remove-question', { name: batch.fileName })}
        yes={t('batch-remove')}
        onYes={() => {
          void remove(id)
          lookups.back()
        }}
        onNo={() => {
          removing.value = false
        }}
      />
    )
  }
  return (
    <div class="batch-actions">
      {isOpen(batch) && <Button onClick={() => void cancel(id)}>{t('stop')}</Button>}
      {(state === 'cancelled' || state === 'failed') && (
        <Button look="primary" onClick={() => void resume(id)}>
          {t('batch-resume')}
        </Button>
      )}
      <Export host={page.host} id={id} only={only.value} look={state === 'done' ? 'primary' : 'plain'} />
      {!isOpen(batch) && (
        <Button
          look="link"
          onClick={() => {
            removing.value = true
          }}
        >
          {t('batch-remove')}
        </Button>
      )}
    </div>
  )
}

function Rows({ batch, page: { host }, lookups, only }: Props) {
  const counts = useCounts(batch, host)
  const pages = useMemo(
    () =>
      createPages<BatchRow>((offset, limit) =>
        host.request('batches.rows', { id: batch.id, only: only.value, offset, limit }),
      ),
    [host, batch.id, only],
  )
  useEffect(() => void pages.begin(), [pages, only.value])
  useEffect(() => {
    if (pages.total.value !== undefined) void pages.reload()
    // after each further answer
  }, [pages, batch.requestsDone, batch.state])

  const error = pages.error.value
  return (
    <>
      <fieldset class="filters">
        <legend class="visually-hidden">{t('filters')}</legend>
        {BatchFilter.options.map(each => (
          <FilterChip
            key={each}
            label={t(`batch-only-${each}`)}
            count={counts.value[each]}
            pressed={only.value === each}
            onClick={() => {
              only.value = each
            }}
          />
        ))}
        <span class="filters-count muted numeric" aria-live="polite">
          {pages.total.value !== undefined && t('batch-rows', { n: pages.total.value })}
        </span>
      </fieldset>
      {error !== undefined && (
        <div class="list-notice">
          <ErrorNotice error={error} action={{ label: t('retry'), run: () => void pages.reload() }} />
        </div>
      )}
      {pages.total.value === 0 ? (
        <EmptyState title={t('batch-none-fits')} hint={t('batch-none-fits-hint')} />
      ) : (
        <ListBox
          id="batch-rows"
          label={t('batch-rows-label')}
          total={pages.total.value}
          isBeginning={pages.isBeginning.value}
          itemAt={index => pages.items.value.get(index)}
          keyOf={({ row }) => String(row)}
          isSelected={() => false}
          onOpen={({ lookup }) => lookup && lookups.open(lookup.cui, batch.day)}
          onView={(from, to) => void pages.need(from, to)}
          begun={pages.begun.value}
        >
          {row => <Row row={row} isAsking={isOpen(batch)} />}
        </ListBox>
      )}
    </>
  )
}

/** The number of rows that each filter leaves, counted again after each further answer. */
function useCounts(batch: Batch, host: HostClient) {
  const counts = useSignal<Partial<Record<BatchFilter, number>>>({})
  useEffect(() => {
    let isLate = false
    const asked = BatchFilter.options.map(async only => {
      const { total } = await host.request('batches.rows', { id: batch.id, only, limit: 1 })
      return [only, total] as const
    })
    Promise.all(asked).then(
      found => {
        if (!isLate) counts.value = Object.fromEntries(found)
      },
      // The list shows the host's failure.
      error => console.warn('recipisa:', error),
    )
    return () => {
      isLate = true
    }
  }, [batch.id, batch.requestsDone, batch.state, host, counts])
  return counts
}

function Row({ row, isAsking }: { row: BatchRow; isAsking: boolean }) {
  const { name, state } = rowSummary(row, isAsking)
  const { lookup, duplicateOf } = row
  return (
    <>
      <div class="row-line">
        <span class="row-who">{name || row.text.trim() || t('none')}</span>
        <Status tone={state.tone}>{state.text}</Status>
      </div>
      <div class="row-line">
        <span class="row-which muted numeric">
          {t('batch-row', { n: row.row })}
          {lookup && ` · ${lookup.cui}`}
          {lookup && !lookup.hasValidCheckDigit && ` · ${t('lookup-check-digit-short')}`}
          {duplicateOf !== null && ` · ${t('batch-duplicate-of', { n: duplicateOf })}`}
        </span>
      </div>
    </>
  )
}
