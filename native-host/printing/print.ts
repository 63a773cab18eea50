import type { Locale } from '../../shared/errors/codes.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { type Bounds, createBoundedThread, ThreadEnded } from '../reading/bounded-thread.ts'
import { boundExceeded } from '../reading/reader.ts'
import type { Printed, PrintQuestion } from './print-worker.ts'

/** What printing may take (ms, bytes): an invoice of 10,000 lines takes some 3 s, 500 usual ones as long. */
const BOUNDS: Bounds = { time: 120_000, memory: 1536 * 1024 * 1024, heap: 1024 * 1024 * 1024 }

// Beside this file: the source, or what the build makes of it.
const file = new URL(`./print-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const ask = createBoundedThread<PrintQuestion, Printed>(file)

/**
 * One PDF of these invoices (XML, UBL or CII), each on pages of its own, made without any network. It runs in a thread,
 * since others have written them. Throws `document-part-missing` if one of them is no invoice, and `document-takes-too-long`
 * or `-too-much`.
 */
export async function printInvoices(
  invoices: readonly { id: string; xml: Uint8Array }[],
  locale: Locale,
): Promise<Uint8Array> {
  const { pdf, unread } = await askThread({ xmls: invoices.map(({ xml }) => new Uint8Array(xml)), locale })
  const [first] = unread
  if (first !== undefined)
    throw new RecipisaError('document-part-missing', { id: invoices[first]?.id ?? '', part: 'xml' })
  return pdf
}

async function askThread(question: PrintQuestion): Promise<Printed> {
  try {
    return await ask(question, BOUNDS)
  } catch (error) {
    throw error instanceof ThreadEnded ? boundExceeded(error, 1) : error
  }
}
