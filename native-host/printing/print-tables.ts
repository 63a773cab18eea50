import type { SheetLabels } from '../../shared/sheet/labels-ro.ts'
import type { Sheet } from '../../shared/sheet/sheet.ts'
import { type Look, type PageWriter, WIDTH } from './page-writer.ts'

/** Columns of a table: where they begin, and how their texts are aligned. */
type Column = { x: number; width: number; align?: 'left' | 'right' }

const LINE_COLUMNS: readonly Column[] = [
  { x: 0, width: 22 },
  { x: 26, width: 194 },
  { x: 224, width: 72, align: 'right' },
  { x: 302, width: 72, align: 'right' },
  { x: 380, width: 76, align: 'right' },
  { x: 462, width: WIDTH - 462, align: 'right' },
]
const VAT_COLUMNS: readonly Column[] = [
  { x: 0, width: 220 },
  { x: 224, width: 140, align: 'right' },
  { x: 370, width: WIDTH - 370, align: 'right' },
]

/** The lines; the table's head is on each of its pages. */
export function printLines(writer: PageWriter, { lines }: Sheet, labels: SheetLabels): void {
  if (lines.length === 0) return
  const head = () =>
    printHead(writer, LINE_COLUMNS, [
      labels.number,
      labels.item,
      labels.quantity,
      labels.price,
      labels.value,
      labels.vat,
    ])
  writer.keep(60)
  head()
  const begin = writer.onNewPage
  writer.onNewPage = () => {
    begin()
    head()
  }
  for (const { id, name, quantity, price, value, vat, notes } of lines) {
    printCells(writer, LINE_COLUMNS, [id, name, quantity, price, value, vat])
    for (const { label, text } of notes)
      writer.row([{ text: `${label}: ${text}`, x: 26, width: WIDTH - 26, size: 7.5, isQuiet: true }])
    writer.rule(0.88)
  }
  writer.onNewPage = begin
}

/** Allowances and charges, VAT by rate, totals. */
export function printSums(writer: PageWriter, { adjustments, vat, totals }: Sheet, labels: SheetLabels): void {
  if (adjustments.length > 0) {
    heading(writer, labels.adjustments)
    for (const { label, text } of adjustments) printCells(writer, ADJUSTMENT_COLUMNS, [label, text])
  }
  if (vat.length > 0) {
    heading(writer, labels.vatByRate)
    printHead(writer, VAT_COLUMNS, [labels.rate, labels.base, labels.vat])
    for (const { rate, base, amount, exemption } of vat) {
      printCells(writer, VAT_COLUMNS, [rate, base, amount])
      if (exemption) writer.text(exemption, { isQuiet: true, size: 7.5 })
    }
  }
  writer.space(8)
  writer.keep(totals.length * 13)
  for (const { label, text, isPayable } of totals)
    printCells(writer, TOTAL_COLUMNS, [label, text], isPayable ? { isStrong: true, size: 11 } : {})
}

const ADJUSTMENT_COLUMNS: readonly Column[] = [
  { x: 0, width: WIDTH - 140 },
  { x: WIDTH - 132, width: 132, align: 'right' },
]
const TOTAL_COLUMNS: readonly Column[] = [
  { x: 180, width: WIDTH - 180 - 136 },
  { x: WIDTH - 132, width: 132, align: 'right' },
]

function heading(writer: PageWriter, text: string): void {
  writer.space(10)
  writer.keep(48)
  writer.text(text, { isStrong: true, size: 9.5 })
}

function printHead(writer: PageWriter, columns: readonly Column[], texts: readonly string[]): void {
  printCells(writer, columns, texts, { isQuiet: true, size: 7.5 })
  writer.rule()
}

function printCells(writer: PageWriter, columns: readonly Column[], texts: readonly string[], look: Look = {}): void {
  writer.row(columns.map((column, at) => ({ ...look, ...column, text: texts[at] ?? '' })))
}
