import type { Locale } from '../errors/codes.ts'
import type { Fact } from '../protocol/invoices/document.ts'
import { meansText, vatDueText } from './codes.ts'
import { amountText, countryName, dayText } from './format.ts'
import { en } from './labels-en.ts'
import { ro, type SheetLabels } from './labels-ro.ts'

/** A label and its text. */
export type Row = { label: string; text: string }

export const labelsOf = (locale: Locale): SheetLabels => (locale === 'ro' ? ro : en)

/** A fact in words; one unknown to this program appears under its name. */
export function factRow(locale: Locale, { what, text, day }: Fact, currency: string | null): Row {
  const known: Readonly<Record<string, string>> = labelsOf(locale).facts
  const words = wordsFor(what, text, locale, currency)
  return { label: known[what] ?? what, text: day ? `${words}, ${dayText(locale, day)}` : words }
}

function wordsFor(what: string, text: string, locale: Locale, currency: string | null): string {
  switch (what) {
    case 'means':
      return meansText(locale, text)
    case 'vat-due-code':
      return vatDueText(locale, text)
    case 'country':
    case 'origin':
      return countryName(locale, text)
    case 'gross-price':
    case 'price-discount':
      return amountText(locale, text, currency)
    case 'tax-point':
    case 'period-from':
    case 'period-to':
    case 'delivered-on':
      return dayText(locale, text)
    default:
      return text
  }
}
