import { divideDecimals, formatDecimal, parseDecimal } from '../../domain/decimal.ts'
import { RecipisaError } from '../../errors/recipisa-error.ts'

/** A party as accounting programs expect it. */
export type BookedParty = {
  name: string | null
  /** Digits of the CUI or CNP; else as written. */
  cui: string | null
  /** The same as written, with the country's letters if it has them. */
  vatId: string | null
  registration: string | null
  country: string | null
  /** A Romanian county, by its letters alone. */
  county: string | null
  city: string | null
  street: string | null
  phone: string | null
  email: string | null
}

export type BookedLine = {
  name: string
  /** Codes of the article: the seller's, the buyer's, the bar code. */
  sellerCode: string | null
  buyerCode: string | null
  barCode: string | null
  quantity: string
  unit: string | null
  /** Per unit, without VAT. */
  price: string | null
  amount: string
  category: string | null
  percent: string | null
}

/** One VAT rate of an invoice. Category O has no rate, whatever the document says. */
export type BookedVat = { category: string | null; percent: string | null; base: string; vat: string }

/**
 * An invoice as booked. All amounts are decimal texts with their sign in a journal: those of a credit note are negated,
 * those of a storno typed as an invoice are already negative.
 */
export type BookedInvoice = {
  /** UNTDID 1001: 380, 381, 384, 389, 751. */
  typeCode: string | null
  number: string
  issueDate: string | null
  dueDate: string | null
  /** VAT is due when the invoice is paid (BT-8 is 432). */
  vatOnPayment: boolean
  currency: string | null
  /** The second currency, and the VAT in it; null if it is the first one. */
  vatCurrency: string | null
  vatInCurrency: string | null
  seller: BookedParty
  buyer: BookedParty
  /** Of several ways to pay, the first account. */
  iban: string | null
  vat: BookedVat[]
  /** The document's own sums; null if not stated. */
  net: string | null
  totalVat: string | null
  gross: string | null
  payable: string | null
  /** With the document's own discounts and charges at the end. */
  lines: BookedLine[]
}

/** The same as written: with the document's signs, and separate discounts. */
export type RawInvoice = Omit<BookedInvoice, 'vat' | 'lines'> & {
  isCredit: boolean
  vat: { category: string | null; percent: string | null; base: string | null; vat: string | null }[]
  lines: (Omit<BookedLine, 'quantity' | 'amount'> & {
    quantity: string | null
    amount: string | null
    /** The number of units that the price covers; null for one. */
    priceQuantity: string | null
  })[]
  adjustments: {
    isCharge: boolean
    reason: string | null
    amount: string | null
    category: string | null
    percent: string | null
  }[]
}

/** Brings signs, rates and empty amounts into one form. Throws `book-amount-unreadable`. */
export function toBooked({ isCredit, adjustments, ...raw }: RawInvoice): BookedInvoice {
  const units = (text: string | null): bigint => {
    const read = text === null ? 0n : parseDecimal(text)
    if (read === undefined)
      throw new RecipisaError('book-amount-unreadable', {
        number: raw.number.slice(0, 100),
        value: (text ?? '').slice(0, 40),
      })
    return isCredit ? -read : read
  }
  const amount = (text: string | null) => formatDecimal(units(text))
  const optional = (text: string | null) => (text === null ? null : amount(text))
  // A line must have a category; if it has none and the invoice has only one, that one applies.
  const [only] = raw.vat.length === 1 ? raw.vat : []
  const lines = raw.lines.map(({ priceQuantity, ...line }): BookedLine => {
    const { category, percent } = line.category === null && line.percent === null && only ? only : line
    return {
      ...line,
      category,
      percent: rate(category, percent),
      quantity: formatDecimal(units(line.quantity ?? '1'), 0),
      price: priceOfOne(line.price, priceQuantity),
      amount: amount(line.amount),
    }
  })
  const ends = adjustments.map((one): BookedLine => {
    const value = one.isCharge ? units(one.amount) : -units(one.amount)
    return {
      name: one.reason ?? (one.isCharge ? 'Taxă suplimentară' : 'Discount'),
      sellerCode: null,
      buyerCode: null,
      barCode: null,
      quantity: value < 0n ? '-1' : '1',
      unit: null,
      price: null,
      amount: formatDecimal(value),
      category: one.category,
      percent: rate(one.category, one.percent),
    }
  })
  return {
    ...raw,
    vat: byRate(raw.vat.map(row => ({ ...row, base: units(row.base), vat: units(row.vat) }))),
    vatInCurrency: optional(raw.vatInCurrency),
    net: optional(raw.net),
    totalVat: optional(raw.totalVat),
    gross: optional(raw.gross),
    payable: optional(raw.payable),
    lines: [...lines, ...ends],
  }
}

/** One row per category and rate, in the order of the document. */
function byRate(rows: readonly { category: string | null; percent: string | null; base: bigint; vat: bigint }[]) {
  const groups = new Map<string, { category: string | null; percent: string | null; base: bigint; vat: bigint }>()
  for (const row of rows) {
    const percent = rate(row.category, row.percent)
    const name = `${row.category} ${percent}`
    const group = groups.get(name) ?? { category: row.category, percent, base: 0n, vat: 0n }
    groups.set(name, { ...group, base: group.base + row.base, vat: group.vat + row.vat })
  }
  return [...groups.values()].map(({ base, vat, ...group }) => ({
    ...group,
    base: formatDecimal(base),
    vat: formatDecimal(vat),
  }))
}

/** `19.00` as `19`; none if not subject to VAT. */
function rate(category: string | null, percent: string | null): string | null {
  if (category === 'O' || percent === null) return null
  const units = parseDecimal(percent)
  return units === undefined ? percent : formatDecimal(units, 0)
}

function priceOfOne(price: string | null, quantity: string | null): string | null {
  const [total, count] = [parseDecimal(price ?? ''), parseDecimal(quantity ?? '1')]
  const one = total === undefined || count === undefined || quantity === null ? undefined : divideDecimals(total, count)
  return one === undefined ? price : formatDecimal(one, 0)
}

/** An xs:boolean has two spellings. */
export const isTrue = (text: string | null): boolean => /^(?:true|1)$/i.test(text ?? '')

/** Letters of a county of Romania (`RO-CT`) without the country's. */
export const countyOf = (text: string | null): string | null => text?.replace(/^RO-(?=[A-Z]{1,2}$)/, '') ?? null

/** An account without the spaces that people write between its groups. */
export const accountOf = (text: string | null): string | null => text?.replace(/\s/g, '') ?? null

/** A day as UBL (`2026-10-05`, a time zone after it is ignored) or CII (`20261005`) writes it; null for any other text. */
export function dayIn(text: string | null): string | null {
  const parts = /^(\d{4})-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?=$|Z|[+-])/.exec(text ?? '')
  return parts ? parts.slice(1).join('-') : null
}
