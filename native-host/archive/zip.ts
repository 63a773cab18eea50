import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { parseXml, type XmlElement } from '../../shared/xml.ts'

/** The two files of a signed ZIP, byte for byte; one that is not there, or could not be told apart, is undefined. */
export type Members = {
  document: Uint8Array | undefined
  signature: Uint8Array | undefined
  /** Root of the document's XML, which had to be read to tell the two apart. */
  documentRoot: XmlElement | undefined
}

/**
 * Most that is unpacked, bytes: uploads end at 10 MB, and the signature may be a copy of the document. This also bounds
 * what a ZIP bomb can do, whatever its ratio: nothing is allocated before the sum of the declared sizes is known.
 */
const MAX_UNPACKED = 64 * 1024 * 1024
/** Most files that are looked at; the services pack two. */
const MAX_FILES = 32
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const NONE: Members = { document: undefined, signature: undefined, documentRoot: undefined }

/** Whether the bytes are a ZIP from its first to its last record; a truncated one is not. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || (bytes[2] !== 3 && bytes[2] !== 5)) return false
  return unpack(bytes) !== 'no-zip'
}

/**
 * The document and the signature of a downloaded ZIP, told apart by content (E-19), whatever their names and what else is
 * in it. A ZIP in which they cannot be told, that is too large when unpacked or broken inside has no members; it is
 * archived all the same.
 */
export function readMembers(zip: Uint8Array): Members {
  const files = unpack(zip)
  if (!Array.isArray(files)) return NONE
  const candidates = files.map((bytes): Candidate => {
    const root = parseXml(bytes)
    return { bytes, root, signatures: countSignatures(root) }
  })
  const documents = candidates.filter(({ root }) => root && DOCUMENTS.includes(root.name))
  const [document] = documents
  if (documents.length === 1 && document) return members(document, signatureAmong(without(candidates, document)))
  // Several: the document and the ministry's signed copy of it. None: whichever of two files is not the signature.
  const pair = documents.length > 1 ? documents : candidates
  const signature = mostSigned(pair)
  const [left, ...others] = without(pair, signature)
  return others.length > 0 ? NONE : left || signature ? members(left, signature) : NONE
}

/** Roots of what is filed and of the errors file that stands in its place. */
const DOCUMENTS = ['Invoice', 'CreditNote', 'CrossIndustryInvoice', 'header']

type Candidate = { bytes: Uint8Array; root: XmlElement | undefined; signatures: number }

function members(document: Candidate | undefined, signature: Candidate | undefined): Members {
  return { document: document?.bytes, signature: signature?.bytes, documentRoot: document?.root }
}

const without = (candidates: readonly Candidate[], one: Candidate | undefined) =>
  candidates.filter(candidate => candidate !== one)

/** The signature of a known document: one in XML, else the only other file, in whatever form it is. */
function signatureAmong(others: readonly Candidate[]): Candidate | undefined {
  return mostSigned(others) ?? (others.length === 1 ? others[0] : undefined)
}

/** The one that holds the most XML signatures: an issuer's own inside the document is in the ministry's copy too. */
function mostSigned(candidates: readonly Candidate[]): Candidate | undefined {
  const most = Math.max(0, ...candidates.map(({ signatures }) => signatures))
  const found = candidates.filter(({ signatures }) => signatures === most)
  return most > 0 && found.length === 1 ? found[0] : undefined
}

/** How many XML signatures a file holds; a file that is itself one (detached) holds more than any document. */
function countSignatures(root: XmlElement | undefined): number {
  if (!root) return 0
  if (isSignature(root)) return Number.POSITIVE_INFINITY
  const count = (element: XmlElement): number =>
    element.children.reduce((sum, child) => sum + count(child), isSignature(element) ? 1 : 0)
  return count(root)
}

function isSignature({ name, namespace }: XmlElement): boolean {
  return name === 'Signature' && namespace === XMLDSIG
}

/** Contents of the files in a ZIP. Names are never used as paths, so none can lead anywhere (H-12). */
function unpack(zip: Uint8Array): Uint8Array[] | 'no-zip' | 'refused' {
  const entries: { name: string; size: number }[] = []
  try {
    unzipSync(zip, {
      filter({ name, originalSize }) {
        entries.push({ name, size: originalSize })
        return false
      },
    })
  } catch {
    return 'no-zip' // no central directory where it belongs: cut off, or something else altogether
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  if (entries.length > MAX_FILES || unpacked > MAX_UNPACKED) return 'refused'
  const checksums = readChecksums(zip, entries.length)
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(zip)
  } catch {
    return 'refused' // contents that are damaged or packed in a way that nobody here knows
  }
  // fflate cuts off what is longer than declared and looks at no checksum; two entries of one name become one file.
  const isWhole = entries.every(({ name }, index) => {
    const bytes = files[name]
    return bytes !== undefined && crc32(bytes) === checksums[index]
  })
  if (!isWhole || Object.keys(files).length !== entries.length) return 'refused'
  return Object.entries(files).flatMap(([name, bytes]) => (name.endsWith('/') ? [] : [bytes]))
}

/** CRC-32 of each entry, from the central directory (APPNOTE 4.3.12); fewer where it does not lie where it should. */
function readChecksums(zip: Uint8Array, entries: number): number[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let end = zip.length - 22
  while (end > 0 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) return []
  const checksums: number[] = []
  let at = view.getUint32(end + 16, true)
  while (checksums.length < entries && at + 46 <= zip.length && view.getUint32(at, true) === 0x02014b50) {
    checksums.push(view.getUint32(at + 16, true))
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return checksums
}
