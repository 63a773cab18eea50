import { createHash, timingSafeEqual, verify, type X509Certificate } from 'node:crypto'
import { ExclusiveCanonicalization, ExclusiveCanonicalizationWithComments } from 'xml-crypto'
import type { SignatureReport } from '../../shared/protocol/checks.ts'
import { leadsToAnchor } from './chain.ts'
import { readShape, type Shape } from './shape.ts'
import { isDsig, parseStrict, type StrictXml, Unverifiable } from './strict-xml.ts'

/** The two files of a signed ZIP, byte for byte. */
export type SignedFiles = { document: Uint8Array; signature: Uint8Array }

const NOTHING_KNOWN = { form: null, digest: null, signature: null, certificate: null, chain: 'not-checked' } as const

/**
 * Verifies the ministry's signature of an archived ZIP on this machine. The signature file is a copy of the document with
 * an enveloped XML signature, or a detached one; what counts is that the *document* is what was signed. `anchors` are the
 * PEM texts that the signer's certificate should lead to; without any, the chain is not checked.
 */
export function verifySignature(files: SignedFiles, { anchors }: { anchors: readonly string[] }): SignatureReport {
  try {
    return judge(files, anchors)
  } catch (error) {
    const problem = error instanceof Unverifiable ? error.message : problemOf(error)
    return { ...NOTHING_KNOWN, verdict: 'unverifiable', problem }
  }
}

function judge(files: SignedFiles, anchors: readonly string[]): SignatureReport {
  const file = parseStrict(files.signature)
  if (!file) throw new Unverifiable('the signature file is not XML')
  const document = parseStrict(files.document)
  const isDetached = isDsig(file.root, 'Signature')
  const element = isDetached ? file.root : envelopedIn(file.root)
  if (!element) throw new Unverifiable('the signature file holds no signature')
  const shape = readShape(element)

  const signer = signerOf(shape)
  const certificate = signer ?? shape.certificates[0]
  const { isHashed, isDocument } = isDetached
    ? { isHashed: document !== undefined && holds(shape, document.root), isDocument: true }
    : judgeCopy(file.root, element, shape, document)
  const digest = isHashed && isDocument
  const others = shape.certificates.filter(one => one !== certificate)
  return {
    verdict: signer && digest ? 'valid' : 'tampered',
    form: isDetached ? 'detached' : 'enveloped',
    digest,
    signature: signer !== undefined,
    certificate: certificate ? shown(certificate) : null,
    // A certificate that did not sign this leads nowhere, whoever issued it.
    chain:
      anchors.length === 0 || !signer
        ? 'not-checked'
        : leadsToAnchor(signer, others, anchors)
          ? 'anchored'
          : 'not-anchored',
    problem: signer && digest ? null : whatIsWrong(signer !== undefined, document !== undefined, isHashed),
  }
}

function whatIsWrong(isSigned: boolean, isXml: boolean, isHashed: boolean): string {
  if (!isSigned) return 'the signature value does not belong to what is signed'
  if (!isXml) return 'the document is not XML any more'
  return isHashed ? 'the signed copy is not the document' : 'the document is not what was signed'
}

/** The ministry signs last: the last signature that stands directly in the root, before any of the issuer's own. */
function envelopedIn(root: Element): Element | undefined {
  return Array.from(root.childNodes).findLast(node => isDsig(node, 'Signature')) as Element | undefined
}

/** The certificate whose key made the signature's value. */
function signerOf({ signedInfo, hash, value, certificates }: Shape): X509Certificate | undefined {
  const signed = Buffer.from(new ExclusiveCanonicalization().process(signedInfo, {}))
  return certificates.find(({ publicKey }) => verify(hash, signed, publicKey, value))
}

/**
 * Whether the digest is that of this element. The library's own check asks for every element by XPath, which takes a
 * minute for a large invoice; the shape leaves nothing open that it would have to find out.
 */
function holds({ digestHash, digest }: Shape, root: Element): boolean {
  const found = createHash(digestHash).update(new ExclusiveCanonicalization().process(root, {})).digest()
  return found.length === digest.length && timingSafeEqual(found, digest)
}

/**
 * Judges the signed copy apart from its signature: whether the digest is its, and whether it is the document, by the same
 * canonical form, comments included. Space that was put around the signature is not the document's.
 */
function judgeCopy(copy: Element, signature: Element, shape: Shape, document: StrictXml | undefined) {
  if (!shape.isEnveloped) throw new Unverifiable('it covers itself')
  const around = [signature.previousSibling, signature.nextSibling].filter(isSpace)
  copy.removeChild(signature)
  const isHashed = holds(shape, copy)
  if (!document) return { isHashed, isDocument: false }
  const wanted = canonical(document.root)
  let isDocument = canonical(copy) === wanted
  for (const space of around) {
    if (isDocument) break
    copy.removeChild(space)
    isDocument = canonical(copy) === wanted
  }
  return { isHashed, isDocument }
}

function isSpace(node: ChildNode | null): node is ChildNode {
  return node?.nodeType === 3 && !node.nodeValue?.trim()
}

function canonical(root: Element): string {
  return new ExclusiveCanonicalizationWithComments().process(root, {})
}

function shown(certificate: X509Certificate): NonNullable<SignatureReport['certificate']> {
  const oneLine = (name: string) => name.split('\n').join(', ')
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serial: certificate.serialNumber,
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
  }
}

function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
