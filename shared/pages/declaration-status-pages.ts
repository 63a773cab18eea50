import * as v from 'valibot'
import { isCalendarDay } from '../domain/romania-time.ts'
import { type DeclarationState, FilingNumber, type StatusRow } from '../protocol/declarations.ts'
import { fold } from '../text/fold.ts'
import type { SeenPage } from './page-end.ts'
import { attributeOf, childrenOf, elementsIn, type PageElement, type PageNode, startOf, textOf } from './page-tree.ts'

/** The kinds of pages of the declaration status service, judged by their content alone (D-05). */
export type DeclarationStatusPageContent =
  /** `cui` and `period` (days, `yyyy-MM-dd`) from the header line; null if it does not name them. */
  | { kind: 'found'; cui: string | null; period: { from: string; to: string } | null; rows: StatusRow[] }
  /** Also the answer for a mismatched index and CUI. */
  | { kind: 'not-found' }
  | { kind: 'invalid-input'; message: string }
  | { kind: 'query-form' }
  | { kind: 'unknown' }

const STATES: readonly (readonly [RegExp, DeclarationState])[] = [
  [/^in prelucrare$/, 'processing'],
  [/^documentul este valid$/, 'valid'],
  [/^documentul are erori de validare$/, 'has-errors'],
  // This letter has three spellings, and a wrong character set garbles it.
  [/^fi.ierul depus nu este un document valid$/u, 'not-a-document'],
]

/** Each column by the beginning of its name, folded. */
const COLUMNS = {
  filingNumber: 'index',
  form: 'tip document',
  state: 'stare document',
  registration: 'data inregistrare',
  receipt: 'consulta',
  uploadedOn: 'data incarcare',
} as const
type Column = keyof typeof COLUMNS
type Cells = Record<Column, PageElement>

/** Most tables to read: a page has a few, for its layout, and deeper nesting costs more. */
const MOST_TABLES = 50

/** The state for the page's words; null for unknown words (D-06). */
export function declarationStateOf(wording: string): DeclarationState | null {
  // Expressions with `$` are slow on long runs; the known states are short.
  const folded = fold(wording.slice(0, 200)).replace(/(?<![\s.!])[\s.!]+$/, '')
  return STATES.find(([words]) => words.test(folded))?.[1] ?? null
}

/** Reads a page. One without its end is unknown, because its table may have more rows. */
export function readDeclarationStatusPage({ root: page, end }: SeenPage): DeclarationStatusPageContent {
  if (end !== 'table' && end !== 'document') return { kind: 'unknown' }
  const text = textOf(page)
  const folded = fold(text)
  const table = resultTable(page)
  const isNotFound = folded.includes('nu a fost identificata nicio declaratie')
  if (table && table.length > 0) {
    const rows = table.map(readRow)
    return isNotFound || !rows.every(row => row !== undefined)
      ? { kind: 'unknown' }
      : { kind: 'found', ...headerOf(text), rows }
  }
  // A table without rows means the same as the sentence.
  if (isNotFound || table) return { kind: 'not-found' }
  const invalid = /nu a.i introdus (?:un )?[^.!<]{0,60}valid[ae]?/iu.exec(text)
  if (invalid) return { kind: 'invalid-input', message: invalid[0] }
  const inputs = elementsIn(page, 'input', 'select')
  const hasForm = ['ghiseu', 'id', 'cui'].every(name => inputs.some(input => attributeOf(input, 'name') === name))
  return { kind: hasForm ? 'query-form' : 'unknown' }
}

/** The rows of the result's table, without the header; undefined if there is no such table. */
function resultTable(page: PageNode): Cells[] | undefined {
  for (const table of elementsIn(page, 'table').slice(0, MOST_TABLES)) {
    const rows = rowsOf(table)
    const header = rows.map(columnsOf).find(columns => columns !== undefined)
    if (header === undefined) continue
    // A cell across the whole table is a remark. A row with any other number of cells is unknown.
    const data = rows.filter(cells => cells.length > 1 && columnsOf(cells) === undefined)
    const named = data.map(cells => nameCells(cells, header))
    if (named.every(cells => cells !== undefined)) return named
  }
  return undefined
}

