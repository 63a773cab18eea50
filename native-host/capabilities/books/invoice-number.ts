import { fold } from '../../../shared/text/fold.ts'

/** Words around a number that are not a series. */
const WORDS = new Set(['nr', 'numar', 'no', 'seria', 'serie', 'factura', 'fact', 'fiscala', 'invoice', 'doc', 'din'])

/** The forms of an invoice number in books and on invoices: `FCT 001001`, `FCT-1001`, `Seria FCT nr. 1001`. */
export type NumberForms = {
  /** Letters and digits in order, without zeros in front. */
  whole: string
  /** The digits alone. */
  digits: string
  hasLetters: boolean
  /** The last group of digits: the number without year, series or branch. */
  last: string
}

export function numberForms(text: string): NumberForms {
  const parts = (fold(text).match(/[a-z]+|\d+/g) ?? [])
    .filter(part => !WORDS.has(part))
    .map(part => (/\d/.test(part) ? part.replace(/^0+(?=\d)/, '') : part))
  const digits = parts.filter(part => /\d/.test(part))
  return {
    whole: parts.join('|'),
    digits: digits.join('|'),
    hasLetters: digits.length < parts.length,
    last: digits.at(-1) ?? '',
  }
}
