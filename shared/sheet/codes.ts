import type { Locale } from '../errors/codes.ts'

type Words = Readonly<Record<string, Readonly<Record<Locale, string>>>>

/** Means of payment (UNTDID 4461), BT-81. */
const MEANS: Words = {
  1: { ro: 'nespecificat', en: 'not specified' },
  10: { ro: 'numerar', en: 'cash' },
  20: { ro: 'cec', en: 'cheque' },
  30: { ro: 'ordin de plată', en: 'credit transfer' },
  31: { ro: 'transfer bancar', en: 'bank transfer' },
  42: { ro: 'plată în cont bancar', en: 'payment to bank account' },
  48: { ro: 'card bancar', en: 'bank card' },
  49: { ro: 'debitare directă', en: 'direct debit' },
  54: { ro: 'card de credit', en: 'credit card' },
  55: { ro: 'card de debit', en: 'debit card' },
  57: { ro: 'ordin permanent', en: 'standing agreement' },
  58: { ro: 'transfer SEPA', en: 'SEPA credit transfer' },
  59: { ro: 'debitare directă SEPA', en: 'SEPA direct debit' },
  60: { ro: 'bilet la ordin', en: 'promissory note' },
  68: { ro: 'serviciu de plată online', en: 'online payment service' },
  97: { ro: 'compensare', en: 'clearing between partners' },
  ZZZ: { ro: 'stabilit de comun acord', en: 'mutually defined' },
}

/** Kinds of documents (UNTDID 1001) that CIUS-RO admits or sellers use, BT-3. */
const TYPES: Words = {
  326: { ro: 'factură parțială', en: 'partial invoice' },
  380: { ro: 'factură', en: 'commercial invoice' },
  381: { ro: 'notă de creditare', en: 'credit note' },
  384: { ro: 'factură corectată', en: 'corrected invoice' },
  386: { ro: 'factură de avans', en: 'prepayment invoice' },
  389: { ro: 'autofactură', en: 'self-billed invoice' },
  261: { ro: 'notă de creditare pe autofactură', en: 'self-billed credit note' },
  751: { ro: 'informații în scopuri contabile', en: 'invoice information for accounting' },
}

/** When VAT becomes due (UNTDID 2005), BT-8. */
const VAT_DUE: Words = {
  3: { ro: 'la data emiterii', en: 'at the date of issue' },
  35: { ro: 'la data livrării', en: 'at the date of delivery' },
  432: { ro: 'la încasare', en: 'when paid (cash-basis VAT)' },
}

/** VAT categories (UNTDID 5305) without a rate. */
const CATEGORIES: Words = {
  Z: { ro: 'cotă zero', en: 'zero rate' },
  E: { ro: 'scutit', en: 'exempt' },
  AE: { ro: 'taxare inversă', en: 'reverse charge' },
  K: { ro: 'livrare intracomunitară', en: 'intra-community supply' },
  G: { ro: 'export', en: 'export' },
  O: { ro: 'neimpozabil', en: 'not subject to VAT' },
  L: { ro: 'IGIC (Canare)', en: 'IGIC (Canary Islands)' },
  M: { ro: 'IPSI (Ceuta și Melilla)', en: 'IPSI (Ceuta and Melilla)' },
}

/** `ordin de plată (30)`; an unknown code stands alone. */
const worded =
  (words: Words) =>
  (locale: Locale, code: string): string => {
    const word = words[code]?.[locale]
    return word === undefined ? code : `${word} (${code})`
  }

export const meansText = worded(MEANS)
export const typeText = worded(TYPES)
export const vatDueText = worded(VAT_DUE)
export const categoryText = worded(CATEGORIES)
/** Whether a category has its own rate. */
export const hasRate = (category: string | null): boolean =>
  category === null || category === 'S' || !(category in CATEGORIES)
