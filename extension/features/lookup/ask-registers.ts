import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import type { HostClient } from '../../host/client.ts'

/**
 * Asks for companies by CUI. `onCompanies` gets what is known here at once, then the register's answer; after that the promise
 * resolves. It rejects when there is no answer.
 */
export type AskForCompanies = (
  question: { cuis: readonly string[]; refresh: boolean },
  onCompanies: (companies: CompanyLookup[]) => void,
  signal: AbortSignal,
) => Promise<void>

/** Asks the host of an extension page. The VAT register has all the card's data, so only it is asked. */
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
