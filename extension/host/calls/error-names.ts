import type { FetchFailure } from '../../../shared/protocol/fetch.ts'
import { certificateProblemOf, saysUntrusted } from './firefox-sentences.ts'

/** The certificate must be chosen again: none is chosen, its key failed, or the token is gone. */
const NO_CHOICE =
  /ERR_SSL_CLIENT_AUTH|ERR_BAD_SSL_CLIENT_AUTH|SSL_ERROR_(HANDSHAKE_FAILURE|BAD_CERT|REVOKED_CERT|EXPIRED_CERT|UNKNOWN_CA|ACCESS_DENIED)_ALERT|CERT_NEEDED/
/** The server's own certificate. */
const UNTRUSTED = /ERR_CERT_|SEC_ERROR_|MOZILLA_PKIX_ERROR_|NSS_ERROR/
/**
 * There was no connection. Lists only errors that cannot end an established one: a route lost in the middle of a
 * call (`ERR_ADDRESS_UNREACHABLE`, `ERR_INTERNET_DISCONNECTED`), and a withheld answer (`ERR_BLOCKED_BY_…`),
 * come after the request has left.
 */
const UNSENT =
  /ERR_(CONNECTION_(REFUSED|TIMED_OUT|FAILED)|NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)|NS_ERROR_(CONNECTION_REFUSED|UNKNOWN_HOST|OFFLINE)/

/**
 * Whether a browser's error is about the server's own certificate: a program that reads the traffic, or a wrong clock; never
 * the internet.
 */
export const isUntrusted = (error: string): boolean => UNTRUSTED.test(error) || saysUntrusted(error)

/** The meaning of a browser's error for a call; after an unlisted one the call may have arrived. */
export function failureOf(error: string): FetchFailure {
  if (NO_CHOICE.test(error) || certificateProblemOf(error)) return 'no-choice'
  if (isUntrusted(error)) return 'untrusted'
  return UNSENT.test(error) ? 'unsent' : 'lost'
}
