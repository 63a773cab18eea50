import type { LedgerColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { CODE } from '../list/columns.ts'
import type { Side } from './ledger-sides.ts'

export type Fact = keyof LedgerColumns

const DOCUMENT = '(document|documentului|doc|factura|facturii|fact|act|invoice)'
const NAMED = '(denumire|denumirea|nume|numele)'
const PARTNER = '(partener|tert|partner)(ul|ului)?'
const PARTIES: Readonly<Record<Side, string>> = {
  received: '(furnizor|vanzator|emitent|prestator|supplier|seller)(ul|ului)?',
  sent: '(client|cumparator|beneficiar|customer|buyer)(ul|ului)?',
}

// "VAT" alone is an amount here.
const PLAIN_CODE = new RegExp(`^(?!vat$)${CODE}$`)
const FIRM = new RegExp(`^${CODE} (firma|societate)$`)

const cuiOf = (party: string) => new RegExp(`^${CODE} (${party})$|^(${party}) ${CODE}$`)
const nameOf = (party: string) => new RegExp(`^(${NAMED} )?(${party})$|^(${party}) name$`)

/**
 * Heads by fact, the surest first: of two fitting columns, the one with the surer head wins. The partner is the
 * supplier of purchases and the customer of sales; of an unknown side, either. `firma` is last, because a journal names
 * its own firm beside the partner.
 */
export function headsOf(side: Side | undefined): Readonly<Record<Fact, readonly RegExp[]>> {
  const partners = [PARTNER, ...(side ? [PARTIES[side]] : Object.values(PARTIES))].join('|')
  const others = ownPartyOf(side)
  return {
    ...OTHERS,
    cui: [cuiOf(partners), PLAIN_CODE, ...others.map(cuiOf), FIRM],
    name: [nameOf(partners), new RegExp(`^${NAMED}$`), ...others.map(nameOf), new RegExp(`^(${NAMED} )?firma$`)],
  }
}

/** Heads of a column with the CUI of the firm whose row it is: the customer of purchases, the supplier of sales. */
export const firmHeadsOf = (side: Side | undefined): readonly RegExp[] => [FIRM, ...ownPartyOf(side).map(cuiOf)]

const ownPartyOf = (side: Side | undefined): string[] =>
  side === undefined ? [] : [PARTIES[side === 'sent' ? 'received' : 'sent']]

const OTHERS = {
  number: [
    new RegExp(`^(nr|no|numar|numarul|number) (de )?${DOCUMENT}$|^${DOCUMENT} (nr|no|numar|number)$`),
    new RegExp(`^(serie|seria)( si)? (nr|numar|numarul)( ${DOCUMENT})?$`),
    /^(nr|numar|numarul|number)$/,
    new RegExp(`^${DOCUMENT}$`),
  ],
  series: [new RegExp(`^(serie|seria|series)( ${DOCUMENT})?$`)],
  date: [
    new RegExp(`^(data|date) ${DOCUMENT}$|^${DOCUMENT} date$|^(data|dt) (emiterii|emitere)$`),
    /^(data|date|dt)$/,
    /^data (inregistrarii|inregistrare|operarii|operare)$/,
  ],
  total: [
    /^(total|valoare|valoarea|suma)( totala| totalul)?( document| factura| doc)? (cu|incl|inclusiv) tva$/,
    new RegExp(
      `^(total|valoare totala|suma totala)( (${DOCUMENT.slice(1, -1)}|general|de plata))?$|^(gross|total amount|amount)$`,
    ),
    new RegExp(`^(valoare|valoarea|suma)( ${DOCUMENT})?$`),
  ],
  net: [
    /^(baza|baza impozabila|baza de impozitare|net|neta|valoare neta)$/,
    /^(total|valoare|valoarea|suma) fara tva$/,
  ],
  vat: [/^(tva|vat|valoare tva|total tva|suma tva|tva total)$/],
  currency: [/^(moneda|valuta|currency)$/],
} as const
