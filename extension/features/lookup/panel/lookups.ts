import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { normalizeCui } from '../../../../shared/domain/cui.ts'
import { findCuis } from '../../../../shared/domain/cui-finder.ts'
import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { CompanyLookup, KnownCompany } from '../../../../shared/protocol/registers/lookups.ts'
import { withoutLabel } from '../../../../shared/text/cui-labels.ts'
import type { HostClient } from '../../../host/client.ts'
import { createPages, type Pages } from '../../rows/pages.ts'
import { type Batches, createBatches } from '../batches/batches.ts'
import { createListDraft, type ListDraft } from '../batches/list-draft.ts'
import type { ClickProblem } from '../handle-click.ts'
import { type CompanyPage, createCompanyPage } from './company.ts'

/** The list's content: companies looked up before, the favourites among them, batches, or companies asked for together. */
export type LookupList = 'recent' | 'favourites' | 'batches' | 'selection'

/** The detail beside the list, or over it in a narrow panel. */
export type Pane = { is: 'company'; company: CompanyPage } | { is: 'draft' } | { is: 'batch'; id: number }

export type Submitted = 'opened' | 'nothing' | 'several' | 'shape'

/** Companies asked for together. */
export type Selection = { cuis: readonly string[]; lookups: readonly CompanyLookup[]; error: unknown }

/** The state of the panel's lookups: search, list, and the open company, batch or draft. */
export type Lookups = {
  /** Whether lookups are in front, instead of the office's own companies. */
  inFront: Signal<boolean>
  list: ReadonlySignal<LookupList>
  search: ReadonlySignal<string>
  /** Outcome of the last search, or why a click on a page gave no CUI; undefined once the user types. */
  outcome: Signal<Submitted | ClickProblem | undefined>
  /** The day to ask for; undefined means today in Romania (P-11). */
  day: ReadonlySignal<string | undefined>
  known: Pages<KnownCompany>
  selection: ReadonlySignal<Selection | undefined>
  batches: Batches
  draft: ListDraft
  /** The stacked details; the last one is in front, and `back` closes it. */
  panes: ReadonlySignal<readonly Pane[]>
  /** The pane in front. */
  pane: ReadonlySignal<Pane | undefined>
  show(list: LookupList): void
  /** Filters the known companies; queries no register. */
  type(text: string): void
  /**
   * Handles Enter: looks up the typed CUIs, or opens the only matching known company. Returns `nothing` without a match,
   * `several` with more than one, `shape` for numbers that are not a CUI; undefined if the list shows an error, or another
   * search began meanwhile.
   */
  submit(): Promise<Submitted | undefined>
  /** Shows companies requested elsewhere; without any, the search with the reason. */
  lookUp(cuis: readonly string[], problem?: ClickProblem): void
  open(cui: string, day?: string): void
  openBatch(id: number): void
  openDraft(): void
  takeFiles(files: readonly File[]): void
  /** Makes a draft of a pasted list, under this name. */
  takeText(text: string, fileName: string): void
  back(): void
  chooseDay(day: string | undefined): void
}

