import { X509Certificate } from 'node:crypto'
import type { SignatureReport } from '../../shared/protocol/invoices/checks.ts'

/** Most certificates from the signer's to an anchor. */
const LONGEST = 5

/**
 * The end of the signer's chain. `self-signed` is reported with or without anchors (PEM text), because the authority's
 * test environment signs with such a certificate. It counts as anchored only if it is an anchor itself.
 */
export function chainOf(
  signer: X509Certificate,
  certificates: readonly X509Certificate[],
  anchors: readonly string[],
): SignatureReport['chain'] {
  const others = certificates.filter(one => one !== signer)
  if (leadsToAnchor(signer, others, anchors)) return 'anchored'
  if (signer.subject === signer.issuer && signer.verify(signer.publicKey)) return 'self-signed'
  return anchors.length === 0 ? 'not-checked' : 'not-anchored'
}

/**
 * Whether a certificate is one of the anchors (PEM text), or was issued by one, directly or through the given
 * certificates. Its validity in time is shown, not judged: a signature is made once and kept for years.
 */
function leadsToAnchor(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  anchors: readonly string[],
): boolean {
  const trusted = anchors.map(pem => new X509Certificate(pem))
  let current = certificate
  for (let step = 0; step < LONGEST; step++) {
    if (trusted.some(anchor => anchor.fingerprint256 === current.fingerprint256 || isIssuedBy(current, anchor)))
      return true
    const issuer = others.find(other => other.fingerprint256 !== current.fingerprint256 && isIssuedBy(current, other))
    if (!issuer) return false
    current = issuer
  }
  return false
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
