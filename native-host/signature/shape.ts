import { X509Certificate } from 'node:crypto'
import type { Method } from './canonical.ts'
import { DSIG, elementsOf, isDsig, onlyChild, Unverifiable } from './strict-xml.ts'

/** Canonical forms without comments, by their names in signatures. */
const CANONICAL: Readonly<Record<string, Method>> = {
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'inclusive',
}
const ENVELOPED = `${DSIG}enveloped-signature`
/** Accepted signature algorithms, with the name of their hash; SHA-1 and keyed algorithms are not among them. */
const SIGNATURES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
/** Fewest bits of an RSA key whose signature proves anything. */
const LEAST_KEY = 2048
/** Most certificates to read; a signature needs one. */
const MOST_CERTIFICATES = 8

/** The parts of a signature that covers a whole document and nothing else. */
export type Shape = Reference & {
  signedInfo: Element
  /** Of SignedInfo. */
  method: Method
  hash: string
  value: Buffer
  certificates: X509Certificate[]
}

/** The signed digest: that of a canonical form of the document, without this signature if it is enveloped. */
type Reference = { isEnveloped: boolean; canonicalization: Method; digestHash: string; digest: Buffer }

/**
 * Accepts only a signature that this room can judge: one reference to the whole document (`URI=""`), canonical forms
 * without comments, RSA with SHA-2, a certificate with a sufficient key. Each part must be in its own place, so that no
 * other part can pass for the signed one. Throws `Unverifiable` for any other signature.
 */
export function readShape(signature: Element): Shape {
  const [first, second] = elementsOf(signature)
  if (!first || !second || !isDsig(first, 'SignedInfo') || !isDsig(second, 'SignatureValue')) {
    throw new Unverifiable('its SignedInfo and SignatureValue are not where they belong')
  }
  const signedInfo = onlyChild(signature, 'SignedInfo')
  const method = accept(onlyChild(signedInfo, 'CanonicalizationMethod'), CANONICAL)
  const hash = accept(onlyChild(signedInfo, 'SignatureMethod'), SIGNATURES)
  const reference = readReference(onlyChild(signedInfo, 'Reference'))
  const value = base64Of(onlyChild(signature, 'SignatureValue'))
  return { ...reference, signedInfo, method, hash, value, certificates: certificatesOf(signature) }
}

function readReference(reference: Element): Reference {
  if (!reference.hasAttribute('URI') || reference.getAttribute('URI') !== '') {
    throw new Unverifiable('it does not cover the whole document')
  }
  const transforms = elementsOf(onlyChild(reference, 'Transforms'))
  const isEnveloped = transforms[0]?.getAttribute('Algorithm') === ENVELOPED
  const [form, ...more] = isEnveloped ? transforms.slice(1) : transforms
  if (more.length > 0 || (!isEnveloped && !form)) throw new Unverifiable('its transforms are not the usual ones')
  for (const transform of transforms) refuseParameters(transform)
  return {
    isEnveloped,
    // If no form is named, XML-DSig prescribes the inclusive one (4.4.3.2); the ministry's signatures name none (E-36).
    canonicalization: form ? accept(form, CANONICAL) : 'inclusive',
    digestHash: accept(onlyChild(reference, 'DigestMethod'), DIGESTS),
    digest: base64Of(onlyChild(reference, 'DigestValue')),
  }
}

/** The readable certificates of KeyInfo. Nothing proves yet that their holders have signed. */
export function namedCertificates(signature: Element): X509Certificate[] {
  return certificateElements(signature).flatMap(element => {
    try {
      return [new X509Certificate(base64Of(element))]
    } catch {
      return [] // it names nobody, and a signature with such a certificate is not judged
    }
  })
}

/** All certificates of KeyInfo; at least one must have a key that proves something. */
function certificatesOf(signature: Element): X509Certificate[] {
  onlyChild(signature, 'KeyInfo')
  const count = certificateElements(signature).length
  const certificates = namedCertificates(signature)
  if (count === 0) throw new Unverifiable('it holds no certificate')
  if (certificates.length < count) throw new Unverifiable('its certificate cannot be read')
  if (!certificates.some(hasStrongKey)) {
    throw new Unverifiable(`its certificate's key is not RSA of at least ${LEAST_KEY} bits`)
  }
  return certificates
}

function certificateElements(signature: Element): Element[] {
  const within = (elements: Element[], name: string) => elements.flatMap(elementsOf).filter(each => isDsig(each, name))
  const data = within(within([signature], 'KeyInfo'), 'X509Data')
  return within(data, 'X509Certificate').slice(0, MOST_CERTIFICATES)
}

/** Whether a signature with this certificate's key proves anything. */
export function hasStrongKey({ publicKey }: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_KEY
}

/** The meaning of an element's algorithm. Parameters are refused: they would change it. */
function accept<T>(element: Element, algorithms: Readonly<Record<string, T>>): T {
  refuseParameters(element)
  const algorithm = element.getAttribute('Algorithm') ?? ''
  const meaning = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined
  if (meaning !== undefined) return meaning
  throw new Unverifiable(`${element.localName} with the algorithm "${algorithm}" is not accepted`)
}

function refuseParameters(element: Element): void {
  if (elementsOf(element).length > 0) throw new Unverifiable(`its ${element.localName} has parameters`)
}

/** The bytes of an element that contains only base64: a comment inside would be ambiguous. */
function base64Of(element: Element): Buffer {
  const nodes = Array.from(element.childNodes)
  const text = element.textContent ?? ''
  if (nodes.length === 0 || nodes.some(node => node.nodeType !== 3) || /[^A-Za-z0-9+/=\s]/.test(text)) {
    throw new Unverifiable(`its ${element.localName} is not plain base64`)
  }
  return Buffer.from(text, 'base64')
}
