import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { VISIT_LIMIT } from '../certificate-visit/visit.ts'
import type { Arrival } from './arrival.ts'

/** What a main-frame request to the callback address is to us. */
export type Verdict =
  | { kind: 'dropped'; startedAt?: never }
  | { kind: 'code'; code: string; startedAt: number }
  /** Not by the authority's way; `host` where the browser says whose. */
  | { kind: 'strange'; isOwnTab: boolean; host: string | null; startedAt?: never }
  | { kind: 'refused'; error: RecipisaError; startedAt?: never }

/** Longest text of the authority that we quote in an error, in characters. */
const QUOTE_LIMIT = 200
/** The paths that the background's listener is registered for. */
const WATCHED_PATH = '/callback'

/**
 * Judges a request to the callback: only the attempt's own tab, host, port and path count, within its time, and only
 * while it waits. `state` is left empty by the authority's rules, so what binds a code to its attempt is
 * the tab, and the way: an answer of the host where the certificate is shown redirects to the callback, and neither a
 * strange page began that navigation nor is one in the tab. So a code of somebody else's certificate is not taken, whoever
 * brings it. An error redirect by the same way ends the attempt with the error it names.
 */
export function judgeRedirect(
  attempt: SignInVisit | undefined,
  request: { tabId: number; url: string } & Arrival,
  now: number,
  ownOrigin: string,
): Verdict {
  if (attempt?.phase !== 'waiting') return { kind: 'dropped' }
  if (now - attempt.startedAt > VISIT_LIMIT) return { kind: 'dropped' }
  const [url, expected] = [new URL(request.url), new URL(attempt.endsAt)]
  if (url.origin !== expected.origin || url.pathname !== expected.pathname) return { kind: 'dropped' }

  const isOwnTab = attempt.tabId === request.tabId
  if (!isByAuthority(attempt, request, ownOrigin)) return { kind: 'strange', isOwnTab, host: hostOf(attempt, request) }
  // An attempt that was replaced comes to its end too late.
  if (!isOwnTab) return { kind: 'dropped' }

  const error = url.searchParams.get('error')
  const code = url.searchParams.get('code')
  if (error !== null) return refused(error, url.searchParams.get('error_description'))
  return code ? { kind: 'code', code, startedAt: attempt.startedAt } : refused('no code', null)
}

type Waiting = Extract<SignInVisit, { phase: 'waiting' }>
type Request = { tabId: number } & Arrival

function isByAuthority(attempt: Waiting, { tabId, redirectedBy, initiator }: Request, ownOrigin: string): boolean {
  const authority = originOf(attempt.startsAt)
  const isBegunByUs =
    initiator === undefined || [authority, originOf(ownOrigin)].includes(originOf(initiator) ?? initiator)
  const isInStrangeTab = attempt.tabId === tabId && attempt.strayedTo !== null
  return redirectedBy !== undefined && originOf(redirectedBy) === authority && isBegunByUs && !isInStrangeTab
}

/** Whose doing it was, as far as anything tells. */
function hostOf({ tabId, strayedTo }: Waiting, request: Request): string | null {
  const named = [request.initiator, request.redirectedBy].map(address => URL.parse(address ?? '')?.hostname)
  return (tabId === request.tabId ? strayedTo : null) ?? (named.find(Boolean) || null)
}

/** Of an extension's address too, whose `origin` not every browser tells. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : undefined
}

/** Throws `redirect-not-https` or `redirect-not-localhost` for an address that no code could be taken from. */
export function checkRedirectUri(redirectUri: string): void {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  if (url?.protocol !== 'https:') throw new RecipisaError('redirect-not-https', { value: redirectUri })
  if (url.hostname !== 'localhost' || !url.pathname.startsWith(WATCHED_PATH)) {
    throw new RecipisaError('redirect-not-localhost', { value: redirectUri })
  }
}

function refused(error: string, description: string | null): Verdict {
  const quoted = (description ? `${error}: ${description}` : error).slice(0, QUOTE_LIMIT)
  return { kind: 'refused', error: new RecipisaError('authorization-denied', { error: quoted }) }
}
