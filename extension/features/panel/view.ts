import { effect, type Signal, signal } from '@preact/signals'
import browser from 'webextension-polyfill'
import { createDeclarations, type DeclarationsState } from '../declarations/declarations.ts'
import { createInvoiceList, type InvoiceList } from '../invoices/list-model.ts'
import { followLookupRequests } from '../lookup/open-in-panel.ts'
import { createLookups, type Lookups } from '../lookup/panel/lookups.ts'
import { createMailbox, type Mailbox } from '../mailbox/mailbox.ts'
import type { Page } from '../page/page.ts'
import { createFilings, type Filings } from '../uploads/filings.ts'
import { createUploads, type Uploads } from '../uploads/uploads.ts'
import { takeForPanel } from './shown-first.ts'
import { isGone } from './switcher.ts'

const STORAGE_KEY = 'company'
/** How often the panel looks at what a running sync has brought, in milliseconds. */
const SYNC_LOOK_PERIOD = 3000

export type PanelTab = 'invoices' | 'mailbox' | 'declarations' | 'companies' | 'activity'
/** What the user is looking at; it lives as long as the panel. */
export type PanelView = {
  list: InvoiceList
  tab: Signal<PanelTab>
  /** Id of the document in the detail. */
  selected: Signal<string | undefined>
  uploads: Uploads
  filings: Filings
  lookups: Lookups
  mailbox: Mailbox
  declarations: DeclarationsState
  chooseCompany(cui: string | undefined): Promise<void>
}

/** Sets the panel up: the company chosen last, and a list that follows what the archive holds. */
export async function createPanelView(page: Page): Promise<PanelView> {
  const stored = (await browser.storage.local.get(STORAGE_KEY))[STORAGE_KEY]
  const chosen = typeof stored === 'string' ? stored : undefined
  const list = createInvoiceList(page.host, {
    cui: chosen,
    filter: 'all',
    search: '',
  })
  const filings = createFilings(page.host, page.changed)
  const view: PanelView = {
    list,
    filings,
    mailbox: createMailbox(page, chosen),
    uploads: createUploads(page.host, filings),
    lookups: createLookups(page.host, Date.now),
    declarations: createDeclarations(page),
    tab: signal<PanelTab>('invoices'),
    selected: signal<string | undefined>(),
    async chooseCompany(cui) {
      view.selected.value = undefined
      await Promise.all([
        list.ask({ ...list.query.value, cui }),
        view.mailbox.chooseCompany(cui),
        cui === undefined
          ? browser.storage.local.remove(STORAGE_KEY)
          : browser.storage.local.set({ [STORAGE_KEY]: cui }),
      ])
    },
  }
  followArchive(page, view)
  followFilings(page, view)
  await followLookupRequests((cuis, problem) => {
    view.tab.value = 'companies'
    view.lookups.lookUp(cuis, problem)
  })
  await takeForPanel(({ mail }) => {
    view.tab.value = 'mailbox'
    if (mail === null) view.mailbox.part.value = 'messages'
    else view.mailbox.open(mail)
  })
  return view
}

/** Loads the list when the archive first shows itself and whenever it has changed. */
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
      overview.companies.map(company => [company.cui, company.archived]),
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

/** Loads the filings when the host first shows itself and whenever others have filed something or a filing is over. */
function followFilings(page: Page, view: PanelView): void {
  let seen: string | undefined
  effect(() => {
    const overview = page.overview.value
    if (!overview) return
    const stock = JSON.stringify([overview.profile.environment, overview.uploads])
    if (stock === seen) return
    seen = stock
    void view.filings.load()
  })
}
