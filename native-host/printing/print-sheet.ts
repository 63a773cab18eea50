import type { PDF } from '@libpdf/core'
import type { Locale } from '../../shared/errors/codes.ts'
import { labelsOf, type Row } from '../../shared/sheet/fact-row.ts'
import type { Party } from '../../shared/sheet/party.ts'
import type { Sheet } from '../../shared/sheet/sheet.ts'
import type { Fonts } from './fonts.ts'
import { PageWriter, WIDTH } from './page-writer.ts'
import { printLines, printSums } from './print-tables.ts'

/** How much of the title to repeat on further pages, characters: a whole one could fill page after page. */
const MOST_TITLE = 200

/** Adds the pages of an invoice to a PDF. */
export function printSheet(pdf: PDF, fonts: Fonts, sheet: Sheet, locale: Locale): void {
  const labels = labelsOf(locale)
  const writer = new PageWriter(pdf, fonts)
  const plain = sheet.title.replace(/\s+/g, ' ')
  const repeated = plain.length > MOST_TITLE ? `${plain.slice(0, MOST_TITLE).toWellFormed()}…` : plain
  writer.onNewPage = () => {
    writer.text(repeated, { isQuiet: true, size: 7.5 })
    writer.space(6)
  }
  writer.text(sheet.title, { size: 15, isStrong: true })
  if (sheet.storno) writer.text(sheet.storno, { isStrong: true, size: 9.5 })
  writer.space(6)
  printRows(writer, sheet.facts)
  writer.space(8)
  for (let at = 0; at < sheet.parties.length; at += 2) printParties(writer, sheet.parties.slice(at, at + 2))
  writer.space(6)
  printLines(writer, sheet, labels)
  if (sheet.omitted) writer.text(sheet.omitted, { isStrong: true })
  printSums(writer, sheet, labels)
  for (const { title, rows } of sheet.sections) section(writer, title, () => printRows(writer, rows))
  if (sheet.note) section(writer, labels.note, () => writer.text(sheet.note ?? ''))
  if (sheet.attachments.length > 0)
    section(writer, labels.attachments, () => {
      for (const { name, about } of sheet.attachments)
        writer.text([name, about].filter(text => text !== '').join(' · '))
    })
  if (sheet.unread.length > 0)
    section(writer, labels.unread, () => {
      writer.text(labels.unreadHint, { isQuiet: true, size: 7.5 })
      printRows(writer, sheet.unread)
      if (sheet.moreUnread) writer.text(sheet.moreUnread, { isQuiet: true })
    })
  if (writer.hasMissing) section(writer, '', () => writer.text(labels.notDrawn, { isStrong: true }))
  writer.finish((page, pages) => ({ left: labels.madeBy, right: labels.page(page, pages) }))
}

function section(writer: PageWriter, title: string, content: () => void): void {
  writer.space(10)
  writer.keep(36)
  if (title !== '') writer.text(title, { isStrong: true, size: 9.5 })
  content()
}

const LABEL = 130

/** Labels on the left, texts on the right. */
function printRows(writer: PageWriter, rows: readonly Row[]): void {
  for (const { label, text } of rows)
    writer.row([
      { text: label, x: 0, width: LABEL - 8, isQuiet: true },
      { text, x: LABEL, width: WIDTH - LABEL },
    ])
}

const HALF = WIDTH / 2

/** Two parties side by side. */
function printParties(writer: PageWriter, parties: readonly Party[]): void {
  const columns = parties.map((party, at) => ({ party, x: at * HALF, width: HALF - 12 }))
  const side = (text: (party: Party) => string, look: Parameters<PageWriter['text']>[1] = {}) =>
    writer.row(columns.map(({ party, x, width }) => ({ ...look, text: text(party), x, width })))
  side(({ role }) => role, { isQuiet: true })
  side(({ name }) => name ?? '—', { isStrong: true, size: 10 })
  if (parties.some(({ address }) => address)) side(({ address }) => address ?? '')
  const rows = parties.map(party => party.rows)
  const most = Math.max(...rows.map(({ length }) => length))
  for (let at = 0; at < most; at++)
    writer.row(
      columns.flatMap(({ x, width }, column) => {
        const row = rows[column]?.[at]
        if (!row) return []
        return [
          { text: row.label, x, width: 84, isQuiet: true },
          { text: row.text, x: x + 90, width: width - 90 },
        ]
      }),
    )
  writer.space(6)
}
