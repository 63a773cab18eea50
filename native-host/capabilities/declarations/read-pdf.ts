import { type Bounds, createBoundedThread } from '../../reading/bounded-thread.ts'
import type { DeclarationFacts } from './declaration-xml.ts'
import type { PdfContents } from './pdf-worker.ts'

/** The data read from a PDF. */
export type DeclarationPdf = DeclarationFacts & {
  isPdf: boolean
  /** Whether the PDF could be read; if not, nothing below is known and `isSigned` is false. */
  isRead: boolean
  /** Whether a signature field holds a signature, valid or not. */
  isSigned: boolean
  /** Name of the XML in it; null if there is none. */
  attachment: string | null
}

const MEGABYTE = 1024 * 1024
/** Files up to this size are small, bytes: enough for a packed XML of some 30 MB. */
const SMALL = MEGABYTE
/**
 * A few hundred damaged bytes can make the library use up all its bounds; only a large file may hold a large XML
 * (SAF-T).
 */
const BOUNDS: Readonly<Record<'small' | 'large', Bounds>> = {
  small: { time: 15_000, memory: 160 * MEGABYTE, heap: 96 * MEGABYTE },
  large: { time: 15_000, memory: 1024 * MEGABYTE, heap: 512 * MEGABYTE },
}
const boundsOf = ({ length }: Uint8Array): Bounds => BOUNDS[length <= SMALL ? 'small' : 'large']

// Beside this file: the source, or its build.
const file = new URL(`./pdf-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const ask = createBoundedThread<{ bytes: Uint8Array }, PdfContents>(file)

const NOTHING: DeclarationFacts = { form: null, cui: null, companyName: null, period: null }

/**
 * Reads a declaration's PDF: whether it is signed, and the facts of the XML in it. A PDF can hold anything, so a
 * separate thread reads it, within bounds of time and memory (H-12). Never throws: a PDF beyond the bounds counts as
 * not read.
 */
export async function readDeclarationPdf(bytes: Uint8Array, bounds = boundsOf(bytes)): Promise<DeclarationPdf> {
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  // After any failure of the thread or the library, the PDF counts as not read.
  const contents = isPdf ? await ask({ bytes }, bounds).catch(() => undefined) : undefined
  if (!contents) return { isPdf, isRead: false, isSigned: false, attachment: null, ...NOTHING }
  const { isSigned, attachments } = contents
  const best = attachments.find(({ facts }) => facts.form !== null) ?? attachments[0]
  return { isPdf, isRead: true, isSigned, attachment: best?.name ?? null, ...(best?.facts ?? NOTHING) }
}
