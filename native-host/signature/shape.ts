import { X509Certificate } from 'node:crypto'
import { DSIG, elementsOf, isDsig, onlyChild, Unverifiable } from './strict-xml.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${DSIG}enveloped-signature`
/** XML signature algorithms that are believed, with the hash's name; SHA-1 and the keyed ones are not. */
const SIGNATURES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
/** Bits of an RSA key below which a signature proves nothing. */
const LEAST_KEY = 2048

/** The parts of a signature that covers a whole document and nothing else. */
export type Shape = Reference & { signedInfo: Element; hash: string; value: Buffer; certificates: X509Certificate[] }

/** What was signed: the document's digest, of the document without this signature where that is enveloped in it. */
type Reference = { isEnveloped: boolean; digestHash: string; digest: Buffer }

/**
 * Takes only what this room can judge: one reference to the whole document (`URI=""`), exclusive C14N, RSA with SHA-2, a
 * certificate of sufficient key. Everything is looked for in its own place, so that nothing beside the signed part can
 * pass for it. `Unverifiable` for any other signature.
 */
export function readShape(signature: Element): Shape {
  const [first, second] = elementsOf(signature)
  if (!first || !second || !isDsig(first, 'SignedInfo') || !isDsig(second, 'SignatureValue')) {
    throw new Unverifiable('its SignedInfo and SignatureValue are not where they belong')
  }
  const signedInfo = onlyChild(signature, 'SignedInfo')
  const method = onlyChild(signedInfo, 'CanonicalizationMethod')
  accept(method, [EXCLUSIVE])
  if (elementsOf(method).length > 0) throw new Unverifiable('its canonicalization has parameters')
  const hash = SIGNATURES[accept(onlyChild(signedInfo, 'SignatureMethod'), Object.keys(SIGNATURES))] ?? ''
  const reference = readReference(onlyChild(signedInfo, 'Reference'))
  const value = base64Of(onlyChild(signature, 'SignatureValue'))
  return { ...reference, signedInfo, hash, value, certificates: certificatesOf(signature) }
}

function readReference(reference: Element): Reference {
  if (!reference.hasAttribute('URI') || reference.getAttribute('URI') !== '') {
    throw new Unverifiable('it does not cover the whole document')
  }
  const transforms = elementsOf(onlyChild(reference, 'Transforms')).map(transform => {
    if (elementsOf(transform).length > 0) throw new Unverifiable('its transforms have parameters')
    return accept(transform, [ENVELOPED, EXCLUSIVE])
  })
  const isEnveloped = transforms[0] === ENVELOPED
  if (transforms.slice(isEnveloped ? 1 : 0).join() !== EXCLUSIVE) {
    throw new Unverifiable('its transforms are not the usual ones')
  }
  const digestHash = DIGESTS[accept(onlyChild(reference, 'DigestMethod'), Object.keys(DIGESTS))] ?? ''
  return { isEnveloped, digestHash, digest: base64Of(onlyChild(reference, 'DigestValue')) }
}

/** Certificates of KeyInfo, as they stand there; nothing else in it counts. */
function certificatesOf(signature: Element): X509Certificate[] {
  const data = elementsOf(onlyChild(signature, 'KeyInfo')).filter(child => isDsig(child, 'X509Data'))
  const found = data.flatMap(elementsOf).filter(child => isDsig(child, 'X509Certificate'))
  const certificates = found.slice(0, 8).map(element => readCertificate(base64Of(element)))
  if (certificates.length === 0) throw new Unverifiable('it holds no certificate')
  return certificates
}

function readCertificate(der: Buffer): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(der)
  } catch {
    throw new Unverifiable('its certificate cannot be read')
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_KEY) {
    throw new Unverifiable(`its certificate's key is not RSA of at least ${LEAST_KEY} bits`)
  }
  return certificate
}

function accept(element: Element, algorithms: readonly string[]): string {
  const algorithm = element.getAttribute('Algorithm') ?? ''
  if (algorithms.includes(algorithm)) return algorithm
  throw new Unverifiable(`${element.localName} with the algorithm "${algorithm}" is not accepted`)
}

/** Bytes of an element that holds nothing but text: a comment inside would be read in two ways. */
function base64Of(element: Element): Buffer {
  const nodes = Array.from(element.childNodes)
  if (nodes.length === 0 || nodes.some(node => node.nodeType !== 3)) {
    throw new Unverifiable(`its ${element.localName} is not plain text`)
  }
  return Buffer.from(element.textContent ?? '', 'base64')
}
