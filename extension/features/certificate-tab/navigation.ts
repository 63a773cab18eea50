import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** The gateway's way out when no certificate was presented (my.policy, challenged, no certificate: terminated). */
export const HANGUP_PATH = '/vdesk/hangup.php3'

/** What browsers say when a navigation gave way to another one: no failure. */
const SUPERSEDED = /ERR_ABORTED|NS_BINDING_ABORTED/
/** What they say when the certificate or its key did not do: wrong PIN, token pulled out, key that cannot sign. */
const CLIENT_CERTIFICATE = /CLIENT_AUTH|CERT_NEEDED|SSL_ERROR_(HANDSHAKE_FAILURE|BAD_CERT)_ALERT/

/**
 * Why the sign-in tab's navigation failed, in words that help; undefined when nothing is lost. The callback itself
 * always fails, for nothing listens there.
 */
export function navigationProblem(details: { url: string; error: string }): RecipisaError | undefined {
  const { hostname } = new URL(details.url)
  if (hostname === 'localhost' || SUPERSEDED.test(details.error)) return undefined
  if (CLIENT_CERTIFICATE.test(details.error)) return new RecipisaError('certificate-not-presented')
  return new RecipisaError('unreachable', { host: hostname, problem: details.error })
}

/** Match patterns of the gateway's hang-up page for the given host permissions. */
export function hangupPatterns(hostPermissions: readonly string[]): string[] {
  return hostPermissions.map(pattern => pattern.replace(/\/\*$/, `${HANGUP_PATH}*`))
}
