import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** The gateway's way out when no certificate was presented (my.policy, challenged, no certificate: terminated). */
export const HANGUP_PATH = '/vdesk/hangup.php3'

/** What browsers say when a navigation gave way to another one: no failure. */
const SUPERSEDED = /ERR_ABORTED|NS_BINDING_ABORTED/
/** What they say when a connection broke off, or the network below it was another one suddenly: it may go well at once. */
const BROKEN_OFF =
  /ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)|NS_ERROR_NET_(RESET|INTERRUPT|PARTIAL_TRANSFER)/
/** What they say when the server turned the certificate down: of another issuer, expired, revoked. */
const REFUSED_CERTIFICATE =
  /ERR_BAD_SSL_CLIENT_AUTH_CERT|SSL_ERROR_(BAD_CERT|REVOKED_CERT|EXPIRED_CERT|UNKNOWN_CA|ACCESS_DENIED)_ALERT/
/** What they say when there was no certificate or its key did not do: wrong PIN, token pulled out, key that cannot sign. */
const CLIENT_CERTIFICATE = /CLIENT_AUTH|CERT_NEEDED|SSL_ERROR_HANDSHAKE_FAILURE_ALERT/

/**
 * Why the sign-in tab's navigation failed, in words that help; undefined when nothing is lost. The callback itself
 * always fails, for nothing listens there.
 */
export function navigationProblem(details: { url: string; error: string }): RecipisaError | undefined {
  const { hostname } = new URL(details.url)
  if (hostname === 'localhost' || SUPERSEDED.test(details.error)) return undefined
  if (REFUSED_CERTIFICATE.test(details.error)) return new RecipisaError('certificate-refused')
  if (CLIENT_CERTIFICATE.test(details.error)) return new RecipisaError('certificate-not-presented')
  return new RecipisaError('unreachable', { host: hostname, problem: details.error })
}

/** Whether a navigation that failed may go well at once when it is made again. */
export function hasBrokenOff(error: string): boolean {
  return BROKEN_OFF.test(error)
}

/** Match patterns of the gateway's hang-up page for the given host permissions. */
export function hangupPatterns(hostPermissions: readonly string[]): string[] {
  return hostPermissions.map(pattern => pattern.replace(/\/\*$/, `${HANGUP_PATH}*`))
}
