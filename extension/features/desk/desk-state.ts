import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { InvoicesSummary } from '../../../shared/protocol/invoices/query.ts'
import { createExportRun, type ExportRun } from '../books/export-run.ts'
import { createLedger, type Ledger } from '../books/ledger/ledger.ts'
import { createDeclarations, type DeclarationsState } from '../declarations/declarations.ts'
import type { Page } from '../page/page.ts'
import { createPages, type Pages } from '../rows/pages.ts'
import { createUploadDrafts, type UploadDrafts } from '../uploads/upload-drafts.ts'
import { createUploadList, type UploadList } from '../uploads/upload-list.ts'
import { DESK_TABLES, type DeskView, firstView, fromHash, rowsKey, type TableId, toHash } from './address.ts'
import { createDeskExports, type DeskExports } from './desk-exports.ts'
import { NONE, type Selection } from './selection.ts'
import { type DeskMemory, openMemory } from './stored-layout.ts'
import { companyTable } from './tables/company-table.tsx'
import { declarationTable } from './tables/declaration-table.tsx'
import { choiceOf, invoiceTable, otherFilters } from './tables/invoice-table.tsx'
import { mailTable } from './tables/mail-table.tsx'
import { countEach, type TableSpec } from './tables/table-spec.ts'
import { uploadTable } from './tables/upload-table.tsx'

/** Interval for checking the progress of a running sync, in milliseconds. */
const SYNC_LOOK_PERIOD = 3000

// biome-ignore lint/suspicious/noExplicitAny: rows of a table go only to its own columns, which `TableSpec` ties to them
export type AnyTable = { spec: TableSpec<any>; pages: Pages<any> }

/** The sums of the invoices, with the view that they are of: until an answer comes, it is the one before. */
export type DeskSummary = InvoicesSummary & { of: DeskView }

/** The number of rows for each choice of a table, with the view that they are of. */
export type DeskChoices = { of: DeskView; counts: Readonly<Record<string, number>> }

/** The state of the desk, for as long as it is open. */
export type DeskState = {
  view: ReadonlySignal<DeskView>
  /** Changes the view; `step` leaves the previous one in the browser's history. */
  go(change: Partial<DeskView>, step?: boolean): void
  /** Shows the charts; the company stays. */
  showCharts(): void
  /** Shows a table; the company and the search stay. */
  showTable(table: TableId): void
  tables: Readonly<Record<TableId, AnyTable>>
  /** Matches of the present search by table; undefined without a search. */
  matches: ReadonlySignal<Partial<Record<TableId, number>> | undefined>
  choices: ReadonlySignal<DeskChoices | undefined>
  summary: ReadonlySignal<DeskSummary | undefined>
  selection: Signal<Selection>
  memory: DeskMemory
  exports: DeskExports
  uploadList: UploadList
  uploadDrafts: UploadDrafts
  declarations: DeclarationsState
  /** The export of the selected invoices to accounting. */
  bookExport: ExportRun
  /** The comparison with a ledger; it replaces the invoices. */
  ledger: Ledger
}

export async function createDesk(page: Page): Promise<DeskState> {
  const view = signal(fromHash(location.hash))
  const matches = signal<Partial<Record<TableId, number>>>()
  const choices = signal<DeskChoices>()
  const summary = signal<DeskSummary>()
  const selection = signal<Selection>(NONE)
  const uploadList = createUploadList(page.host, page.changed)
  const specs = {
    invoices: invoiceTable(page),
    messages: mailTable(page),
    declarations: declarationTable(page),
    uploads: uploadTable(page),
    companies: companyTable(page),
  }
  const withPages = <Item>(spec: TableSpec<Item>) => ({
    spec,
    pages: createPages<Item>((offset, limit) => spec.fetch({ ...view.peek(), table: spec.id }, offset, limit)),
  })
  const tables: Record<TableId, AnyTable> = {
    invoices: withPages(specs.invoices),
    messages: withPages(specs.messages),
    declarations: withPages(specs.declarations),
    uploads: withPages(specs.uploads),
    companies: withPages(specs.companies),
  }
  const desk: DeskState = {
    view,
    tables,
    matches,
    choices,
    summary,
    selection,
    memory: await openMemory(),
    exports: createDeskExports(page),
    uploadList,
    uploadDrafts: createUploadDrafts(page.host, uploadList),
    declarations: createDeclarations(page),
    bookExport: createExportRun(page.host, () => void tables.invoices.pages.reload()),
    ledger: createLedger(page.host),
    go(change, step = false) {
      const next = { ...view.peek(), ...change }
      const hash = toHash(next)
      batch(() => {
        // Different rows: a selection among the old ones no longer applies.
        if (unsorted(next) !== unsorted(view.peek())) selection.value = NONE
        view.value = next
      })
      if (step) history.pushState(null, '', hash)
      else history.replaceState(null, '', hash)
    },
    showCharts: () => desk.go({ ...firstView('invoices'), charts: true, cui: view.peek().cui }, true),
    showTable: table => desk.go({ ...firstView(table), cui: view.peek().cui, search: view.peek().search }, true),
  }
  window.addEventListener('popstate', () => {
    batch(() => {
      selection.value = NONE
      view.value = fromHash(location.hash)
    })
  })
  followRows(page, desk)
  count(page, desk, { matches, choices, summary })
  return desk
}