export function createLookups(host: HostClient, now: () => number): Lookups {
  const list = signal<LookupList>('recent')
  const search = signal('')
  const day = signal<string>()
  const selection = signal<Selection>()
  const panes = signal<readonly Pane[]>([])
  const pane = computed(() => panes.value.at(-1))
  const batches = createBatches(host)
  const draft = createListDraft(host)
  const known = createPages<KnownCompany>((offset, limit) =>
    host.request('lookups.known', {
      search: search.value.trim(),
      favourites: list.value === 'favourites',
      offset,
      limit,
    }),
  )

  const closeCompanies = (closing: readonly Pane[]) => {
    for (const each of closing) if (each.is === 'company') each.company.close()
  }
  /** Puts a pane in front and closes those above `keep`. */
  const put = (next: Pane, keep: readonly Pane[]) => {
    closeCompanies(panes.value.filter(each => !keep.includes(each)))
    panes.value = [...keep, next]
  }
  const companyPane = (cui: string, on: string | undefined): Pane => {
    const thisYear = Number(romaniaDay(now()).slice(0, 4))
    const company = createCompanyPage(host, { cui, day: on, thisYear, onKnown: () => void known.reload() })
    void company.load()
    return { is: 'company', company }
  }

  const select = async (asked: readonly string[]) => {
    // A copy, by which the answers to this question are known.
    const cuis = [...asked]
    const take = (lookups: readonly CompanyLookup[], error?: unknown) => {
      if (selection.value?.cuis === cuis) selection.value = { cuis, lookups, error }
    }
    selection.value = { cuis, lookups: [], error: undefined }
    lookups.show('selection')
    try {
      const options = { onProgress: (found: { companies: CompanyLookup[] }) => take(found.companies) }
      const params = { cuis, ...(day.value ? { day: day.value } : {}) }
      take((await host.request('lookups.get', params, options)).companies)
      void known.reload()
    } catch (error) {
      take(selection.value?.lookups ?? [], error)
    }
  }

  const lookups: Lookups = {
    inFront: signal(false),
    list,
    search,
    outcome: signal(undefined),
    day,
    known,
    selection,
    batches,
    draft,
    panes,
    pane,
    show(next) {
      list.value = next
      if (next === 'batches') void batches.load()
      if (next === 'recent' || next === 'favourites') void known.begin()
    },
    type(text) {
      search.value = text
      if (list.value === 'selection' || list.value === 'batches') list.value = 'recent'
      void known.begin()
    },
    async submit() {
      const cuis = cuisIn(search.value)
      if (cuis.length > 0) {
        lookups.type('')
        lookups.lookUp(cuis)
        return 'opened'
      }
      const name = search.value
      if (!/\p{L}/u.test(name)) return 'shape'
      await known.begin()
      if (search.value !== name || known.error.value !== undefined) return undefined
      const only = known.total.value === 1 ? known.items.value.get(0) : undefined
      if (!only) return known.total.value === 0 ? 'nothing' : 'several'
      lookups.open(only.cui)
      return 'opened'
    },
    lookUp(cuis, problem) {
      lookups.inFront.value = true
      lookups.outcome.value = problem
      const [first] = cuis
      if (first !== undefined && cuis.length === 1) {
        lookups.open(first)
        return
      }
      closeCompanies(panes.value)
      panes.value = []
      if (first !== undefined) void select(cuis)
    },
    open(cui, on = day.value) {
      const below = pane.value?.is === 'batch' ? panes.value : []
      put(companyPane(cui, on), below)
    },
    openBatch: id => put({ is: 'batch', id }, []),
    openDraft: () => put({ is: 'draft' }, []),
    takeFiles(files) {
      if (files.length === 0) return
      lookups.openDraft()
      void draft.readFiles(files)
    },
    takeText(text, fileName) {
      lookups.openDraft()
      void draft.readText(text, fileName)
    },
    back() {
      closeCompanies(panes.value.slice(-1))
      panes.value = panes.value.slice(0, -1)
    },
    chooseDay(next) {
      day.value = next
      if (list.value === 'selection' && selection.value) void select(selection.value.cuis)
      const shown = pane.value
      if (shown?.is === 'company') put(companyPane(shown.company.cui, next), panes.value.slice(0, -1))
    },
  }
  return lookups
}

/** CUIs in a typed or pasted text; a text with words is a name, even with numbers in it. */
export function cuisIn(text: string): string[] {
  const one = normalizeCui(withoutLabel(text))
  if (one !== undefined) return [one]
  const words = text.replace(/\b(ro(?=[\s\d])|cui|cif|c\.?u\.?i\.?|c\.?i\.?f\.?)/gi, '')
  return /\p{L}/u.test(words) ? [] : findCuis(text).map(({ cui }) => cui)
}
