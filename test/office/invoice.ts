import type { Firm, ForeignFirm } from './firms.ts'
import type { Good } from './sectors.ts'

/** Amounts are hundredths of the currency, quantities thousandths. */
export type Line = {
  name: string
  description: string | null
  unit: string
  quantity: number
  price: number
  discount: number
  amount: number
  category: VatCategory
}

/** `exemption`: the reason code of categories without VAT (VATEX). */
export type VatCategory = { id: 'S' | 'E' | 'AE' | 'K' | 'O'; percent: number; exemption: string | null }

export type Adjustment = { isCharge: boolean; reason: string; amount: number; category: VatCategory }

export type Invoice = {
  /** `storno`: an invoice (380) with negative amounts, as most programs write it. */
  kind: 'invoice' | 'credit-note' | 'storno'
  selfBilled: boolean
  number: string
  /** `yyyy-MM-dd`. */
  issueDate: string
  dueDate: string
  seller: Firm
  buyer: Firm | ForeignFirm
  currency: 'RON' | 'EUR'
  /** Lei for one unit of the currency, in ten thousandths. */
  rate: number
  note: string | null
  order: string | null
  contract: string | null
  /** Number and day of the invoice that this one corrects. */
  preceding: { number: string; issueDate: string } | null
  attachment: { name: string; mediaType: string; bytes: Buffer; description: string } | null
  delivery: string | null
  iban: string
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
  prepaid: number
}

export const isForeign = (firm: Firm | ForeignFirm): firm is ForeignFirm => 'taxId' in firm

/** Law 141/2025: 21 % and 11 % took the places of 19 % and 9 % on 1 August 2025. */
export function categoryOf(good: Good, issueDate: string, seller: Firm, buyer: Firm | ForeignFirm): VatCategory {
  if (!seller.isVatPayer) return { id: 'O', percent: 0, exemption: 'VATEX-EU-O' }
  if (isForeign(buyer)) return { id: 'K', percent: 0, exemption: 'VATEX-EU-IC' }
  const isNew = issueDate >= '2025-08-01'
  switch (good.rate) {
    case 'standard':
      return { id: 'S', percent: isNew ? 21 : 19, exemption: null }
    case 'reduced':
      return { id: 'S', percent: isNew ? 11 : 9, exemption: null }
    case 'reverse':
      return { id: 'AE', percent: 0, exemption: 'VATEX-EU-AE' }
    case 'exempt':
      return { id: 'E', percent: 0, exemption: 'VATEX-EU-132-1B' }
  }
}

export type Sums = {
  lines: number
  allowances: number
  charges: number
  net: number
  vat: number
  vatInLei: number
  gross: number
  prepaid: number
  payable: number
  byCategory: { category: VatCategory; base: number; vat: number }[]
}

/** The sums as EN 16931 has them: VAT by category and rate, each rounded once. */
export function sumsOf({ lines, adjustments, prepaid, rate }: Invoice): Sums {
  const bases = new Map<string, { category: VatCategory; base: number }>()
  const add = (category: VatCategory, amount: number) => {
    const key = `${category.id} ${category.percent}`
    const known = bases.get(key)
    if (known) known.base += amount
    else bases.set(key, { category, base: amount })
  }
  for (const { category, amount } of lines) add(category, amount)
  for (const { category, amount, isCharge } of adjustments) add(category, isCharge ? amount : -amount)
  const byCategory = [...bases.values()].map(({ category, base }) => ({
    category,
    base,
    vat: Math.round((base * category.percent) / 100),
  }))
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const of = (isCharge: boolean) => sum(adjustments.filter(one => one.isCharge === isCharge).map(one => one.amount))
  const [total, allowances, charges] = [sum(lines.map(({ amount }) => amount)), of(false), of(true)]
  const net = total - allowances + charges
  const vat = sum(byCategory.map(one => one.vat))
  const gross = net + vat
  const vatInLei = Math.round((vat * rate) / 10_000)
  return { lines: total, allowances, charges, net, vat, vatInLei, gross, prepaid, payable: gross - prepaid, byCategory }
}
