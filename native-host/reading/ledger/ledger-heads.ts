import type { LedgerColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { CODE } from '../list/columns.ts'
import type { Side } from './ledger-sides.ts'

export type Fact = keyof LedgerColumns

const DOCUMENT = '(document|documentului|doc|factura|facturii|fact|act|invoice)'
/** Whose document it is, behind its name. */
const OF_PARTY = '( (furnizor|client|partener)(ul|ului)?)?'
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

/** A head that names the document and nothing of it: its number, or its kind. */
export const BARE_DOCUMENT = new RegExp(`^${DOCUMENT}$`)

/** The words of a head that says in which currency its amounts are. */
export const IN_LEI = / (ron|lei)$/

const amount = (heads: string) => new RegExp(`^(${heads})(( in)? (ron|lei))?$`)

const accountOf = (column: string) => amount(`((rulaj|suma|sume|valoare) )?${column}(or|oare)?`)

/** Heads of the invoices' amounts in a partner's account, beside its payments and balance. */
export const ACCOUNT: Readonly<Record<Side, RegExp>> = { received: accountOf('credit'), sent: accountOf('debit') }

/** The head of an account's balance. */
export const BALANCE = /^sold(ul)?( |$)/

const OTHERS = {
  number: [
    new RegExp(`^(nr|no|numar|numarul|number) (de )?${DOCUMENT}${OF_PARTY}$|^${DOCUMENT} (nr|no|numar|number)$`),
    new RegExp(`^(serie|seria)( si)? (nr|numar|numarul)( ${DOCUMENT})?$`),
    /^(nr|numar|numarul|number)$/,
    BARE_DOCUMENT,
  ],
  series: [new RegExp(`^(serie|seria|series)( ${DOCUMENT})?$`)],
  date: [
    new RegExp(
      `^(data|date) ${DOCUMENT}${OF_PARTY}$|^${DOCUMENT} date$|^(data|dt) (emiterii|emitere)( ${DOCUMENT}${OF_PARTY})?$`,
    ),
    /^(data|date|dt)$/,
    /^data (inregistrarii|inregistrare|operarii|operare)$/,
  ],
  total: [
    amount('(total|valoare|valoarea|suma)( totala| totalul)?( document| factura| doc)? (cu|incl|inclusiv) tva'),
    amount(
      `(total|valoare totala|suma totala)( (${DOCUMENT.slice(1, -1)}|general|de plata))?|gross|total amount|amount`,
    ),
    amount(`(valoare|valoarea|suma)( ${DOCUMENT})?`),
  ],
  net: [
    amount('baza|baza impozabila|baza de impozitare|net|neta|valoare neta'),
    amount('(total|valoare|valoarea|suma) fara tva'),
  ],
  vat: [amount('tva|vat|valoare tva|total tva|suma tva|tva total')],
  currency: [/^(moneda|valuta|currency)$/],
} as const
