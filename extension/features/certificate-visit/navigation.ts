import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isUntrusted } from '../../host/calls/error-names.ts'
import { certificateProblemOf } from '../../host/calls/firefox-sentences.ts'

/** Where the gateway leads when no certificate was presented (my.policy, challenged, no certificate: terminated). */
export const HANGUP_PATH = '/vdesk/hangup.php3'

/** The browser's error when another navigation replaced this one: not a failure. */
const SUPERSEDED = /ERR_ABORTED|NS_BINDING_ABORTED/
/** Errors of a broken connection or a changed network: a retry may work at once. */
const BROKEN_OFF =
  /ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)|NS_ERROR_NET_(RESET|INTERRUPT|EMPTY_RESPONSE|PARTIAL_TRANSFER)/
/** Errors when the server rejected the certificate: another issuer, expired, revoked. */
const REFUSED_CERTIFICATE =
  /ERR_BAD_SSL_CLIENT_AUTH_CERT|SSL_ERROR_(BAD_CERT|REVOKED_CERT|EXPIRED_CERT|UNKNOWN_CA|ACCESS_DENIED)_ALERT/
/** Errors when no certificate was presented or its key failed: wrong PIN, token unplugged, key that cannot sign. */
const CLIENT_CERTIFICATE = /CLIENT_AUTH|CERT_NEEDED|SSL_ERROR_HANDSHAKE_FAILURE_ALERT/

/**
 * Why the visit's navigation failed; undefined when it did no harm. The callback itself always fails, because nothing listens
 * there.
 */
export function navigationProblem(details: { url: string; error: string }): RecipisaError | undefined {
  const { hostname } = new URL(details.url)
  if (hostname === 'localhost' || SUPERSEDED.test(details.error)) return undefined
  if (REFUSED_CERTIFICATE.test(details.error)) return new RecipisaError('certificate-refused')
  if (CLIENT_CERTIFICATE.test(details.error)) return new RecipisaError('certificate-not-presented')
  const certificate = certificateProblemOf(details.error)
  if (certificate) return new RecipisaError(certificate)
  // Firefox's sentence ends with a full stop, and is quoted inside one of ours.
  return new RecipisaError(isUntrusted(details.error) ? 'tls-untrusted' : 'unreachable', {
    host: hostname,
    problem: details.error.replace(/\.$/, ''),
  })
}

/** Whether a failed navigation may work on an immediate retry. */
export function hasBrokenOff(error: string): boolean {
  return BROKEN_OFF.test(error)
}

/** Match patterns of the gateway's hang-up page for the given host permissions. */
export function hangupPatterns(hostPermissions: readonly string[]): string[] {
  return hostPermissions.map(pattern => pattern.replace(/\/\*$/, `${HANGUP_PATH}*`))
}
