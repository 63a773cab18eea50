import { type PeekedXml, peekXml, type XmlElement } from '../../shared/xml/xml.ts'
import type { XmlBounds, XmlProblem } from '../../shared/xml/xml-scan.ts'
import { readEntries, unpackEntry } from './zip-entries.ts'

/** The two files of a signed ZIP, byte for byte; undefined if a file is missing or cannot be identified. */
export type Members = {
  document: Uint8Array | undefined
  signature: Uint8Array | undefined
  /** Root of the document's XML, which was read to identify the two. */
  documentRoot: XmlElement | undefined
  /** Why one of the files was not read, except for a file that is not XML. */
  problem?: BoundExceeded | undefined
}
export type BoundExceeded = Exclude<XmlProblem, 'not-xml'> | 'size'

/**
 * Limit on the unpacked files, bytes: an upload has 10 MB at most, and the signature can be a copy of the document. The
 * limit also stops a ZIP bomb of any ratio: the declared sizes are summed before anything is unpacked.
 */
const MAX_UNPACKED = 64 * 1024 * 1024
/** Most files in a readable ZIP; the services pack two. */
const MAX_FILES = 32
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const NONE: Members = { document: undefined, signature: undefined, documentRoot: undefined }

/** Declared size of one or two files together, bytes, which unpacking never exceeds; undefined for other ZIPs. */
export function claimedSize(zip: Uint8Array): number | undefined {
  return readEntries(zip, 2)?.reduce((sum, { size }) => sum + size, 0)
}

/**
 * The document and the signature of a downloaded ZIP, identified by their content (E-19), whatever their names and the
 * ZIP's other files. A ZIP has no members if they cannot be identified, or if it is too large when unpacked, or broken
 * inside; the archive keeps it all the same.
 */
export function readMembers(zip: Uint8Array, bounds?: XmlBounds): Members {
  const files = unpack(zip)
  if (files === 'too-large') return { ...NONE, problem: 'size' }
  if (!Array.isArray(files)) return NONE
  const candidates = files.map((bytes): Candidate => {
    const peeked = peekXml(bytes, bounds)
    if ('problem' in peeked) return { bytes, rootName: '', root: () => undefined, problem: peeked.problem }
    return { bytes, ...peeked, problem: undefined }
  })
  const problem = candidates.map(one => one.problem).find(one => one !== undefined && one !== 'not-xml')
  return { ...identify(candidates), problem }
}

function identify(candidates: readonly Candidate[]): Members {
  const documents = candidates.filter(({ rootName, root }) => DOCUMENTS.includes(rootName) && root())
  const [document] = documents
  if (documents.length === 1 && document) return members(document, signatureAmong(without(candidates, document)))
  // Several documents: one, and the ministry's signed copy. No document: of two files, the one that is not the
  // signature.
  const pair = documents.length > 1 ? documents : candidates
  const signature = mostSigned(pair)
  const [left, ...others] = without(pair, signature)
  return others.length > 0 ? NONE : left || signature ? members(left, signature) : NONE
}

/** Root elements of uploadable documents, and of the errors file that replaces one. */
const DOCUMENTS = ['Invoice', 'CreditNote', 'CrossIndustryInvoice', 'header']

/** Most signatures need not be parsed, which would take as long as the document itself. */
type Candidate = PeekedXml & { bytes: Uint8Array; problem: XmlProblem | undefined }

function members(document: Candidate | undefined, signature: Candidate | undefined): Members {
  return { document: document?.bytes, signature: signature?.bytes, documentRoot: document?.root() }
}

const without = (candidates: readonly Candidate[], one: Candidate | undefined) =>
  candidates.filter(candidate => candidate !== one)

/**
 * The signature of a known document: the only other file, whatever its form, else the one with the most XML signatures.
 */
function signatureAmong(others: readonly Candidate[]): Candidate | undefined {
  return others.length === 1 ? others[0] : mostSigned(others)
}

/** The file with the most XML signatures: the ministry's copy also has the issuer's own signature of the document. */
function mostSigned(candidates: readonly Candidate[]): Candidate | undefined {
  const signed = candidates.map(candidate => ({ candidate, signatures: countSignatures(candidate.root()) }))
  const most = Math.max(0, ...signed.map(({ signatures }) => signatures))
  const found = signed.filter(({ signatures }) => signatures === most)
  return most > 0 && found.length === 1 ? found[0]?.candidate : undefined
}

/** Number of XML signatures in a file; a detached signature counts more than any document. */
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
 * Contents of the files in a ZIP. File names never become paths, so none can lead anywhere (H-12). Refuses a file that
 * is longer than declared, or that does not match its checksum.
 */
function unpack(zip: Uint8Array): Uint8Array[] | 'refused' | 'too-large' {
  const entries = readEntries(zip, MAX_FILES)
  if (!entries || entries.length === 0) return 'refused'
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED) return 'too-large'
  // Two files with one name are ambiguous.
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return 'refused'
  const files = entries.filter(({ name }) => !name.endsWith('/')).map(entry => unpackEntry(zip, entry, entry.size))
  return files.every(bytes => bytes instanceof Uint8Array) ? files : 'refused'
}
