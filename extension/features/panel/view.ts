import { effect, type Signal, signal } from '@preact/signals'
import browser from 'webextension-polyfill'
import type { TodayTarget } from '../../../shared/protocol/today.ts'
import { openSettings } from '../../browser/open-pages.ts'
import { takeForPanel } from '../../browser/panel-target.ts'
import { createExportRun, type ExportRun } from '../books/export-run.ts'
import { createLedger, type Ledger } from '../books/ledger/ledger.ts'
import { createDeclarations, type DeclarationsState } from '../declarations/declarations.ts'
import { createInvoiceList, type InvoiceList } from '../invoices/list-model.ts'
import type { Query } from '../invoices/query.ts'
import { followLookupRequests } from '../lookup/open-in-panel.ts'
import { createLookups, type Lookups } from '../lookup/panel/lookups.ts'
import { createMailbox, type Mailbox } from '../mailbox/mailbox.ts'
import type { Page } from '../page/page.ts'
import { createToday, type Today } from '../today/today.ts'
import { createUploadDrafts, type UploadDrafts } from '../uploads/upload-drafts.ts'
import { createUploadList, type UploadList } from '../uploads/upload-list.ts'
import { keepView } from './kept-view.ts'
import { isGone } from './switcher.ts'
import type { PanelTab } from './tab-ids.ts'

const STORAGE_KEY = 'company'
/** Interval for checking the progress of a running sync, in milliseconds. */
const SYNC_LOOK_PERIOD = 3000

/** The state of the panel, for as long as it is open. */
export type PanelView = {
  list: InvoiceList
  tab: Signal<PanelTab>
  /** Id of the document in the detail. */
  selected: Signal<string | undefined>
  uploadDrafts: UploadDrafts
  uploadList: UploadList
  lookups: Lookups
  /** The export of the list's invoices to accounting. */
  bookExport: ExportRun
  ledger: Ledger
  mailbox: Mailbox
  declarations: DeclarationsState
  today: Today
  /** Id of the row or heading to scroll to once it is drawn. */
  reveal: Signal<string | undefined>
  chooseCompany(cui: string | undefined): Promise<void>
  /** Brings the files to upload to the front. */
  openUploads(): void
  /** Brings the comparison with a ledger to the front, for the chosen company. */
  openLedger(): void
  openInvoice(id: string): void
  /** Opens a message of the mailbox. */
  openMessage(id: string): void
  openBatch(id: number): void
  /** Shows an upload or a declaration in its list. */
  openFiling(filing: { area: 'uploads' | 'declarations'; id: number }): void
  /** Follows a line of "today". */
  follow(target: TodayTarget): void
}

