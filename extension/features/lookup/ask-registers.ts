import type { CompanyLookup } from '../../../shared/protocol/lookups.ts'
import type { HostClient } from '../../host/client.ts'

/**
 * Asks for companies by CUI. `onCompanies` gets at once what is known here and then what the register says, with which
 * the promise ends; it rejects when there is no answer.
 */
export type AskForCompanies = (
  question: { cuis: readonly string[]; refresh: boolean },
  onCompanies: (companies: CompanyLookup[]) => void,
  signal: AbortSignal,
) => Promise<void>

/** Asks the host of a page of the extension: the VAT registry only, which says all that the card shows. */
export function askHost(host: HostClient): AskForCompanies {
  return async ({ cuis, refresh }, onCompanies, signal) => {
    const params = { cuis: [...cuis], registers: ['vat'] satisfies ['vat'], refresh }
    const { companies } = await host.request('lookups.get', params, {
      onProgress: known => onCompanies(known.companies),
      signal,
    })
    onCompanies(companies)
  }
}
