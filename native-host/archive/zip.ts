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
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const NONE: Members = { document: undefined, signature: undefined, documentRoot: undefined }

/** Whether the bytes are a ZIP from its first to its last record; a truncated one is not. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || (bytes[2] !== 3 && bytes[2] !== 5)) return false
  return unpack(bytes) !== 'no-zip'
}

/**
 * The document and the signature of a downloaded ZIP, told apart by content (E-19). A ZIP of another shape (other than
 * one or two files, too large when unpacked, broken inside) has no members; it is archived all the same.
 */
export function readMembers(zip: Uint8Array): Members {
  const files = unpack(zip)
  if (!Array.isArray(files) || files.length > 2) return NONE
  const [first, second] = files.map(bytes => {
    const root = parseXml(bytes)
    return { bytes, root, signatures: countSignatures(root) }
  })
  if (!first) return NONE
  if (!second) return members(first.signatures > 0 ? undefined : first, first.signatures > 0 ? first : undefined)
  // The ministry's file signs the other one: an issuer's own signature inside the document is in both.
  if (first.signatures === second.signatures) return NONE
  return first.signatures > second.signatures ? members(second, first) : members(first, second)
}

type Candidate = { bytes: Uint8Array; root: XmlElement | undefined; signatures: number }

function members(document: Candidate | undefined, signature: Candidate | undefined): Members {
  return { document: document?.bytes, signature: signature?.bytes, documentRoot: document?.root }
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
  if (entries.length > 2 || unpacked > MAX_UNPACKED) return 'refused'
  const checksums = readChecksums(zip, entries.length)
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(zip)
  } catch {
    return 'refused' // contents that are damaged or packed in a way that nobody here knows
  }
  // fflate cuts off what is longer than declared and looks at no checksum; two entries of one name become one file.
  const contents = entries.map(({ name }) => files[name])
  const whole = contents.filter((bytes, index) => bytes !== undefined && crc32(bytes) === checksums[index])
  return whole.length === Object.keys(files).length && whole.length === entries.length
    ? whole.filter(bytes => bytes !== undefined)
    : 'refused'
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
