import type { Reason } from '../../../shared/errors/reasons.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Printable, printDocuments } from '../../printing/print.ts'
import type { Format, FormatPorts, Made } from './making.ts'

/** Most documents of one PDF, and most bytes (of documents) of one: memory holds them at the same time. */
const MOST_DOCUMENTS = 500
const MOST_BYTES = 24 * 1024 * 1024
/** Failures that end the thread: fewer documents can work. */
const TOO_MUCH: ReadonlySet<string> = new Set<Reason>(['document-takes-too-long', 'document-takes-too-much'])

/** Documents one after the other for printing, in one PDF or, if there are many, in several numbered ones. */
export function printed(read: (ports: FormatPorts, id: string, signal: AbortSignal) => Promise<Printable>): Format {
  return (ports, { fileName, locale, createdAt }) => {
    const stem = fileName.replace(/\.pdf$/, '')
    let waiting: Printable[] = []
    let size = 0
    let volumes = 0
    const print = async (documents: readonly Printable[]): Promise<{ pdfs: Uint8Array[]; left: Made['left'] }> => {
      try {
        const look = { locale, title: stem, at: createdAt }
        const { pdf, unread, undrawn } = await printDocuments(documents, look, ports.log)
        const left = [
          ...unread.map(id => ({ id, error: new RecipisaError('document-part-missing', { id, part: 'pdf' }) })),
          ...undrawn.map(id => ({ id, error: new RecipisaError('document-not-drawn', { id }) })),
        ]
        return { pdfs: pdf ? [pdf] : [], left }
      } catch (error) {
        if (!(error instanceof RecipisaError) || !TOO_MUCH.has(error.reason)) throw error
        const [only] = documents
        if (only && documents.length === 1) return { pdfs: [], left: [{ id: only.id, error }] }
        const middle = Math.ceil(documents.length / 2)
        const [first, second] = [await print(documents.slice(0, middle)), await print(documents.slice(middle))]
        return { pdfs: [...first.pdfs, ...second.pdfs], left: [...first.left, ...second.left] }
      }
    }
    return {
      async take(id, signal) {
        const document = await read(ports, id, signal)
        waiting.push(document)
        size += (document.pdf ?? document.xml ?? []).length
      },
      async ready(isLast) {
        const isFull = waiting.length >= MOST_DOCUMENTS || size >= MOST_BYTES
        if (waiting.length === 0 || !(isLast || isFull)) return { files: [], left: [] }
        const { pdfs, left } = await print(waiting)
        waiting = []
        size = 0
        const isAlone = isLast && volumes === 0 && pdfs.length === 1
        const files = pdfs.map(bytes => ({
          folder: null,
          fileName: isAlone ? fileName : `${stem}_${String(++volumes).padStart(2, '0')}.pdf`,
          bytes,
        }))
        return { files, left }
      },
    }
  }
}
