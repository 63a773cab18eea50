import type { FetchFailure } from '../../../shared/protocol/fetch.ts'

/** The certificate has to be chosen again: none is chosen, its key failed, or the token is gone. */
const NO_CHOICE =
  /ERR_SSL_CLIENT_AUTH|ERR_BAD_SSL_CLIENT_AUTH|SSL_ERROR_(HANDSHAKE_FAILURE|BAD_CERT|REVOKED_CERT|EXPIRED_CERT|UNKNOWN_CA|ACCESS_DENIED)_ALERT|CERT_NEEDED/
/** The server's own certificate. */
const UNTRUSTED = /ERR_CERT_|SEC_ERROR_|NSS_ERROR/
/**
 * There was no connection. Only what a connection that stands cannot be ended by: a route that is lost in the middle of a
 * call (`ERR_ADDRESS_UNREACHABLE`, `ERR_INTERNET_DISCONNECTED`), and an answer that is kept from us (`ERR_BLOCKED_BY_…`),
 * come after the request has left.
 */
const UNSENT =
  /ERR_(CONNECTION_(REFUSED|TIMED_OUT|FAILED)|NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)|NS_ERROR_(CONNECTION_REFUSED|UNKNOWN_HOST|OFFLINE)/

/** What a browser's error of a call means; anything that it does not name may have arrived. */
export function failureOf(error: string): FetchFailure {
  if (NO_CHOICE.test(error)) return 'no-choice'
  if (UNTRUSTED.test(error)) return 'untrusted'
  return UNSENT.test(error) ? 'unsent' : 'lost'
}
