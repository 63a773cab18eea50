import { readXml, type XmlElement } from '../../../shared/xml/xml.ts'
import type { XmlBounds, XmlProblem } from '../../../shared/xml/xml-scan.ts'
import { endOfZip, readEntries, unpackEntry } from '../../reading/zip-entries.ts'

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
/** Most files that are looked at; the services pack two. */
const MAX_FILES = 32
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
 * The document and the signature of a downloaded ZIP, told apart by content (E-19), whatever their names and what else is
 * in it. A ZIP in which they cannot be told, that is too large when unpacked or broken inside has no members; it is
 * archived all the same.
 */
export function readMembers(zip: Uint8Array, bounds?: XmlBounds): Members {
  const files = unpack(zip)
  if (files === 'too-large') return { ...NONE, problem: 'size' }
  if (!Array.isArray(files)) return NONE
  const candidates = files.map((bytes): Candidate => {
    const read = readXml(bytes, bounds)
    const root = 'root' in read ? read.root : undefined
    return { bytes, root, signatures: countSignatures(root), problem: 'problem' in read ? read.problem : undefined }
  })
  const problem = candidates.map(one => one.problem).find(one => one !== undefined && one !== 'not-xml')
  return { ...tellApart(candidates), problem }
}

function tellApart(candidates: readonly Candidate[]): Members {
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

type Candidate = {
  bytes: Uint8Array
  root: XmlElement | undefined
  signatures: number
  problem: XmlProblem | undefined
}

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

/**
 * Contents of the files in a ZIP. Names are never used as paths, so none can lead anywhere (H-12). What is declared is what
 * is unpacked at most: a file that turns out to be longer, or another than its checksum says, is refused.
 */
function unpack(zip: Uint8Array): Uint8Array[] | 'refused' | 'too-large' {
  const entries = readEntries(zip, MAX_FILES)
  if (!entries || entries.length === 0) return 'refused'
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED) return 'too-large'
  // Which of two with one name is meant, nobody knows.
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return 'refused'
  const files = entries.filter(({ name }) => !name.endsWith('/')).map(entry => unpackEntry(zip, entry, entry.size))
  return files.every(bytes => bytes instanceof Uint8Array) ? files : 'refused'
}
