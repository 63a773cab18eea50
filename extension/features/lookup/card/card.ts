import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CompanyLookup } from '../../../../shared/protocol/registers/lookups.ts'
import { isCancelled } from '../../../host/failure.ts'
import type { AskForCompanies } from '../ask-registers.ts'

/** A company on the card; `lookup` is undefined until something is known. */
export type CardCompany = {
  cui: string
  hasValidCheckDigit: boolean
  lookup: CompanyLookup | undefined
}

/** The state of the card: one company, or a list of several to choose from. */
export type Card = {
  companies: ReadonlySignal<readonly CardCompany[]>
  /** The shown company; undefined while the list is shown. */
  shown: ReadonlySignal<CardCompany | undefined>
  busy: ReadonlySignal<boolean>
  /** Why the last question failed. */
  failure: ReadonlySignal<unknown>
  choose(cui: string | undefined): void
  /** Asks for all companies; `refresh` queries the register even for known ones. */
  load(refresh?: boolean): Promise<void>
  /** Aborts the running question when the card closes. */
  close(): void
}

export function createCard(found: readonly Omit<CardCompany, 'lookup'>[], ask: AskForCompanies): Card {
  const companies = signal<readonly CardCompany[]>(
    found.map(({ cui, hasValidCheckDigit }) => ({ cui, hasValidCheckDigit, lookup: undefined })),
  )
  const chosen = signal(found.length === 1 ? found[0]?.cui : undefined)
  const busy = signal(false)
  const failure = signal<unknown>(undefined)
  const closed = new AbortController()

  const take = (answers: readonly CompanyLookup[]) => {
    const byCui = new Map(answers.map(answer => [answer.cui, answer]))
    companies.value = companies.value.map(company => ({
      ...company,
      lookup: byCui.get(company.cui) ?? company.lookup,
    }))
  }
  return {
    companies,
    shown: computed(() => companies.value.find(({ cui }) => cui === chosen.value)),
    busy,
    failure,
    choose(cui) {
      chosen.value = cui
    },
    async load(refresh = false) {
      if (busy.value) return
      busy.value = true
      failure.value = undefined
      try {
        await ask({ cuis: found.map(({ cui }) => cui), refresh }, take, closed.signal)
      } catch (error) {
        if (!isCancelled(error)) failure.value = error
      } finally {
        busy.value = false
      }
    },
    close: () => closed.abort(),
  }
}
