import { readXml, type XmlElement } from '../../shared/xml.ts'
import type { XmlBounds, XmlProblem } from '../../shared/xml-scan.ts'
import { endOfZip, readEntries, unpackEntry } from '../reading/zip-entries.ts'

/** The two files of a signed ZIP, byte for byte; one that is not there, or could not be told apart, is undefined. */
export type Members = {
  document: Uint8Array | undefined
  signature: Uint8Array | undefined
  /** Root of the document's XML, which had to be read to tell the two apart. */
  documentRoot: XmlElement | undefined
  /** Why one of the files was not read, beyond being no XML. */
  problem?: Beyond | undefined
}
export type Beyond = Exclude<XmlProblem, 'not-xml'> | 'size'

/**
 * Most that is unpacked, bytes: uploads end at 10 MB, and the signature may be a copy of the document. This also bounds
 * what a ZIP bomb can do, whatever its ratio: nothing is unpacked before the sum of the declared sizes is known.
 */
const MAX_UNPACKED = 64 * 1024 * 1024
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const NONE: Members = { document: undefined, signature: undefined, documentRoot: undefined }

/** Bytes that the one or two files claim to unpack to, which is the most that is unpacked; undefined for other ZIPs. */
export function claimedSize(zip: Uint8Array): number | undefined {
  return readEntries(zip, 2)?.reduce((sum, { size }) => sum + size, 0)
}

/** Whether the bytes are a ZIP from its first to its last record; a truncated one is not. Nothing is unpacked. */
export function isZip(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || (bytes[2] !== 3 && bytes[2] !== 5)) return false
  return endOfZip(bytes) !== undefined
}

/**
 * The document and the signature of a downloaded ZIP, told apart by content (E-19). A ZIP of another shape (other than
 * one or two files, too large when unpacked, broken inside) has no members; it is archived all the same.
 */
export function readMembers(zip: Uint8Array, bounds?: XmlBounds): Members {
  const files = unpack(zip)
  if (files === 'too-large') return { ...NONE, problem: 'size' }
  if (!Array.isArray(files)) return NONE
  const candidates = files.map(bytes => {
    const read = readXml(bytes, bounds)
    const root = 'root' in read ? read.root : undefined
    return { bytes, root, signatures: countSignatures(root), problem: 'problem' in read ? read.problem : undefined }
  })
  const problem = candidates.map(one => one.problem).find(one => one !== undefined && one !== 'not-xml')
  return { ...tellApart(candidates), problem }
}

function tellApart([first, second]: readonly Candidate[]): Members {
  if (!first) return NONE
  if (!second) return members(first.signatures > 0 ? undefined : first, first.signatures > 0 ? first : undefined)
  // The ministry's file signs the other one: an issuer's own signature inside the document is in both.
  if (first.signatures === second.signatures) return NONE
  return first.signatures > second.signatures ? members(second, first) : members(first, second)
}

type Candidate = {
  bytes: Uint8Array
  root: XmlElement | undefined
  signatures: number
  problem: XmlProblem | undefined
}

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

/**
 * Contents of the one or two files in a ZIP. Names are never used as paths, so none can lead anywhere (H-12). What is
 * declared is what is unpacked at most: a file that turns out to be longer, or another than its checksum says, is refused.
 */
function unpack(zip: Uint8Array): Uint8Array[] | 'refused' | 'too-large' {
  const entries = readEntries(zip, 2)
  if (!entries || entries.length === 0) return 'refused'
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED) return 'too-large'
  if (entries[0]?.name === entries[1]?.name) return 'refused' // which of the two is meant, nobody knows
  const files = entries.map(entry => unpackEntry(zip, entry, entry.size))
  return files.every(bytes => bytes instanceof Uint8Array) ? files : 'refused'
}
