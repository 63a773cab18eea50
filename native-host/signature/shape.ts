import { X509Certificate } from 'node:crypto'
import { DSIG, elementsOf, isDsig, onlyChild, Unverifiable } from './strict-xml.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${DSIG}enveloped-signature`
/** XML signature algorithms that are believed, with the hash's name; SHA-1 and the keyed ones are not. */
const SIGNATURES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
/** Bits of an RSA key below which a signature proves nothing. */
const LEAST_KEY = 2048

/** The parts of a signature that covers a whole document and nothing else. */
export type Shape = { signedInfo: Element; hash: string; value: Buffer; certificates: X509Certificate[] }

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
  checkReference(onlyChild(signedInfo, 'Reference'))
  const value = plainText(onlyChild(signature, 'SignatureValue'))
  return { signedInfo, hash, value: Buffer.from(value, 'base64'), certificates: certificatesOf(signature) }
}

function checkReference(reference: Element) {
  if (!reference.hasAttribute('URI') || reference.getAttribute('URI') !== '') {
    throw new Unverifiable('it does not cover the whole document')
  }
  const transforms = elementsOf(onlyChild(reference, 'Transforms'))
  for (const transform of transforms) {
    if (!isDsig(transform, 'Transform')) throw new Unverifiable('its transforms cannot be read')
    accept(transform, [ENVELOPED, EXCLUSIVE])
  }
  // The last one says in which form the document is hashed.
  const last = transforms.at(-1)
  if (!last || accept(last, [EXCLUSIVE]) !== EXCLUSIVE) throw new Unverifiable('it has no transforms')
  accept(onlyChild(reference, 'DigestMethod'), DIGESTS)
  plainText(onlyChild(reference, 'DigestValue'))
}

/** Certificates of KeyInfo, as they stand there; nothing else in it counts. */
function certificatesOf(signature: Element): X509Certificate[] {
  const data = elementsOf(onlyChild(signature, 'KeyInfo')).filter(child => isDsig(child, 'X509Data'))
  const found = data.flatMap(elementsOf).filter(child => isDsig(child, 'X509Certificate'))
  const certificates = found.slice(0, 8).map(element => readCertificate(plainText(element)))
  if (certificates.length === 0) throw new Unverifiable('it holds no certificate')
  return certificates
}

function readCertificate(base64: string): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
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

/** Text of an element that holds nothing but text: a comment inside would be read in two ways. */
function plainText(element: Element): string {
  const nodes = Array.from(element.childNodes)
  if (nodes.length === 0 || nodes.some(node => node.nodeType !== 3)) {
    throw new Unverifiable(`its ${element.localName} is not plain text`)
  }
  return (element.textContent ?? '').replace(/\s/g, '')
}
