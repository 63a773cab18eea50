import { normalizeCui } from '../../../shared/cui.ts'
import type { RowProblem } from '../../../shared/protocol/batches.ts'

/** What people write before the number, and the apostrophe that makes a spreadsheet take it for text. */
const LABEL =
  /^'|^(?:c\s*\.?\s*u\s*\.?\s*i|c\s*\.?\s*i\s*\.?\s*f|cod(?:ul)?\s+fiscal)\s*\.?\s*[:=-]?\s*(?=(?:RO)?\s*\d)/i
/** A whole number as spreadsheets write it when they keep it as a float. */
const DECIMALS = /^(\d{2,})[.,]0{1,2}$/
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i

/** Characters of a cell that can matter; expressions take their time on long runs of spaces. */
const MAX_CELL = 100

export type CellReading = { cui: string; problem: null } | { cui: null; problem: RowProblem }

/** The CUI that stands in a cell, or what is wrong with it (P-08). The check digit is not looked at. */
export function readCell(text: string): CellReading {
  const plain = text
    .trim()
    .slice(0, MAX_CELL)
    .replace(/[\u00a0\u2007\u202f\ufeff]/g, ' ')
    .trim()
  if (plain === '') return { cui: null, problem: 'empty' }
  const number = plainNumber(plain.replace(LABEL, '').trim())
  const cui = normalizeCui(number)
  return cui === undefined ? { cui: null, problem: problemOf(number) } : { cui, problem: null }
}

function plainNumber(text: string): string {
  const whole = DECIMALS.exec(text)?.[1]
  if (whole !== undefined) return whole
  if (!SCIENTIFIC.test(text)) return text
  const value = Number(text.replace(',', '.'))
  return Number.isSafeInteger(value) ? String(value) : text
}

/** Of what is no CUI by its shape. */
function problemOf(text: string): RowProblem {
  const digits = text.replace(/^RO/i, '').replace(/[\s.]/g, '')
  if (!/^\d+$/.test(digits)) return 'no-number'
  if (digits.length === 13) return 'personal-number'
  return digits.replace(/^0+/, '').length < 2 ? 'too-short' : 'too-long'
}
