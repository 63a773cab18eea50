import type { Fact, Party } from '../protocol/invoices/document.ts'
import { cityWord, countyWord } from './counties.ts'
import { fact } from './facts.ts'
import { fiscalCode, registrationOf } from './fiscal-code.ts'

/** The names and numbers of a party, from either syntax. */
export type PartyTexts = {
  registeredName: string | null
  tradingName: string | null
  taxIds: readonly string[]
  legalId: string | null
  legalForm: string | null
  address: string | null
  country: string | null
  /** Contacts and further numbers. */
  facts: readonly Fact[]
}

/** A party with each text once: the facts do not repeat the fields' texts. */
export function partyOf(texts: PartyTexts): Party {
  const { registeredName, tradingName, taxIds, legalId, legalForm, address, country, facts } = texts
  const name = registeredName ?? tradingName
  const cui = fiscalCode(taxIds, legalId)
  const registration = registrationOf(legalId, legalForm, cui)
  const known = [cui, registration]
  return {
    name,
    cui,
    registration,
    address,
    country,
    facts: [
      ...(tradingName === name ? [] : fact('trading-name', tradingName)),
      ...taxIds.filter(id => id !== cui).flatMap(id => fact('tax-id', id)),
      ...(known.includes(legalId) || legalIdIsTaxId(legalId, taxIds) ? [] : fact('legal-id', legalId)),
      ...(legalForm === registration ? [] : fact('legal-form', legalForm)),
      ...facts,
    ],
  }
}

const legalIdIsTaxId = (legalId: string | null, taxIds: readonly string[]) =>
  legalId !== null && taxIds.includes(legalId)

/** One line of an address: street, place, post code, county in words. */
export function addressLine(
  streets: readonly string[],
  city: string | null,
  zone: string | null,
  county: string | null,
) {
  const words = county === null ? null : countyWord(county)
  const parts = [...streets, city === null ? null : cityWord(city), zone, words]
  return parts.filter(part => part !== null).join(', ') || null
}
