import { X509Certificate } from 'node:crypto'
import type { SignatureReport } from '../../shared/protocol/checks.ts'

/** Certificates between the signer's and an anchor at most. */
const LONGEST = 5

/**
 * What stands behind the certificate that signed. The authority's test environment signs by one that vouches for itself,
 * which is told whether anchors (PEM text) are configured or not; it is anchored only if it is itself one of them.
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
 * Whether a certificate leads to one of the anchors (PEM text): it is one, or an anchor issued it, through the given
 * certificates if need be. Validity in time is shown and not judged: a signature is made once and kept for years.
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
