import { normalizeCui, withoutCountry } from '../../../shared/domain/cui.ts'
import type { RowProblem } from '../../../shared/protocol/registers/batches.ts'
import { withoutLabel } from '../../../shared/text/cui-labels.ts'

/** A whole number as spreadsheets write it when they keep it as a float. */
const DECIMALS = /^(\d{2,})[.,]0{1,2}$/
const SCIENTIFIC = /^\d(?:[.,](?<decimals>\d+))?E(?<plus>\+?)(?<exponent>\d{1,2})$/i
/** Groups of three digits, as in English. */
const COMMA_GROUPS = /^(?:RO\s*)?\d{1,3}(?:,\d{3}){1,3}$/i

/** How much of a cell to read, characters: the expressions take long on many spaces. */
const MAX_CELL = 100

export type CellReading = { cui: string; problem: null } | { cui: null; problem: RowProblem }

/** The CUI in a cell, or the cell's problem (P-08). The check digit is not checked. */
export function readCell(text: string): CellReading {
  const plain = text
    .trim()
    .slice(0, MAX_CELL)
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (plain === '') return { cui: null, problem: 'empty' }
  const number = plainNumber(withoutLabel(plain))
  const cui = normalizeCui(number)
  return cui === undefined ? { cui: null, problem: problemOf(number) } : { cui, problem: null }
}

function plainNumber(text: string): string {
  const whole = DECIMALS.exec(text)?.[1]
  if (whole !== undefined) return whole
  if (COMMA_GROUPS.test(text)) return text.replaceAll(',', '')
  const { decimals = '', plus, exponent } = SCIENTIFIC.exec(text)?.groups ?? {}
  // `1.44E+07` is a spreadsheet's narrow form of a number: it lacks digits of the CUI.
  if (exponent === undefined || (plus && decimals.length < Number(exponent) - 1)) return text
  const value = Number(text.replace(',', '.'))
  return Number.isSafeInteger(value) ? String(value) : text
}

/** Whether a text is one number whose commas separate groups of digits, as opposed to several cells. */
export function isCommaGrouped(text: string): boolean {
  return COMMA_GROUPS.test(text.trim())
}

/** The problem of a text that does not have the shape of a CUI. */
function problemOf(text: string): RowProblem {
  const digits = withoutCountry(text).replace(/[\s.]/g, '')
  if (!/^\d+$/.test(digits)) return 'no-number'
  if (digits.length === 13) return 'personal-number'
  const { length } = digits.replace(/^0+/, '')
  return length < 2 ? 'too-short' : length > 10 ? 'too-long' : 'no-number'
}
