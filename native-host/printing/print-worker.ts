import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { PDF } from '@libpdf/core'
import { readInvoice } from '../../shared/documents/invoice.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { type Sheet, sheetOf } from '../../shared/sheet/sheet.ts'
import type { Reply } from '../reading/bounded-thread.ts'
import { embedFonts, type Fonts } from './fonts.ts'
import { printSheet } from './print-sheet.ts'

/** The thread's input: for each document a PDF, an invoice as XML, or both; the PDF then comes first. */
export type PrintQuestion = {
  documents: readonly { xml?: Uint8Array; pdf?: Uint8Array }[]
  locale: Locale
  /** By default, the invoices' numbers. */
  title?: string
  /** Epoch ms: the same documents then give the same bytes. By default, the present. */
  at?: number
}
/** The PDF, null without a page, and the positions of unreadable documents. */
export type Printed = { pdf: Uint8Array | null; unread: number[] }

parentPort?.on('message', (question: PrintQuestion & { id: number }) => void answer(question))

async function answer({ id, ...question }: PrintQuestion & { id: number }): Promise<void> {
  let reply: Reply<Printed>
  try {
    reply = { id, answer: await print(question) }
  } catch (error) {
    reply = { id, error }
  }
  parentPort?.postMessage(reply)
}

async function print({ documents, locale, title, at: moment }: PrintQuestion): Promise<Printed> {
  const pdf = PDF.create()
  let fonts: Fonts | undefined
  const unread: number[] = []
  const titles: string[] = []
  for (const [at, { pdf: made, xml }] of documents.entries()) {
    if (made && (await attempt(pdf, () => copyPages(pdf, made)))) continue
    const sheet = xml && (await attempt(pdf, () => readSheet(xml, locale)))
    // Not an attempt: without the fonts, no document can be drawn.
    if (sheet) fonts ??= embedFonts(pdf)
    const used = fonts
    if (sheet && used && (await attempt(pdf, () => printSheet(pdf, used, sheet, locale)))) titles.push(sheet.title)
    else unread.push(at)
  }
  if (pdf.getPageCount() === 0) return { pdf: null, unread }
  pdf.setTitle(title ?? titles.join(', ').slice(0, 200))
  pdf.setProducer('Recipisa')
  const date = moment === undefined ? new Date() : new Date(moment)
  pdf.setCreationDate(date)
  pdf.setModificationDate(date)
  return { pdf: await save(pdf), unread }
}

/**
 * The library picks random names for its fonts and a random PDF id; without these, the same documents give the same
 * bytes.
 */
async function save(pdf: PDF): Promise<Uint8Array> {
  const { random } = Math
  Math.random = () => 0
  try {
    const bytes = Buffer.from(await pdf.save({ subsetFonts: true }))
    const at = bytes.lastIndexOf('/ID [<')
    const id = createHash('sha256')
      .update(bytes.subarray(0, Math.max(0, at)))
      .digest('hex')
      .slice(0, 32)
    if (at >= 0) bytes.write(`/ID [<${id}> <${id}>]`, at, 'latin1')
    return bytes
  } finally {
    Math.random = random
  }
}

/**
 * The result of work on one document; undefined if it fails. Whatever the problem, its pages are removed: the invoice
 * is drawn instead of its PDF, or the document is named as missing, and the others go on.
 */
async function attempt<T>(pdf: PDF, work: () => T | Promise<T>): Promise<T | undefined> {
  const before = pdf.getPageCount()
  try {
    return await work()
  } catch {
    while (pdf.getPageCount() > before) pdf.removePage(pdf.getPageCount() - 1)
    return undefined
  }
}

/** Adds the pages of another PDF; returns their number. */
async function copyPages(pdf: PDF, bytes: Uint8Array): Promise<number> {
  const source = await PDF.load(bytes)
  const count = source.getPageCount()
  await pdf.copyPagesFrom(source, [...Array(count).keys()])
  return count
}

function readSheet(xml: Uint8Array, locale: Locale): Sheet | undefined {
  const document = readInvoice(xml)
  return document && sheetOf(document, locale)
}
