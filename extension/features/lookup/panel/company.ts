import { type ReadonlySignal, signal } from '@preact/signals'
import { REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type { Register } from '../../../../shared/domain/registers.ts'
import type { ParamsIn, ResultOf } from '../../../../shared/protocol/methods.ts'
import type { CompanyLookup, StatementAnswer } from '../../../../shared/protocol/registers/lookups.ts'
import type { HostClient } from '../../../host/client.ts'
import { isCancelled } from '../../../host/failure.ts'

/** Years of financial statements to ask for at once. */
const YEARS_AT_ONCE = 6
const FIRST_YEAR = 1990

export type HistoryEntry = ResultOf<'lookups.history'>['items'][number]

/** One company with the registers' data for a day. */
export type CompanyPage = {
  cui: string
  /** Undefined means today in Romania (P-11). */
  day: string | undefined
  /** The data known so far; a register without an answer is null or `pending`. */
  lookup: ReadonlySignal<CompanyLookup | undefined>
  /** Whether registers are being queried. */
  busy: ReadonlySignal<boolean>
  /** Why the host could not be asked. A failed register has its failure in its own answer. */
  error: ReadonlySignal<unknown>
  /** The latest year first. */
  statements: ReadonlySignal<readonly StatementAnswer[]>
  statementsBusy: ReadonlySignal<boolean>
  statementsError: ReadonlySignal<unknown>
  history: ReadonlySignal<readonly HistoryEntry[] | undefined>
  /** Queries all registers, then the statements; with `refresh` also those in the cache. */
  load(refresh?: boolean): Promise<void>
  /** Loads the statements again, from the cache where possible. */
  reloadStatements(): Promise<void>
  /** Loads the statements of the six years before the oldest. */
  earlierYears(): Promise<void>
  canGoEarlier: ReadonlySignal<boolean>
  mark(changes: { favourite?: boolean; note?: string }): Promise<void>
  /** Aborts open queries. */
  close(): void
}

type Options = { cui: string; day: string | undefined; thisYear: number; onKnown: () => void }

/** `onKnown` is called when this page may have changed the list of known companies. */
export function createCompanyPage(host: HostClient, { cui, day, thisYear, onKnown }: Options): CompanyPage {
  const lookup = signal<CompanyLookup>()
  const busy = signal(false)
  const error = signal<unknown>()
  const statements = signal<readonly StatementAnswer[]>([])
  const statementsBusy = signal(false)
  const statementsError = signal<unknown>()
  const history = signal<readonly HistoryEntry[]>()
  const canGoEarlier = signal(true)
  let years = lastYears(thisYear - 1)
  let gone = new AbortController()

  /** One request per register, so that each answer shows as soon as it arrives. */
  const ask = async (register: Register, refresh: boolean, signal: AbortSignal) => {
    const field = REGISTER_FIELDS[register]
    const take = ([company]: readonly CompanyLookup[]) => {
      if (!company || signal.aborted) return
      const known = lookup.value
      const answer = company[field]
      const waits = answer?.state === 'pending' && known?.[field] !== null && known !== undefined
      lookup.value = { ...(known ?? company), ...(waits ? {} : { [field]: answer }) }
    }
    const params: ParamsIn<'lookups.get'> = { cuis: [cui], registers: [register], refresh, ...(day ? { day } : {}) }
    try {
      const options = { signal, onProgress: (found: { companies: CompanyLookup[] }) => take(found.companies) }
      const { companies } = await host.request('lookups.get', params, options)
      take(companies)
      if (register === 'vat' && companies[0]?.vat?.record) onKnown() // the others only have it as well
    } catch (problem) {
      if (!isCancelled(problem)) error.value ??= problem
    }
  }

  const loadHistory = async () => {
    try {
      history.value = (await host.request('lookups.history', { cui })).items
    } catch (problem) {
      error.value ??= problem
    }
  }

  const loadStatements = async (asked: readonly number[], refresh: boolean, signal: AbortSignal) => {
    const take = (found: readonly StatementAnswer[]) => {
      if (signal.aborted) return
      const byYear = new Map(statements.value.map(answer => [answer.year, answer]))
      for (const answer of found) {
        if (answer.state !== 'pending' || !byYear.has(answer.year)) byYear.set(answer.year, answer)
      }
      statements.value = [...byYear.values()].sort((a, b) => b.year - a.year)
    }
    statementsBusy.value = true
    statementsError.value = undefined
    try {
      const options = { signal, onProgress: (found: { statements: StatementAnswer[] }) => take(found.statements) }
      take((await host.request('lookups.statements', { cui, years: [...asked], refresh }, options)).statements)
    } catch (problem) {
      if (!isCancelled(problem)) statementsError.value = problem
    } finally {
      if (!signal.aborted) statementsBusy.value = false
    }
  }

  return {
    cui,
    day,
    lookup,
    busy,
    error,
    statements,
    statementsBusy,
    statementsError,
    history,
    canGoEarlier,
    async load(refresh = false) {
      gone.abort()
      gone = new AbortController()
      const { signal } = gone
      busy.value = true
      error.value = undefined
      const [vat, eInvoicing, ...others] = REGISTER_NAMES.map(register => ask(register, refresh, signal))
      const showStatements = async () => {
        // Requests go out in order, one a second. These come last, although the farmers' and cult registers can take long to fail.
        await Promise.all([vat, eInvoicing])
        if (!signal.aborted) await loadStatements(years, refresh, signal)
      }
      const showHistory = async () => {
        await Promise.all([vat, eInvoicing, ...others])
        if (signal.aborted) return
        busy.value = false
        if (!lookup.value?.vat?.record) onKnown()
        await loadHistory()
      }
      await Promise.all([showStatements(), showHistory()])
    },
    reloadStatements: () => loadStatements(years, false, gone.signal),
    async earlierYears() {
      if (statementsBusy.value) return
      const earlier = lastYears((years.at(-1) ?? thisYear) - 1)
      years = [...years, ...earlier]
      canGoEarlier.value = (years.at(-1) ?? FIRST_YEAR) > FIRST_YEAR && years.length + YEARS_AT_ONCE <= 20
      await loadStatements(earlier, false, gone.signal)
    },
    async mark(changes) {
      const { company } = await host.request('lookups.mark', { cui, ...changes })
      const { favourite, note } = company
      if (lookup.value) lookup.value = { ...lookup.value, favourite, note }
      onKnown()
    },
    close: () => gone.abort(),
  }
}

/** Six years back from the given one. */
function lastYears(from: number): number[] {
  return Array.from({ length: YEARS_AT_ONCE }, (_, index) => from - index).filter(year => year >= FIRST_YEAR)
}
