import type { Locale } from '../errors/codes.ts'
import type { Party as Read } from '../protocol/invoices/document.ts'
import { factRow, labelsOf, type Row } from './fact-row.ts'
import { countryName } from './format.ts'

/** A party by its role. The address has no label, as on paper. */
export type Party = { role: string; name: string | null; cui: string | null; address: string | null; rows: Row[] }

export function partyOf(
  locale: Locale,
  role: string,
  { name, cui, registration, address, country, facts }: Read,
): Party {
  const labels = labelsOf(locale)
  const abroad = country === null || country === 'RO' ? null : countryName(locale, country)
  return {
    role,
    name,
    cui,
    address: [address, abroad].filter(text => text !== null).join(', ') || null,
    rows: [
      ...(cui === null ? [] : [{ label: labels.cui, text: cui }]),
      ...(registration === null ? [] : [{ label: labels.registration, text: registration }]),
      ...facts.map(fact => factRow(locale, fact, null)),
    ],
  }
}