/** Sets up the panel with the company chosen last, and a list that follows the archive. */
export async function createPanelView(page: Page): Promise<PanelView> {
  const stored = (await browser.storage.local.get(STORAGE_KEY))[STORAGE_KEY]
  const chosen = typeof stored === 'string' ? stored : undefined
  const list = createInvoiceList(page.host, {
    cui: chosen,
    filter: 'all',
    search: '',
  })
  const uploadList = createUploadList(page.host, page.changed)
  const view: PanelView = {
    list,
    uploadList,
    mailbox: createMailbox(page, chosen),
    uploadDrafts: createUploadDrafts(page.host, uploadList),
    lookups: createLookups(page.host, Date.now),
    bookExport: createExportRun(page.host, () => void list.reload()),
    ledger: createLedger(page.host),
    declarations: createDeclarations(page),
    today: createToday(page),
    reveal: signal<string | undefined>(),
    tab: signal<PanelTab>('invoices'),
    selected: signal<string | undefined>(),
    chooseCompany: cui => showQuery(view, { ...list.query.value, cui }),
    openUploads() {
      view.tab.value = 'invoices'
      view.uploadDrafts.open.value = true
    },
    openLedger() {
      const { companies = [] } = page.overview.value ?? {}
      view.ledger.cui.value ??= list.query.value.cui ?? (companies.length === 1 ? companies[0]?.cui : undefined)
      view.tab.value = 'invoices'
      view.ledger.open.value = true
    },
    openInvoice(id) {
      view.tab.value = 'invoices'
      view.uploadDrafts.open.value = false
      view.ledger.open.value = false
      view.selected.value = id
    },
    openMessage(id) {
      view.tab.value = 'mailbox'
      view.mailbox.open(id)
    },
    openBatch(id) {
      view.tab.value = 'companies'
      view.lookups.inFront.value = true
      view.lookups.show('batches')
      view.lookups.openBatch(id)
    },
    openFiling({ area, id }) {
      view.tab.value = area === 'uploads' ? 'activity' : 'declarations'
      if (area === 'declarations') view.declarations.pane.value = 'list'
      view.reveal.value = area === 'uploads' ? `upload-${id}` : `declaration-${id}`
    },
    follow(target) {
      if (target.area === 'uploads' || target.area === 'declarations') view.openFiling(target)
      else if (target.area === 'mailbox') view.openMessage(target.id)
      else if (target.area === 'connection') openSettings()
      else if (target.area === 'invoices') view.tab.value = 'invoices'
      else {
        view.tab.value = 'declarations'
        view.declarations.pane.value = 'calendar'
      }
    },
  }
  keepView(view)
  followArchive(page, view)
  followUploads(page, view)
  await followLookupRequests((cuis, problem) => {
    view.tab.value = 'companies'
    view.lookups.lookUp(cuis, problem)
  })
  await takeForPanel(shown => {
    if ('filing' in shown) return view.openFiling(shown.filing)
    if ('view' in shown) return showView(view, shown.view)
    if ('search' in shown) return void showSearch(view, shown.search)
    if (shown.mail !== null) return view.openMessage(shown.mail)
    view.tab.value = 'mailbox'
    view.mailbox.part.value = 'messages'
  })
  return view
}

function showView(view: PanelView, name: 'checks' | 'lookup' | 'today'): void {
  if (name === 'checks') view.openUploads()
  else if (name === 'lookup') showLookup(view)
  else view.tab.value = 'activity'
}

/** Shows the invoices of a query and the messages of its company, which stays chosen in the next panel, too. */
async function showQuery(view: PanelView, query: Query): Promise<void> {
  view.selected.value = undefined
  await Promise.all([
    view.list.ask(query),
    view.mailbox.chooseCompany(query.cui),
    query.cui === undefined
      ? browser.storage.local.remove(STORAGE_KEY)
      : browser.storage.local.set({ [STORAGE_KEY]: query.cui }),
  ])
}

/** The invoices of all companies that match a text; a single match is opened. */
async function showSearch(view: PanelView, search: string): Promise<void> {
  view.tab.value = 'invoices'
  view.uploadDrafts.open.value = false
  view.ledger.open.value = false
  await showQuery(view, { cui: undefined, filter: 'all', search })
  const found = view.list.total.value === 1 ? view.list.items.value.get(0) : undefined
  if (found && view.list.query.value.search === search) view.selected.value = found.id
}

function showLookup(view: PanelView): void {
  view.tab.value = 'companies'
  view.lookups.inFront.value = true
}

/** Loads the list at the first overview and whenever the archive has changed. */
function followArchive(page: Page, view: PanelView): void {
  let seen: string | undefined
  effect(() => {
    const overview = page.overview.value
    if (!overview) return
    const { cui } = view.list.query.peek()
    if (isGone(cui, overview, view.mailbox.rights.value)) void view.chooseCompany(undefined)
    const stock = JSON.stringify([
      overview.profile.environment,
      overview.syncedAt,
      overview.companies.map(({ cui, archived, unread }) => [cui, archived, unread]),
    ])
    if (stock === seen) return
    const first = seen === undefined
    seen = stock
    void (first ? view.list.ask(view.list.query.peek()) : view.list.reload())
  })
  effect(() => {
    if (!page.sync.running.value) return
    const timer = setInterval(() => void page.refresh(), SYNC_LOOK_PERIOD)
    return () => clearInterval(timer)
  })
}

/** Loads the uploads at the first overview and whenever their counts have changed. */
function followUploads(page: Page, view: PanelView): void {
  let seen: string | undefined
  effect(() => {
    const overview = page.overview.value
    if (!overview) return
    const stock = JSON.stringify([overview.profile.environment, overview.uploads])
    if (stock === seen) return
    seen = stock
    void view.uploadList.load()
  })
}
