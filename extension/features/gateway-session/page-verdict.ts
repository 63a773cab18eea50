import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SessionService } from '../../../shared/protocol/session.ts'
import { HANGUP_PATH } from '../certificate-visit/navigation.ts'
import type { ReadPage } from '../certificate-visit/read-this-page.ts'
import type { SessionVisit } from '../certificate-visit/stored-visits.ts'
import { VISIT_LIMIT } from '../certificate-visit/visit.ts'

/** A page that has loaded in a tab. */
export type LoadedPage = ReadPage & { tabId: number }

/** The meaning of a loaded page for the visit. */
export type PageVerdict =
  | { kind: 'dropped'; startedAt?: never }
  /** The portal's form before the certificate step (G-09). */
  | { kind: 'logon'; startedAt?: never }
  /** A page behind the gateway; the cookies belong to `url`. */
  | { kind: 'there'; startedAt: number; url: string }
  | { kind: 'refused'; error: RecipisaError; startedAt?: never }

/** The list of messages, or a note of the service, which the host judges (no messages, no rights; S-04). */
const MailboxAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ titlu: v.pipe(v.string(), v.regex(/^lista mesaje/i)) }), v.object({ eroare: v.string() })]),
)

/**
 * Judges a page by its content, because status and type prove nothing: the page that asks for the certificate comes with HTTP
 * 200 (G-04). Only the mailbox's list or note and the portal's upload form are behind the gateway. Other pages on the way may
 * need the person, and are left alone. A page that no script may enter is JSON in Firefox's viewer, as no page of the gateway
 * is; the host proves the session in any case.
 */
export function judgePage(
  service: SessionService,
  visit: SessionVisit | undefined,
  page: LoadedPage,
  now: number,
): PageVerdict {
  if (visit?.phase !== 'waiting' || visit.tabId !== page.tabId) return { kind: 'dropped' }
  if (now - visit.startedAt > VISIT_LIMIT) return { kind: 'dropped' }
  const [url, expected] = [new URL(page.url), new URL(visit.endsAt)]
  // The hang-up has its own event, which may retry once.
  if (url.origin !== expected.origin || url.pathname === HANGUP_PATH) return { kind: 'dropped' }
  if (/certificatul\s+nu\s+a\s+fost\s+prezentat/i.test(page.text ?? '')) return refused('certificate-not-presented')
  const isAtService = url.pathname === expected.pathname
  const there: PageVerdict = { kind: 'there', startedAt: visit.startedAt, url: visit.endsAt }
  if (service === 'portal') {
    if (page.portal === 'logon') return { kind: 'logon' }
    if (!isAtService) return { kind: 'dropped' }
    return page.portal === 'upload-form' ? there : refused('portal-page-unexpected')
  }
  if (!isAtService) return { kind: 'dropped' }
  return page.text === null || v.is(MailboxAnswer, page.text) ? there : refused('session-page-unexpected')
}

type Refusal = 'certificate-not-presented' | 'session-page-unexpected' | 'portal-page-unexpected'

function refused(reason: Refusal): PageVerdict {
  return { kind: 'refused', error: new RecipisaError(reason) }
}