/** The cells of a table's own rows. The page's `thead` has no row; the parser adds one, as browsers do. */
function rowsOf(table: PageElement): PageElement[][] {
  const sections = childrenOf(table).filter(({ nodeName }) => ['thead', 'tbody', 'tfoot'].includes(nodeName))
  const rows = sections.flatMap(childrenOf).filter(({ nodeName }) => nodeName === 'tr')
  return rows.map(row => childrenOf(row).filter(isCell))
}

const isCell = (node: PageNode): node is PageElement => node.nodeName === 'td' || node.nodeName === 'th'

function columnsOf(cells: readonly PageElement[]): Record<Column, number> | undefined {
  if (cells.length !== Object.keys(COLUMNS).length) return undefined
  const texts = cells.map(cell => fold(startOf(cell)))
  const entries = Object.entries(COLUMNS).map(
    ([column, name]) => [column, texts.findIndex(text => text.startsWith(name))] as const,
  )
  if (entries.some(([, at]) => at < 0)) return undefined
  return Object.fromEntries(entries) as Record<Column, number>
}

function nameCells(cells: readonly PageElement[], columns: Record<Column, number>): Cells | undefined {
  if (cells.length !== Object.keys(columns).length) return undefined
  return Object.fromEntries(Object.entries(columns).map(([column, at]) => [column, cells[at]])) as Cells
}

function readRow(cells: Cells): StatusRow | undefined {
  const index = textOf(cells.filingNumber)
  const wording = textOf(cells.state)
  const [, number = '', day] = /^(.*?)(?: ?\bdin (\d{2}\.\d{2}\.\d{4}))?$/i.exec(textOf(cells.registration)) ?? []
  // `INTERNT-<index>-<year>`, or a counter's number, which may be the only one.
  const isCounter = v.is(FilingNumber, number) ? !/^intern/i.test(number) : !/^\d+$/.test(index)
  const filingNumber = isCounter && !v.is(FilingNumber, index) ? number : index
  if (!v.is(FilingNumber, filingNumber)) return undefined
  const uploadedOn = textOf(cells.uploadedOn)
  return {
    filingNumber,
    isCounter,
    form: textOf(cells.form),
    state: declarationStateOf(wording),
    wording,
    registrationNumber: number || null,
    registeredOn: dayOf(day),
    uploadedOn: isCalendarDay(uploadedOn) ? uploadedOn : null,
    hasReceipt: elementsIn(cells.receipt, 'a').some(link => isReceiptLink(link, index)),
  }
}

/** Whether a link leads to the receipt with exactly this index. */
function isReceiptLink(link: PageElement, index: string): boolean {
  const url = URL.parse(attributeOf(link, 'href') ?? '', 'https://status.invalid/StareD112/')
  // For visitors without its cookie a servlet writes the session into links: `ObtineRecipisa;jsessionid=…`.
  const isReceipt = url?.pathname.replace(/;.*$/s, '') === '/StareD112/ObtineRecipisa'
  return isReceipt && url.searchParams.get('numefisier') === `${index}.pdf`
}

function headerOf(text: string): { cui: string | null; period: { from: string; to: string } | null } {
  const [, cui = null, from, to] =
    /Documente depuse pentru cui ?: ?(\d{2,13}) .n perioada (\d{2}\.\d{2}\.\d{4}) ?[/-] ?(\d{2}\.\d{2}\.\d{4})/iu.exec(
      text,
    ) ?? []
  const [first, last] = [dayOf(from), dayOf(to)]
  return { cui, period: first && last ? { from: first, to: last } : null }
}

/** `dd.MM.yyyy` as `yyyy-MM-dd`; null if no such day exists. */
function dayOf(text: string | undefined): string | null {
  const day = text?.split('.').toReversed().join('-')
  return day !== undefined && isCalendarDay(day) ? day : null
}