/** The part of a view that decides which rows there are. */
const unsorted = (view: DeskView): string => rowsKey({ ...view, sort: undefined })

/** The part of a view that decides its sums and groups. */
export const summaryKey = (view: DeskView): string => JSON.stringify([unsorted(view), view.group])

/** Loads the present table when its rows change, by the view or in the archive. */
function followRows(page: Page, { view, tables }: DeskState): void {
  const stock = computed(() => JSON.stringify(stockOf(page)))
  const key = computed(() => rowsKey(view.value))
  let seen = { stock: '', key: '' }
  effect(() => {
    const now = { stock: stock.value, key: key.value }
    if (!page.overview.value || view.peek().charts) return
    const before = seen
    seen = now
    const { pages } = tables[view.peek().table]
    if (before.key !== now.key) void pages.begin()
    else if (before.stock !== now.stock) void pages.reload()
  })
  effect(() => {
    if (!page.sync.running.value && !page.mailSync.running.value) return
    const timer = setInterval(() => void page.refresh(), SYNC_LOOK_PERIOD)
    return () => clearInterval(timer)
  })
}

/** The values that change with the archive. */
function stockOf(page: Page): unknown {
  const overview = page.overview.value
  if (!overview) return undefined
  const { profile, companies, mailbox, uploads, declarations } = overview
  return [profile.environment, companies, mailbox.unread, mailbox.syncedAt, uploads, declarations]
}

type Counted = {
  matches: Signal<Partial<Record<TableId, number>> | undefined>
  choices: Signal<DeskChoices | undefined>
  summary: Signal<DeskSummary | undefined>
}

/** Counts and sums the rows of the view; drops answers to older views. */
function count(page: Page, { view, tables }: DeskState, { matches, choices, summary }: Counted): void {
  const stock = computed(() => JSON.stringify(stockOf(page)))
  const key = computed(() => summaryKey(view.value))
  let round = 0
  effect(() => {
    void stock.value
    void key.value
    if (!page.overview.value || view.peek().charts) return
    const started = ++round
    const current = view.peek()
    const take = <T>(into: Signal<T>, work: Promise<T>) =>
      void work
        .then(value => {
          if (started === round) into.value = value
        })
        // The table shows the host's failure.
        .catch(error => console.warn('recipisa:', error))
    const count = (counted: Promise<DeskChoices['counts']>) =>
      take(
        choices,
        counted.then(counts => ({ of: current, counts })),
      )
    if (current.table === 'invoices') {
      const groupBy = current.group ? { groupBy: current.group } : {}
      const filter = otherFilters(current, page.now.peek())
      const choice = choiceOf(current)
      const asked = page.host.request('invoices.summary', { ...filter, choice, ...groupBy })
      take(
        summary,
        asked.then(found => ({ ...found, of: current })),
      )
      count(asked.then(found => found.choices))
    } else count(countEach(tables[current.table].spec, current))
    if (current.search.trim() === '') matches.value = undefined
    else take(matches, countMatches(tables, current))
  })
}

async function countMatches(tables: DeskState['tables'], { cui, search }: DeskView) {
  const counts = await Promise.all(
    DESK_TABLES.map(async id => {
      const { total } = await tables[id].spec.fetch({ ...firstView(id), cui, search }, 0, 1)
      return [id, total] as const
    }),
  )
  return Object.fromEntries(counts)
}
