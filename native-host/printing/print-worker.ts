import { parentPort } from 'node:worker_threads'
import { PDF } from '@libpdf/core'
import { readInvoice } from '../../shared/documents/invoice.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { sheetOf } from '../../shared/sheet/sheet.ts'
import type { Reply } from '../reading/bounded-thread.ts'
import { embedFonts } from './fonts.ts'
import { printSheet } from './print-sheet.ts'

/** What the thread gets: invoices as XML. */
export type PrintQuestion = { xmls: readonly Uint8Array[]; locale: Locale }
/** The PDF, and the places of those that are no invoices. */
export type Printed = { pdf: Uint8Array; unread: number[] }

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

async function print({ xmls, locale }: PrintQuestion): Promise<Printed> {
  const pdf = PDF.create()
  const fonts = embedFonts(pdf)
  const unread: number[] = []
  const titles: string[] = []
  for (const [at, xml] of xmls.entries()) {
    const document = readInvoice(xml)
    if (!document) {
      unread.push(at)
      continue
    }
    const sheet = sheetOf(document, locale)
    titles.push(sheet.title)
    printSheet(pdf, fonts, sheet, locale)
  }
  pdf.setTitle(titles.join(', ').slice(0, 200))
  pdf.setProducer('Recipisa')
  return { pdf: await pdf.save({ subsetFonts: true }), unread }
}
