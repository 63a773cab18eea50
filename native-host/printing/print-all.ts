import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { readInvoice } from '../../shared/documents/invoice.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { sheetOf } from '../../shared/sheet/sheet.ts'
import { embedFonts, type Fonts } from './fonts.ts'
import type { printSheet } from './print-sheet.ts'

/** The thread's input: for each document a PDF, an invoice as XML, or both; the PDF then comes first. */
export type PrintQuestion = {
  documents: readonly { xml?: Uint8Array; pdf?: Uint8Array }[]
  locale: Locale
  /** By default, the invoices' numbers. */
  title?: string
  /** Epoch ms: the same documents then give the same bytes. By default, the present. */
  at?: number
}
/**
 * The PDF, null without a page; the positions of unreadable documents; and those of invoices that were read and could
 * not be drawn, which is this program's fault, with the error of the first.
 */
export type Printed = { pdf: Uint8Array | null; unread: number[]; undrawn: number[]; fault?: unknown }

/**
 * One PDF of documents, one after the other. `draw` adds the pages of an invoice; one whose drawing fails is left out
 * with all its pages.
 */
export async function printAll(
  { documents, locale, title, at: moment }: PrintQuestion,
  draw: typeof printSheet,
): Promise<Printed> {
  const pdf = PDF.create()
  let fonts: Fonts | undefined
  const [unread, undrawn]: [number[], number[]] = [[], []]
  let fault: unknown
  const titles: string[] = []
  for (const [at, { pdf: made, xml }] of documents.entries()) {
    if (made && (await attempt(pdf, () => copyPages(pdf, made)))) continue
    const invoice = xml && (await attempt(pdf, () => readInvoice(xml)))
    if (!invoice) {
      unread.push(at)
      continue
    }
    // Not an attempt: without the fonts, no document can be drawn.
    fonts ??= embedFonts(pdf)
    const used = fonts
    const drawInvoice = () => {
      const sheet = sheetOf(invoice, locale)
      draw(pdf, used, sheet, locale)
      titles.push(sheet.title)
    }
    await attempt(pdf, drawInvoice, error => {
      fault ??= error
      undrawn.push(at)
    })
  }
  const left = { unread, undrawn, ...(fault === undefined ? {} : { fault }) }
  if (pdf.getPageCount() === 0) return { pdf: null, ...left }
  pdf.setTitle(title ?? titles.join(', ').slice(0, 200))
  pdf.setProducer('Recipisa')
  const date = moment === undefined ? new Date() : new Date(moment)
  pdf.setCreationDate(date)
  pdf.setModificationDate(date)
  return { pdf: await save(pdf), ...left }
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
 * The result of work on one document; undefined if it fails, and `failed` gets the error. Whatever the problem, its
 * pages are removed: the invoice is drawn instead of its PDF, or the document is named as missing, and the others go on.
 */
async function attempt<T>(
  pdf: PDF,
  work: () => T | Promise<T>,
  failed: (error: unknown) => void = () => undefined,
): Promise<T | undefined> {
  const before = pdf.getPageCount()
  try {
    return await work()
  } catch (error) {
    while (pdf.getPageCount() > before) pdf.removePage(pdf.getPageCount() - 1)
    failed(error)
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
