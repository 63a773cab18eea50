import { createHash, type KeyObject, sign } from 'node:crypto'
import type { XmlDocument } from './canonical.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A signer: a parsed key halves the time of a signature. `subject` is the certificate's, by RFC 2253. */
export type Signer = { key: KeyObject; certificateDer: Buffer; subject: string }

/**
 * The forms of signature files. `ministry`: like four real downloads (E-36), the document and its signature together,
 * indented after signing. The other two follow XML-DSig, in exclusive canonical form: in a copy of the document, or
 * separate from it.
 */
export type SignatureForm = 'ministry' | 'enveloped' | 'detached'

/** The contents of `semnatura_….xml` for a document, with its declaration if it has one. */
export function signatureFile(document: XmlDocument, signer: Signer, form: SignatureForm): string {
  if (form === 'ministry') return `${enveloped(document.written, indented(document.inclusive, signer))}\n`
  const signature = compact(document.exclusive, signer)
  const content = form === 'detached' ? signature : enveloped(document.written, signature)
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
}

/** The signature of a document in exclusive form, on one line. */
function compact(exclusive: string, signer: Signer): string {
  const transforms = ['enveloped-signature', 'exclusive'] as const
  const { signedInfo, value } = signed(exclusive, transforms, signer)
  const certificate = signer.certificateDer.toString('base64')
  return `<Signature xmlns="${DSIG}">${signedInfo}<SignatureValue>${value.toString('base64')}</SignatureValue><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`
}

/**
 * The signature of a document in inclusive form, which its one transform leaves unsaid. An indenting serializer put
 * each tag on its own line afterwards, in SignedInfo too, and wrote the carriage returns that end base64's lines.
 */
function indented(inclusive: string, signer: Signer): string {
  const { signedInfo, value } = signed(inclusive, ['enveloped-signature'], signer)
  const lines = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}(?=.)/g, '$&&#13;\n')
  const closed = signedInfo.replaceAll(/><\/(?:CanonicalizationMethod|SignatureMethod|Transform|DigestMethod)>/g, '/>')
  const keyInfo = `<KeyInfo><X509Data><X509SubjectName>${signer.subject}</X509SubjectName><X509Certificate>${lines(signer.certificateDer)}</X509Certificate></X509Data></KeyInfo>`
  const written = `<Signature xmlns="${DSIG}">${closed}<SignatureValue>${lines(value)}</SignatureValue>${keyInfo}</Signature>`
  return `${written.replaceAll('><', '>\n<')}\n`
}

/** SignedInfo as it appears in Signature, and the signature value of its canonical form. */
function signed(canonical: string, transforms: readonly ('enveloped-signature' | 'exclusive')[], signer: Signer) {
  const digest = createHash('sha256').update(canonical).digest('base64')
  const named = transforms.map(transform => (transform === 'exclusive' ? EXCLUSIVE_C14N : `${DSIG}${transform}`))
  const list = named.map(algorithm => `<Transform Algorithm="${algorithm}"></Transform>`).join('')
  const signedInfo = (namespace: string) =>
    `<SignedInfo${namespace}><CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod><Reference URI=""><Transforms>${list}</Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  // Canonical form names the namespace on SignedInfo itself; in the file it is inherited from Signature.
  const value = sign('sha256', Buffer.from(signedInfo(` xmlns="${DSIG}"`)), signer.key)
  return { signedInfo: signedInfo(''), value }
}

/** The document with its signature as the root's last child. */
function enveloped(written: string, signature: string): string {
  const end = written.lastIndexOf('</')
  return written.slice(0, end) + signature + written.slice(end)
}
