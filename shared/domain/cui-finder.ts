import { hasValidCheckDigit, normalizeCui } from './cui.ts'

/** A CUI found in a text. */
export type FoundCui = {
  /** The number as in the text, without label and prefix: `14.399.840`. */
  text: string
  /** Its place in the text. */
  start: number
  /** Digits only. */
  cui: string
  /** Whether the check digit is right. A wrong one is flagged, and the number is kept (P-08). */
  hasValidCheckDigit: boolean
}

/** Most companies in a result. */
export const MOST_CUIS = 100
/** Most characters to search; a whole selected page stays quick. */
const MOST_CHARACTERS = 200_000
/** Up to this length a text of nothing but numbers is judged as a whole; in longer ones each number on its own. */
const MOST_NUMBERS = 20_000
/** Shorter numbers without a label are counts, years or prices. */
const LEAST_BARE_DIGITS = 5
/** How far before a number its label may be. */
const CONTEXT = 60

/**
 * Digits joined by single characters: a number with its grouping, a date, a phone number, or several numbers in a row.
 */
const SEQUENCE = /\d+(?:[.,:/\-\u2013\u00a0\u2009\u202f ]\d+)*/g
const IBAN =
  /(?<![\p{L}\d])[A-Z]{2}\d{2}[\s\u00a0]?[A-Z]{4}(?:[\s\u00a0]?[A-Z0-9]){4,26}?(?![A-Z0-9]|[\s\u00a0][A-Z0-9]{4}(?![A-Z0-9]))/giu
const DATE = /^(?:\d{1,2}([./\- ])\d{1,2}\1\d{4}|\d{4}([./\- ])\d{1,2}\2\d{1,2})(?!\d)/
const GROUPED = /^\d{1,3}(?:([.\u00a0\u2009\u202f ])\d{3})(?:\1\d{3})*(?!\d)/
/** After a label, groups may also be separated by the marks of a list, a range or an amount: `CUI: 14-399-840`. */
const LOOSELY_GROUPED = /^\d{1,3}(?:([,\-/])\d{3})(?:\1\d{3})+(?!\d)/
const PLAIN = /^\d+/
const DECIMALS = /^[.,]\d{1,2}(?!\d)/
/** A Romanian telephone number; no CUI of ten digits begins with a single zero. */
const PHONE = /^0[237]\d{8}(?!\d)/

const LABEL =
  /(?<!\p{L})(?:c\.?\s?u\.?\s?i|c\.?\s?i\.?\s?f|cod(?:ul)?\s+(?:fiscal|tva|unic|de\s+(?:[iî]nregistrare|identificare))|(?:tax|fiscal)\s+(?:id|code|number|no\.?)|(?:nr\.?|num[aă]r)\s+tva|vat(?:\s+(?:id|no|nr|code|number))?)(?!\p{L})(?<between>[^\d,;]{0,30})$/iu
