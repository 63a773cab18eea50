import type { Locale } from '../../shared/errors/codes.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'
import { type Bounds, createBoundedThread, ThreadEnded } from '../reading/bounded-thread.ts'
import { boundExceeded } from '../reading/reader.ts'
import type { Printed, PrintQuestion } from './print-all.ts'

/** Bounds of printing (ms, bytes): an invoice of 10,000 lines takes some 3 s, 500 usual ones as long. */
const BOUNDS: Bounds = { time: 120_000, memory: 1536 * 1024 * 1024, heap: 1024 * 1024 * 1024 }

// Beside this file: the source, or its build.
const file = new URL(`./print-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const ask = createBoundedThread<PrintQuestion, Printed>(file)

/** Receives the first error of drawing: what was wrong is in the program. */
export type PrintLog = Pick<Log, 'error'>

/** A document to print: its PDF, or the invoice (XML, UBL or CII) to draw if the PDF is missing or unreadable. */
export type Printable = { id: string; pdf?: Uint8Array; xml?: Uint8Array }

/**
 * One PDF of these invoices (XML, UBL or CII), each on its own pages, made without a network. It runs in a thread,
 * since the files are foreign. Throws `document-part-missing` if one is not an invoice, `document-not-drawn`, and
 * `document-takes-too-long` or `-too-much`.
 */
export async function printInvoices(
  invoices: readonly { id: string; xml: Uint8Array }[],
  locale: Locale,
  log: PrintLog,
): Promise<Uint8Array> {
  const { pdf, unread, undrawn } = await printDocuments(invoices, { locale }, log)
  const [[id], [part]] = [undrawn, unread]
  if (id !== undefined) throw new RecipisaError('document-not-drawn', { id })
  if (part !== undefined || !pdf) throw new RecipisaError('document-part-missing', { id: part ?? '', part: 'xml' })
  return pdf
}

/**
 * One PDF of these documents, one after the other, null without any; with the ids of those that are unreadable, and of
 * those that could not be drawn. Throws `document-takes-too-long` or `-too-much`.
 */
export async function printDocuments(
  documents: readonly Printable[],
  look: Pick<PrintQuestion, 'locale' | 'title' | 'at'>,
  log: PrintLog,
): Promise<{ pdf: Uint8Array | null; unread: string[]; undrawn: string[] }> {
  const given = documents.map(({ pdf, xml }) => ({
    // Copies: messages to a thread take the whole buffer along.
    ...(pdf && { pdf: new Uint8Array(pdf) }),
    ...(xml && { xml: new Uint8Array(xml) }),
  }))
  const { pdf, fault, ...left } = await askThread({ documents: given, ...look })
  const idsAt = (positions: readonly number[]) => positions.map(at => documents[at]?.id ?? '')
  const [unread, undrawn] = [idsAt(left.unread), idsAt(left.undrawn)]
  if (undrawn.length > 0) log.error('document-not-drawn', { ids: undrawn, error: fault })
  return { pdf, unread, undrawn }
}

async function askThread(question: PrintQuestion): Promise<Printed> {
  try {
    return await ask(question, BOUNDS)
  } catch (error) {
    throw error instanceof ThreadEnded ? boundExceeded(error, 1) : error
  }
}
