import { createHash, type KeyObject, sign } from 'node:crypto'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Whoever signs: a parsed key saves half of a signature's time. */
export type Signer = { key: KeyObject; certificateDer: Buffer }

/**
 * The ministry's signature over a document in canonical form: exclusive C14N, RSA-SHA256, SHA-256, the certificate in
 * X509Data. The Signature element alone, as a detached signature file holds it.
 */
export function signatureOf(canonicalXml: string, signer: Signer): string {
  const digest = createHash('sha256').update(canonicalXml).digest('base64')
  const signedInfo = (namespace: string) =>
    `<SignedInfo${namespace}><CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod><Reference URI=""><Transforms><Transform Algorithm="${DSIG}enveloped-signature"></Transform><Transform Algorithm="${EXCLUSIVE_C14N}"></Transform></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  // Canonical form names the namespace on SignedInfo itself; in the file it is inherited from Signature.
  const value = sign('sha256', Buffer.from(signedInfo(` xmlns="${DSIG}"`)), signer.key).toString('base64')
  const certificate = signer.certificateDer.toString('base64')
  return `<Signature xmlns="${DSIG}">${signedInfo('')}<SignatureValue>${value}</SignatureValue><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`
}

/** The document with its signature as the root's last child. */
export function enveloped(written: string, signature: string): string {
  const end = written.lastIndexOf('</')
  return written.slice(0, end) + signature + written.slice(end)
}
