import { parentPort } from 'node:worker_threads'
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { Unzip, UnzipInflate } from 'fflate'
import type { Reply } from '../../reading/bounded-thread.ts'
import { type DeclarationFacts, readDeclarationXml } from './declaration-xml.ts'

/** The thread's questions and answers. The answer to an unreadable PDF is an `error`. */
type PdfQuestion = { id: number; bytes: Uint8Array }
export type PdfContents = { isSigned: boolean; attachments: { name: string; facts: DeclarationFacts }[] }
/** The first `HEAD` bytes of an XML in the PDF, or in a ZIP in it. */
type PdfAttachment = { name: string; head: Uint8Array }

/** How much of an XML to read, bytes: the facts are at its beginning, and a SAF-T file has hundreds of megabytes. */
const HEAD = 512 * 1024
/** A declaration has one attachment, a smart PDF a few more. */
const MOST_ATTACHMENTS = 20
const MOST_FIELDS = 100_000

parentPort?.on('message', (question: PdfQuestion) => void answer(question))

async function answer({ id, bytes }: PdfQuestion): Promise<void> {
  let reply: Reply<PdfContents>
  try {
    reply = { id, answer: await read(bytes) }
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
}

async function read(bytes: Uint8Array): Promise<PdfContents> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw new Error('it is encrypted')
  const attachments = attachmentsOf(pdf).map(({ name, head }) => ({ name, facts: readDeclarationXml(head) }))
  return { isSigned: isSigned(pdf, bytes.length), attachments }
}

/** The object that a reference points to, or the object itself. */
function resolve(pdf: PDF, value: PdfObject | undefined): PdfObject | undefined {
  return value instanceof PdfRef ? (pdf.getObject(value) ?? undefined) : value
}

const inDict = (pdf: PDF, dict: PdfObject | undefined, key: string): PdfObject | undefined =>
  dict instanceof PdfDict ? resolve(pdf, dict.get(key)) : undefined

/**
 * Whether a signature field is filled in. A signature that only opens Adobe Reader's functions (`/Perms /UR3`) is in no
 * field, and an empty field is not signed. Only the authority judges whether the signature is valid.
 */
function isSigned(pdf: PDF, size: number): boolean {
  const form = inDict(pdf, pdf.getCatalog(), 'AcroForm')
  const pending: { node: PdfObject | undefined; type: string | undefined }[] = [
    { node: inDict(pdf, form, 'Fields'), type: undefined },
  ]
  const seen = new Set<PdfObject>()
  for (let next = pending.pop(); next && seen.size < MOST_FIELDS; next = pending.pop()) {
    const { node, type } = next
    if (!node || seen.has(node)) continue
    seen.add(node)
    if (node instanceof PdfArray) {
      for (const kid of node) pending.push({ node: resolve(pdf, kid), type })
    } else if (node instanceof PdfDict) {
      const own = node.getName('FT', ref => pdf.getObject(ref))?.value ?? type
      if (own === 'Sig' && isSignature(pdf, inDict(pdf, node, 'V'), size)) return true
      pending.push({ node: inDict(pdf, node, 'Kids'), type: own })
    }
  }
  return false
}

/** Whether it is a signature with content, over two ranges of this file. */
function isSignature(pdf: PDF, value: PdfObject | undefined, size: number): boolean {
  const range = inDict(pdf, value, 'ByteRange')
  const contents = inDict(pdf, value, 'Contents')
  if (!(range instanceof PdfArray) || contents?.type !== 'string') return false
  const numbers = [...range].map(one => (one.type === 'number' ? one.value : Number.NaN))
  const [start, length, second = Number.NaN, rest = Number.NaN] = numbers
  const isInFile = start === 0 && (length ?? 0) > 0 && second >= (length ?? 0) && rest >= 0 && second + rest <= size
  return numbers.length === 4 && isInFile && contents.bytes.some(byte => byte !== 0)
}

function attachmentsOf(pdf: PDF): PdfAttachment[] {
  const found: PdfAttachment[] = []
  for (const { name, stream } of embeddedFiles(pdf).slice(0, MOST_ATTACHMENTS)) {
    const bytes = stream.getDecodedData()
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    const inside = isZip ? firstXml(bytes) : { name, head: bytes.slice(0, HEAD) }
    if (inside && looksLikeXml(inside.head)) found.push(inside)
  }
  return found
}

/** Files of the name tree and of the document's own list (`/AF`), each once. */
function embeddedFiles(pdf: PDF): { name: string; stream: PdfStream }[] {
  const catalog = pdf.getCatalog()
  const files: { name: string; stream: PdfStream }[] = []
  const tree = inDict(pdf, inDict(pdf, catalog, 'Names'), 'EmbeddedFiles')
  const pending: PdfObject[] = [inDict(pdf, catalog, 'AF'), tree].filter(isContainer)
  const seen = new Set<PdfObject>()
  for (let node = pending.pop(); node && seen.size < MOST_FIELDS; node = pending.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    if (node instanceof PdfArray) {
      for (const one of [...node].toReversed()) {
        const container = resolve(pdf, one)
        if (isContainer(container)) pending.push(container)
      }
    } else if (node instanceof PdfDict) {
      const stream = ['UF', 'F']
        .map(key => inDict(pdf, inDict(pdf, node, 'EF'), key))
        .find(one => one instanceof PdfStream)
      if (stream instanceof PdfStream) {
        if (!files.some(file => file.stream === stream)) files.push({ name: fileName(pdf, node), stream })
      } else pending.push(...['Names', 'Kids'].map(key => inDict(pdf, node, key)).filter(isContainer))
    }
  }
  return files
}

const isContainer = (object: PdfObject | undefined): object is PdfArray | PdfDict =>
  object instanceof PdfArray || object instanceof PdfDict

function fileName(pdf: PDF, specification: PdfDict): string {
  const names = ['UF', 'F'].map(key => inDict(pdf, specification, key))
  const name = names.find(one => one?.type === 'string')
  return (name?.type === 'string' ? name.asString() : '').replace(/^.*[\\/]/, '') || 'declaratie.xml'
}

/** The beginning of the first XML in a ZIP: the authority's program can attach a packed XML. */
function firstXml(zip: Uint8Array): PdfAttachment | undefined {
  let found: { name: string; chunks: Uint8Array[]; size: number } | undefined
  const unzip = new Unzip(file => {
    if (found || !file.name.toLowerCase().endsWith('.xml')) return
    const own = { name: file.name.replace(/^.*[\\/]/, ''), chunks: [] as Uint8Array[], size: 0 }
    found = own
    file.ondata = (error, chunk) => {
      if (error) throw error
      own.chunks.push(chunk)
      own.size += chunk.length
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const STEP = 16 * 1024
  for (let at = 0; at < zip.length && (found?.size ?? 0) < HEAD; at += STEP) {
    unzip.push(zip.subarray(at, at + STEP), at + STEP >= zip.length)
  }
  if (!found || found.size === 0) return undefined
  return { name: found.name, head: new Uint8Array(Buffer.concat(found.chunks)).slice(0, HEAD) }
}

/** Whether the first character after a byte order mark and spaces opens a tag. */
function looksLikeXml(head: Uint8Array): boolean {
  return /^[\uFEFF\s\0]*</.test(
    new TextDecoder(head[0] === 0xff || head[0] === 0xfe ? 'utf-16' : 'utf-8').decode(head.subarray(0, 64)),
  )
}
