import { formatDecimal, parseDecimal, roundDecimal } from '../../../shared/domain/decimal.ts'
import { isCalendarDay } from '../../../shared/domain/romania-time.ts'

/** How much of a cell to read, characters. */
export const MAX_CELL = 200

/** The sign between integer and fraction; `either`: each cell's last sign. */
export type DecimalMark = ',' | '.' | 'either'

/**
 * How a column writes its amounts. Romanian tables have `1.234,50`, workbooks and English ones `1234.5` and `1,234.50`;
 * three digits after the only sign are a group, unless the sign cannot be one (`1000.000`, `0.210`), or the table is a
 * workbook, which holds numbers, not texts.
 */
export function decimalMarkOf(cells: readonly string[], isWorkbook: boolean): DecimalMark {
  const plain = cells.map(bare)
  const hasCommas = plain.some(cell => /,(?:\d{1,2}|\d{4,})$|(?:^|\D)(?:0|\d{4,}),\d{3}$/.test(cell))
  const hasPoints = plain.some(cell => /\.(?:\d{1,2}|\d{4,})$|(?:^|\D)(?:0|\d{4,})\.\d{3}$/.test(cell))
  if (hasCommas && hasPoints) return 'either'
  if (hasCommas) return ','
  if (hasPoints || isWorkbook) return '.'
  return plain.some(cell => /,\d{3}$/.test(cell)) ? '.' : ','
}

/** An amount as people and programs write it, as decimal text with two digits; undefined for any other text. */
export function readAmount(cell: string, mark: DecimalMark): string | undefined {
  const text = bare(cell)
  if (text === '') return undefined
  // Excel's accounting format writes zero so.
  if (text === '-') return '0.00'
  // A workbook formula's remainder of zero
  if (/^-?\d(?:\.\d+)?e-\d{1,3}$/i.test(text))
    return formatDecimal(roundDecimal(parseDecimal(Number(text).toFixed(8)) ?? 0n))
  const isNegative = /^-|-$|^\(.*\)$/.test(text)
  const digits = text.replace(/^[-+(]+|(?<![-)])[-)]+$/g, '')
  const own = mark === 'either' ? (digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.') : mark
  const [whole = '', ...rest] = digits.split(own)
  const groups = whole.replace(own === ',' ? /[.'’]/g : /[,'’]/g, '')
  // A second mark: it groups digits after all, as in 1.234.567.
  const units = rest.length > 1 ? parseDecimal(digits.replaceAll(own, '')) : parseDecimal([groups, ...rest].join('.'))
  return units === undefined ? undefined : formatDecimal(roundDecimal(isNegative ? -units : units))
}

/** Without spaces and the currency beside the number. */
function bare(cell: string): string {
  return cell
    .slice(0, MAX_CELL)
    .replace(/[\s\p{Zs}\p{Cf}]+/gu, '')
    .replace(/^(?:ron|lei|eur|usd|€|\$)|(?:ron|lei|eur|usd|€|\$)\.?$/gi, '')
    .replace(/^[−–—]/, '-')
}

const MONTHS = ['ian', 'feb', 'mar', 'apr', 'mai', 'iun', 'iul', 'aug', 'sep', 'oct', 'noi', 'dec']
const ENGLISH: Readonly<Record<string, number>> = { jan: 1, may: 5, jun: 6, jul: 7, nov: 11 }
/** Serial 25569 of a workbook is the 1st of January 1970. */
const EPOCH = 25_569

const WRITTEN = /^(\d{1,2})[-./\s](\d{1,2})[-./\s](\d{4}|\d{2})(?=$|[T\s])/

/** Whether a column has the month before the day, as in America: one cell shows it, and none shows the contrary. */
export function isMonthFirst(cells: readonly string[]): boolean {
  const hasDayAt = (part: 1 | 2) => cells.some(cell => Number(WRITTEN.exec(plain(cell))?.[part]) > 12)
  return hasDayAt(2) && !hasDayAt(1)
}

/** Without the apostrophe that makes a text of a cell. */
const plain = (cell: string): string => cell.slice(0, MAX_CELL).trim().replace(/^'/, '')

/** A day as `yyyy-MM-dd`, from the notations of tables; undefined for any other text. */
export function readDay(cell: string, monthFirst = false): string | undefined {
  const text = plain(cell)
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?=$|[T\s])/.exec(text)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text)
  if (compact) return day(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const written = WRITTEN.exec(text)
  if (written) {
    const [first, second, year] = [Number(written[1]), Number(written[2]), fullYear(Number(written[3]))]
    const [asInRomania, asInAmerica] = [day(year, second, first), day(year, first, second)]
    return monthFirst ? (asInAmerica ?? asInRomania) : (asInRomania ?? asInAmerica)
  }
  const named = /^(?:\p{L}{4,10},\s+)?(\d{1,2})[-.\s]+(\p{L}{3,10})\.?[-.\s]+(\d{4}|\d{2})(?=$|\s)/iu.exec(text)
  if (named) {
    const short = (named[2] ?? '').toLowerCase().slice(0, 3)
    const month = ENGLISH[short] ?? MONTHS.indexOf(short) + 1
    return month > 0 ? day(fullYear(Number(named[3])), month, Number(named[1])) : undefined
  }
  const serial = /^([3-6]\d{4})(?:\.\d+)?$/.exec(text)
  return serial ? new Date((Number(serial[1]) - EPOCH) * 86_400_000).toISOString().slice(0, 10) : undefined
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

function day(year: number, month: number, date: number): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isCalendarDay(text) ? text : undefined
}
