import { createHash, timingSafeEqual, verify, type X509Certificate } from 'node:crypto'
import type { SignatureReport } from '../../shared/protocol/invoices/checks.ts'
import { canonical, withInstructions } from './canonical.ts'
import { chainOf } from './chain.ts'
import { hasStrongKey, namedCertificates, readShape, type Shape } from './shape.ts'
import { elementsOf, isDsig, parseStrict, type StrictXml, Unverifiable } from './strict-xml.ts'
import { unverifiable } from './unverifiable.ts'

/** The two files of a signed ZIP, byte for byte. */
export type SignedFiles = { document: Uint8Array; signature: Uint8Array }

type How = NonNullable<SignatureReport['how']>
/** The certificate whose key made the signature's value, and the form of SignedInfo under it. */
type Signer = { certificate: X509Certificate; signedInfo: How['signedInfo'] }

/**
 * Verifies the ministry's signature of an archived ZIP on this machine. The signature file is a copy of the document
 * with an enveloped XML signature, or a detached signature. The digest must be that of the *document*: of its root
 * element as uploaded, with the instructions around it if they were signed. No digest covers the XML declaration and
 * comments.
 *
 * Beyond XML-DSig, only two things are accepted, which the ministry's own signatures need (E-36): white space put
 * between the elements of SignedInfo after signing, and the document's canonical form in place of the copy's, which has
 * line breaks around the signature. `anchors` are PEM texts that the signer's certificate should lead to; without any,
 * the chain is not checked.
 */
export function verifySignature(files: SignedFiles, { anchors }: { anchors: readonly string[] }): SignatureReport {
  let signature: Element | undefined
  try {
    const file = parseStrict(files.signature)
    if (!file) throw new Unverifiable('the signature file is not XML')
    signature = isDsig(file.root, 'Signature') ? file.root : envelopedIn(file.root)
    if (!signature) throw new Unverifiable('the signature file holds no signature')
    return judge(readShape(signature), { file, signature, document: parseStrict(files.document) }, anchors)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // The report names the alleged signer even if nothing can be decided.
    const [named] = signature ? namedCertificates(signature) : []
    return unverifiable(problem, named && describeCertificate(named))
  }
}

type Signed = { file: StrictXml; signature: Element; document: StrictXml | undefined }

function judge(shape: Shape, { file, signature, document }: Signed, anchors: readonly string[]): SignatureReport {
  const copy = signature === file.root ? undefined : { root: file.root, signature }
  if (copy && !shape.isEnveloped) throw new Unverifiable('it covers itself')
  const signer = signerOf(shape)
  const digestOf = document && digestedPart(shape, document.root, copy)
  const isSame = document !== undefined && (!copy || isCopyOf(copy, document.root))
  const isValid = signer !== undefined && digestOf !== undefined && isSame
  const certificate = signer?.certificate ?? shape.certificates[0]
  return {
    verdict: isValid ? 'valid' : 'tampered',
    form: copy ? 'enveloped' : 'detached',
    how: isValid ? { digestOf, canonicalization: shape.canonicalization, signedInfo: signer.signedInfo } : null,
    digest: digestOf !== undefined,
    signature: signer !== undefined,
    certificate: certificate ? describeCertificate(certificate) : null,
    // A certificate that did not sign this has no chain, whoever issued it.
    chain: signer ? chainOf(signer.certificate, shape.certificates, anchors) : 'not-checked',
    problem: isValid ? null : problemOf({ isXml: document !== undefined, isSigned: !!signer, digestOf }),
  }
}

type Found = { isXml: boolean; isSigned: boolean; digestOf: How['digestOf'] | undefined }

function problemOf({ isXml, isSigned, digestOf }: Found): string {
  if (!isSigned) return 'the signature value does not belong to what is signed'
  if (!isXml) return 'the document is no longer XML'
  return digestOf ? 'the signed copy is not the document' : 'the document is not what was signed'
}

/** The ministry signs last: the last signature directly in the root, after any signature of the issuer's own. */
function envelopedIn(root: Element): Element | undefined {
  return elementsOf(root).findLast(element => isDsig(element, 'Signature'))
}

/** The certificate whose key made the signature's value: over SignedInfo unchanged, else without later line breaks. */
function signerOf({ signedInfo, method, hash, value, certificates }: Shape): Signer | undefined {
  const forms = {
    'as-written': canonical(signedInfo, { method }),
    'without-line-breaks': canonical(signedInfo, { method, without: isLayout }),
  }
  for (const form of ['as-written', 'without-line-breaks'] as const) {
    const signed = Buffer.from(forms[form])
    const isOf = (one: X509Certificate) => hasStrongKey(one) && verify(hash, signed, one.publicKey, value)
    const certificate = certificates.find(isOf)
    if (certificate) return { certificate, signedInfo: form }
  }
  return undefined
}

/** White space beside an element, as indentation adds it. In an element without child elements it is content. */
function isLayout(node: Node): boolean {
  return isSpace(node) && [node.previousSibling, node.nextSibling].some(beside => beside?.nodeType === 1)
}

function isSpace(node: Node | null): boolean {
  return node?.nodeType === 3 && /^[ \t\r\n]*$/.test(node.nodeValue ?? '')
}

/** A signed copy of the document, and the signature in it. */
type Copy = { root: Element; signature: Element }

/**
 * The source of the digest. It should be the document. A copy with its own digest, as XML-DSig has it, is as good if it
 * differs from the document only by the space around its signature.
 */
function digestedPart(shape: Shape, document: Element, copy: Copy | undefined): How['digestOf'] | undefined {
  const { canonicalization: method } = shape
  const form = canonical(document, { method })
  const whole = withInstructions(document, form)
  if (holds(shape, form) || (whole !== form && holds(shape, whole))) return 'document'
  if (!copy) return undefined
  const { root, signature } = copy
  if (!holds(shape, canonical(root, { method, without: node => node === signature }))) return undefined
  const expected = exact(document)
  const around = [signature.previousSibling, signature.nextSibling].filter(isSpace)
  const choices = [[], ...around.map(space => [space]), around]
  const isDocument = choices.some(
    spaces => exact(root, node => node === signature || spaces.some(space => space === node)) === expected,
  )
  return isDocument ? 'copy' : undefined
}

/**
 * Compares digests. The library's own check looks each element up by XPath, which takes a minute for a large invoice.
 */
function holds({ digestHash, digest }: Shape, form: string): boolean {
  const found = createHash(digestHash).update(form).digest()
  return found.length === digest.length && timingSafeEqual(found, digest)
}

/**
 * Whether the signed copy shows the same document, comments included, whatever its indentation. This alone makes no
 * document valid; the digest does.
 */
function isCopyOf({ root, signature }: Copy, document: Element): boolean {
  return exact(root, node => node === signature || isLayout(node)) === exact(document, isLayout)
}

function exact(root: Element, without?: (node: Node) => boolean): string {
  return canonical(root, { method: 'inclusive', comments: true, ...(without ? { without } : {}) })
}

function describeCertificate(certificate: X509Certificate): NonNullable<SignatureReport['certificate']> {
  const oneLine = (name: string) => name.split('\n').join(', ')
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serial: certificate.serialNumber,
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
  }
}