/** `RO` as a separate word, or glued to its label like two cells; not the end of a web address. */
const RO_PREFIX = /(?:(?<![\p{L}\d.@/_-])|(?<=(?<!\p{L})(?:CUI|CIF)))RO[\s\u00a0.:-]{0,3}$/iu
/** A word before the number that names something else. */
const OTHER_LABEL =
  /(?<!\p{L})(?:tel|telefon|phone|mobil|fax|po[sș]tal|iban|cont|cnp|seria?|nr|num[aă]r|no|factur[aăi]|invoice|comand[aă]|contract|aviz|chitan[tț][aă]|index|document|dosar|poli[tț][aă]|ref|referin[tț][aă]|op|isbn|sum[aă]|total|sold|valoare|pre[tț]|plat[aă]|plat[iî]t|debit|credit|rulaj|art|str|bl|sc|ap|id|awb|cod\s+client|cod\s+produs|ean|sku|lei|ron|eur|euro|usd|atu?|be|bg|che|cy|cz|de|dk|ee|el|es|fi|fr|gb|hr|hu|ie|it|lt|lu|lv|md|mt|nl|pl|pt|se|si|sk|xi)[\s\u00a0.:#-]*$/iu
/** Letters that belong to the number behind them: another country's, as `ATU12345678`. A lone R is a mistyped `RO`. */
const FOREIGN_PREFIX = /(?<!\p{L})(?!R$)[A-Z]{1,4}$/u
const UNIT = /^[\s\u00a0]?(?:lei|ron|euro?|usd|€|\$|%|mii|mil|buc|kg|mm|cm|km|ore|zile|mva)(?![\p{L}\d])/iu

/**
 * The CUIs in a text that a person selected, in order, each once, at most 100. A number after `CUI`, `CIF`, `cod
 * fiscal` or `RO` always counts. A number without a label counts if its check digit is right, and if neither its form
 * nor the word before it makes it a date, amount, phone number, account or document number. A selection of nothing but
 * numbers is taken as it is. In a table with a column of CUIs only that column is read.
 */
export function findCuis(text: string): FoundCui[] {
  const whole = inColumn(text) ?? onlyNumbers(text)
  const found = new Map<string, FoundCui>()
  for (const candidate of whole ?? candidatesIn(text.slice(0, MOST_CHARACTERS))) {
    const { text: written, start, cui, hasValidCheckDigit: isValid } = candidate
    if (!found.has(cui)) found.set(cui, { text: written, start, cui, hasValidCheckDigit: isValid })
    if (found.size === MOST_CUIS) break
  }
  return [...found.values()]
}

/**
 * The column of CUIs in a copied table, by its heading, apart from the amounts beside it; undefined without a heading.
 */
function inColumn(text: string): FoundCui[] | undefined {
  const [heading = '', ...rows] = text.slice(0, MOST_CHARACTERS).split('\n')
  const column = heading.split('\t').findIndex(cell => LABEL.test(cell) && !/\d/.test(cell))
  if (column === -1 || !heading.includes('\t')) return undefined
  let start = heading.length + 1
  const found: FoundCui[] = []
  for (const row of rows) {
    const cells = row.split('\t')
    const before = cells.slice(0, column).reduce((length, cell) => length + cell.length + 1, 0)
    const cell = (cells[column] ?? '').trimEnd()
    const bare = cell.replace(/^\s*(?:RO[\s.:-]{0,3})?(?=\d)/i, '')
    const number = asNumber(bare, start + before + cell.length - bare.length)
    if (number) found.push(number)
    start += row.length + 1
  }
  return found.length > 0 ? found : undefined
}

/** The numbers of a selection that holds nothing else; undefined for any other text. */
function onlyNumbers(text: string): FoundCui[] | undefined {
  if (text.length > MOST_NUMBERS) return undefined
  const words = [...text.matchAll(/[^\s,;|"'()[\]]+(?:[ \u00a0\u2009\u202f]\d{3}(?!\d))*/g)]
  const numbers = words.map(([word], at) => asNumber(word.replace(/[.:]$/, ''), words[at]?.index ?? 0))
  const all = numbers.filter(number => number !== undefined)
  if (all.length === 0 || all.length !== words.length) return undefined
  // A single number is the person's choice. Among several, one right check digit shows that the others are meant as
  // CUIs too. Short numbers are just row numbers.
  if (all.length === 1) return all
  const long = all.filter(({ cui }) => cui.length >= LEAST_BARE_DIGITS)
  return long.some(each => each.hasValidCheckDigit) ? long : undefined
}

function asNumber(word: string, start: number): FoundCui | undefined {
  const number = /^(?:RO)?((?:\d{2,10})|(?:\d{1,3}(?:([. \u00a0\u2009\u202f])\d{3})(?:\2\d{3})*))$/i.exec(word)?.[1]
  return number === undefined || PHONE.test(number) ? undefined : judged(number, start + word.length - number.length)
}

function* candidatesIn(text: string): Generator<FoundCui> {
  const readable = text.replace(IBAN, account => '_'.repeat(account.length))
  for (const { 0: sequence, index } of readable.matchAll(SEQUENCE)) yield* inSequence(readable, sequence, index)
}

/**
 * Reads a sequence from the left: it skips dates, phone numbers and amounts, and judges numbers by their surroundings.
 */
function* inSequence(text: string, sequence: string, index: number): Generator<FoundCui> {
  for (let at = 0; at < sequence.length; ) {
    const rest = sequence.slice(at)
    const start = index + at
    const before = text.slice(Math.max(0, start - CONTEXT), start)
    const isLabelled = labelled(before)
    const other = DATE.exec(rest)?.[0] ?? (isLabelled ? undefined : PHONE.exec(rest)?.[0])
    const loose = isLabelled ? LOOSELY_GROUPED.exec(rest)?.[0] : undefined
    const number = loose ?? GROUPED.exec(rest)?.[0] ?? PLAIN.exec(rest)?.[0] ?? rest
    const length = other?.length ?? number.length
    const after = text.slice(start + length, start + length + 12)
    // A sequence that begins like a phone number is one to its end.
    if (!isLabelled && !other && (rest.startsWith('0') || before.endsWith('+'))) return
    if (!other && !DECIMALS.test(after) && !UNIT.test(after)) {
      const found = judged(number, start, loose?.replace(/\D/g, ''))
      if (found && (isLabelled || standsAlone(found, before, after))) yield found
    }
    at += length + (DECIMALS.exec(after)?.[0].length ?? 0) + 1
  }
}

function judged(number: string, start: number, digits = number): FoundCui | undefined {
  const cui = normalizeCui(digits)
  return cui === undefined ? undefined : { text: number, start, cui, hasValidCheckDigit: hasValidCheckDigit(cui) }
}

function labelled(before: string): boolean {
  if (RO_PREFIX.test(before)) return true
  const between = LABEL.exec(before)?.groups?.between
  if (between === undefined) return false
  // `CUI/CNP` is one label: forms have a field for either.
  const words = between.replace(/^\s*[/\\|]\s*CNP\b|\b(?:nr|no|RO)\b/gi, '')
  return !OTHER_LABEL.test(words) && !FOREIGN_PREFIX.test(words) && (words.match(/\p{L}+/gu) ?? []).length <= 2
}

/** Whether a number without a label is a CUI, by its form and its surroundings. */
function standsAlone(found: FoundCui, before: string, after: string): boolean {
  const groups = found.text.split(/\D/).length
  return (
    found.hasValidCheckDigit &&
    found.cui.length >= LEAST_BARE_DIGITS &&
    groups !== 2 && // 12.500 is an amount
    !/[\p{L}\d_+@#][-\u2013/:.,]?$|[-\u2013/:]$/u.test(before) &&
    !/^(?:[\p{L}_@]|[-\u2013/:]\S)/u.test(after) &&
    !OTHER_LABEL.test(before)
  )
}
