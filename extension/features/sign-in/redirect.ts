import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { VISIT_LIMIT } from '../certificate-visit/visit.ts'
import type { Arrival } from './arrival.ts'

/** The meaning of a main-frame request to the callback. */
export type Verdict =
  | { kind: 'dropped'; startedAt?: never }
  | { kind: 'code'; code: string; startedAt: number }
  /** Not redirected by the authority; `host` when the browser names the origin. */
  | { kind: 'strange'; isOwnTab: boolean; host: string | null; startedAt?: never }
  | { kind: 'refused'; error: RecipisaError; startedAt?: never }

/** Longest quotation of the authority in an error, in characters. */
const QUOTE_LIMIT = 200
/** Start of the paths that the background listens to. */
const WATCHED_PATH = '/callback'

/**
 * Judges a request to the callback. Only the visit's own tab, host, port and path count, while it is waiting and within its time
 * . The authority leaves `state` empty, so tab and way bind the code to the visit: the host that asks for the
 * certificate must redirect to the callback, no foreign page may have begun that navigation, and none may be in the tab. A code
 * of somebody else's certificate is thus never accepted. An error redirect by the same way ends the visit with its error.
 */
export function judgeRedirect(
  visit: SignInVisit | undefined,
  request: { tabId: number; url: string } & Arrival,
  now: number,
  ownOrigin: string,
): Verdict {
  if (visit?.phase !== 'waiting') return { kind: 'dropped' }
  if (now - visit.startedAt > VISIT_LIMIT) return { kind: 'dropped' }
  const [url, expected] = [new URL(request.url), new URL(visit.endsAt)]
  if (url.origin !== expected.origin || url.pathname !== expected.pathname) return { kind: 'dropped' }

  const isOwnTab = visit.tabId === request.tabId
  if (!isByAuthority(visit, request, ownOrigin)) return { kind: 'strange', isOwnTab, host: hostOf(visit, request) }
  // A replaced visit ends too late.
  if (!isOwnTab) return { kind: 'dropped' }

  const error = url.searchParams.get('error')
  const code = url.searchParams.get('code')
  if (error !== null) return refused(error, url.searchParams.get('error_description'))
  return code ? { kind: 'code', code, startedAt: visit.startedAt } : refused('no code', null)
}

type Waiting = Extract<SignInVisit, { phase: 'waiting' }>
type Request = { tabId: number } & Arrival

function isByAuthority(visit: Waiting, { tabId, redirectedBy, initiator }: Request, ownOrigin: string): boolean {
  const authority = originOf(visit.startsAt)
  const isBegunByUs =
    initiator === undefined || [authority, originOf(ownOrigin)].includes(originOf(initiator) ?? initiator)
  const isInStrangeTab = visit.tabId === tabId && visit.strayedTo !== null
  return redirectedBy !== undefined && originOf(redirectedBy) === authority && isBegunByUs && !isInStrangeTab
}

/** The host behind the request, if known. */
function hostOf({ tabId, strayedTo }: Waiting, request: Request): string | null {
  const named = [request.initiator, request.redirectedBy].map(address => URL.parse(address ?? '')?.hostname)
  return (tabId === request.tabId ? strayedTo : null) ?? (named.find(Boolean) || null)
}

/** Origin of an address. Not every browser reports the `origin` of an extension's address. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : undefined
}

/** Throws `redirect-not-https` or `redirect-not-localhost` for an address that cannot yield a code. */
export function checkRedirectUri(redirectUri: string): void {
  const url = URL.parse(redirectUri)
  if (url?.protocol !== 'https:') throw new RecipisaError('redirect-not-https', { value: redirectUri })
  if (url.hostname !== 'localhost' || !url.pathname.startsWith(WATCHED_PATH)) {
    throw new RecipisaError('redirect-not-localhost', { value: redirectUri })
  }
}

function refused(error: string, description: string | null): Verdict {
  const quoted = (description ? `${error}: ${description}` : error).slice(0, QUOTE_LIMIT)
  return { kind: 'refused', error: new RecipisaError('authorization-denied', { error: quoted }) }
}
