import { useSignal } from '@preact/signals'
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LostTexts } from '../../ui/fields/lost-texts.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { LedgerView } from '../books/ledger/ledger-view.tsx'
import { ChartsView } from '../charts/charts-view.tsx'
import { FirstSteps } from '../first-run/first-steps.tsx'
import { HostProblem } from '../page/host-problem.tsx'
import { nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { SyncsRunning } from '../sync/sync-view.tsx'
import { UploadDraftsView } from '../uploads/upload-drafts-view.tsx'
import { firstView } from './address.ts'
import { Chips } from './chips.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DataTable } from './data-table.tsx'
import { DeskHead } from './desk-head.tsx'
import type { DeskState } from './desk-state.ts'
import { Detail } from './detail.tsx'
import { ExportsBar } from './exports-bar.tsx'
import { Groups } from './groups.tsx'
import { KeysHelp } from './keys-help.tsx'
import { MoreFilters } from './more-filters.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { ALL, NONE, selecting, toggled } from './selection.ts'
import { BookExport, SelectionBar } from './selection-bar.tsx'
import { Totals } from './totals.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { resizeColumn, shownOf } from './use-layout.ts'
import './desk.css'
import '../rows/rows.css'
import '../rows/filings.css'

/** The desk: all documents of the office in wide tables, in its own tab (W-01). */
export function Desk({ page, desk }: { page: Page; desk: DeskState }) {
  const { table, charts, open, cui, filters } = desk.view.value
  const help = useSignal(false)
  const uploading = desk.uploadDrafts.open.value
  const hasDetail = open !== undefined && table !== 'companies' && !charts
  const overview = page.overview.value
  useEffect(() => {
    document.title = `Recipisa · ${t('desk')}`
  }, [t('desk')])
  useEffect(() => {
    if (table === 'uploads') void desk.uploadList.load()
    // also after each poll of the host: colleagues and other programs upload too
  }, [table, desk, overview])
  return (
    <div class="desk">
      <DeskHead page={page} desk={desk} onHelp={() => (help.value = true)} />
      <main class={`desk-main${hasDetail ? ' has-detail' : ''}`}>
        <section class="desk-list" id="desk-table" role="tabpanel" aria-labelledby={`tab-${charts ? 'charts' : table}`}>
          <SyncsRunning page={page} />
          {page.failure.value !== undefined && <HostProblem page={page} />}
          <LostTexts />
          {charts ? (
            <ChartsView
              page={page}
              cui={cui}
              filters={filters}
              onFilters={next => desk.go({ filters: next })}
              onInvoices={lead => desk.go({ ...firstView('invoices'), cui, ...lead }, true)}
            />
          ) : uploading ? (
            <UploadDraftsView page={page} uploadDrafts={desk.uploadDrafts} uploadList={desk.uploadList} />
          ) : table === 'invoices' && desk.ledger.open.value ? (
            <LedgerView
              host={page.host}
              ledger={desk.ledger}
              companies={page.overview.value?.companies ?? []}
              onOpen={found => desk.go({ ...firstView('invoices'), open: found }, true)}
              onClose={() => {
                desk.ledger.open.value = false
              }}
            />
          ) : (
            <Rows key={table} page={page} desk={desk} onHelp={() => (help.value = true)} />
          )}
        </section>
        {hasDetail && <Detail desk={desk} page={page} id={open} />}
      </main>
      {help.value && <KeysHelp onClose={() => (help.value = false)} />}
    </div>
  )
}

/** The present table with its filters and sums. */
function Rows({ page, desk, onHelp }: { page: Page; desk: DeskState; onHelp: () => void }) {
  const { table, group, open, sort, filters, search } = desk.view.value
  const { spec, pages } = desk.tables[table]
  const active = useSignal(0)
  /** Id of the row whose box was clicked last; rows that arrive change its place. */
  const lastClicked = useRef<string>(undefined)
  const layout = desk.memory.layouts.value[table]
  const shown = useMemo(() => shownOf(spec, desk.memory), [spec, desk.memory, layout])
  const canSelect = table === 'invoices' || table === 'messages'
  const overview = page.overview.value
  const step = overview && nextStep(overview, page.isCertificateChosen.value)
  const isWhole = search.trim() === '' && Object.keys(filters).length === 0

  const openAt = useCallback(
    (index: number) => {
      active.value = index
      const item = pages.items.peek().get(index)
      if (item === undefined || group !== undefined) return
      // A company has nothing to read: choosing it shows its invoices.
      if (table === 'companies')
        desk.go({ table: 'invoices', cui: spec.idOf(item), filters: {}, sort: undefined }, true)
      else desk.go({ open: spec.idOf(item) }, open === undefined)
    },
    [table, pages, open, group],
  )
  const select = async (index: number, withRange: boolean) => {
    active.value = index
    const idAt = (at: number) => {
      const item = pages.items.peek().get(at)
      return item === undefined ? undefined : spec.idOf(item)
    }
    const last = withRange ? [...pages.items.peek().keys()].find(at => idAt(at) === lastClicked.current) : undefined
    const [from, to] = [Math.min(last ?? index, index), Math.max(last ?? index, index)]
    lastClicked.current = idAt(index)
    await pages.need(from, to)
    const ids: string[] = []
    for (let at = from; at <= to; at++) {
      const id = idAt(at)
      if (id !== undefined) ids.push(id)
    }
    const { selection } = desk
    selection.value = withRange
      ? selecting(selection.value, ids, true)
      : ids.reduce((before, id) => toggled(before, id), selection.value)
  }
  const selectAll = () => {
    desk.selection.value = desk.selection.value.all ? NONE : ALL
  }
  useDeskKeys({
    desk,
    count: () => pages.total.peek() ?? 0,
    active,
    onOpen: openAt,
    onSelect: canSelect ? index => void select(index, false) : undefined,
    onSelectAll: canSelect ? selectAll : undefined,
    onHelp,
  })

  return (
    <>
      <div class="desk-tools">
        <Chips desk={desk} />
        <div class="desk-menus">
          <MoreFilters desk={desk} page={page} />
          <SavedSearches desk={desk} />
          <ColumnsMenu desk={desk} />
          {table === 'invoices' && <Button onClick={() => openLedger(page, desk)}>{t('ledger-open')}</Button>}
        </div>
      </div>
      {canSelect && <SelectionBar page={page} desk={desk} />}
      {table === 'invoices' && <BookExport page={page} desk={desk} />}
      <ExportsBar desk={desk} />
      {pages.error.value !== undefined && page.failure.value === undefined && (
        <ErrorNotice error={pages.error.value} action={{ label: t('retry'), run: () => void pages.reload() }} />
      )}
      {group && table === 'invoices' ? (
        <Groups desk={desk} by={group} />
      ) : pages.total.value === 0 && pages.error.value === undefined && isWhole && step ? (
        <FirstSteps page={page} step={step} />
      ) : pages.total.value === 0 && pages.error.value === undefined ? (
        <EmptyState
          title={t(isWhole ? 'desk-empty' : 'desk-none')}
          hint={t(isWhole ? 'desk-empty-hint' : 'desk-none-hint')}
        >
          {!isWhole && <Button onClick={() => desk.go({ search: '', filters: {} }, true)}>{t('filters-clear')}</Button>}
        </EmptyState>
      ) : (
        <DataTable
          spec={spec}
          pages={pages}
          shown={shown}
          sort={sort ?? spec.usualSort}
          onSort={wanted => desk.go({ sort: wanted })}
          onResize={(id, width) => resizeColumn(spec, desk.memory, id, width)}
          active={active}
          selection={canSelect ? desk.selection.value : undefined}
          onSelect={(index, withRange) => void select(index, withRange)}
          onSelectAll={selectAll}
          open={open}
          onOpen={openAt}
        />
      )}
      <Totals desk={desk} />
    </>
  )
}

/** Brings the comparison with a ledger to the front, for the chosen company. */
function openLedger(page: Page, { ledger, view }: DeskState): void {
  const { companies = [] } = page.overview.value ?? {}
  ledger.cui.value ??= view.value.cui ?? (companies.length === 1 ? companies[0]?.cui : undefined)
  ledger.open.value = true
}
