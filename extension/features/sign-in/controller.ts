import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { failureBody } from '../../host/failure.ts'
import {
  type Begun,
  type CertificateVisitEdges,
  type CertificateVisitEvents,
  createCertificateVisits,
} from '../certificate-visit/visits.ts'
import { type Arrival, strangeHost } from './arrival.ts'
import { checkRedirectUri, judgeRedirect } from './redirect.ts'
import { isRefusedApplication, refusedApplication } from './refused-page.ts'

export type SignInEdges = CertificateVisitEdges<AuthStatus> & {
  /** Whether an address is on a host of the authority or of the callback. */
  isWatched(address: string): boolean
  /** Origin of the extension's pages, which begins the navigations of its own tabs. */
  ownOrigin: string
  /** Records a foreign page's attempt, for the pages to show; null once a new visit begins. */
  tellIntrusion(intrusion: ErrorBody | null): Promise<void>
  /** The text of a tab's page once it has loaded; '' when the tab is closed or the browser lets nobody read it. */
  readText(tabId: number): Promise<string>
}

/** Handles the sign-in in the background; each browser event calls one method. */
export type SignInController = CertificateVisitEvents & {
  /** In a new tab, or in the given one. */
  begin(inTab?: number): Promise<Begun>
  redirected(request: { tabId: number; url: string } & Arrival): Promise<void>
  /** Handles a page of the authority that has arrived in a tab. */
  answered(answer: { tabId: number; url: string; statusCode: number }): Promise<void>
  /** Handles a tab that shows another page. */
  went(tabId: number, url: string): Promise<void>
}

/** Opens the certificate step in a tab and exchanges the code that it yields. */
export function createSignIn(edges: SignInEdges): SignInController {
  const visits = createCertificateVisits(edges)
  return {
    ...visits.events,
    begin: inTab =>
      visits.begin(async host => {
        const { authorizeUrl, redirectUri } = await host.request('auth.begin', {})
        checkRedirectUri(redirectUri)
        await edges.tellIntrusion(null)
        return { url: authorizeUrl, endsAt: redirectUri }
      }, inTab),
    async redirected(request) {
      const { tabId } = request
      const verdict = await visits.takeUp(tabId, visit => judgeRedirect(visit, request, edges.now(), edges.ownOrigin))
      if (verdict.kind === 'strange') {
        const error = intrusionOf(verdict.host)
        await edges.tellIntrusion(failureBody(error))
        if (verdict.isOwnTab) await visits.failInTab(tabId, error)
      }
      if (verdict.kind === 'refused') await visits.failInTab(tabId, verdict.error)
      if (verdict.kind !== 'code') return
      // The code lives 60 seconds: the exchange does not wait for the page.
      await Promise.all([
        visits.exchange(tabId, verdict.startedAt, host => host.request('auth.complete', { code: verdict.code })),
        visits.leave(tabId),
      ])
    },
    async answered(answer) {
      const { tabId } = answer
      const visit = await visits.waitingIn(tabId)
      if (!visit || !isRefusedApplication(visit.startsAt, answer)) return
      await visits.failInTab(tabId, refusedApplication(await edges.readText(tabId), visit.endsAt))
    },
    went: (tabId, url) => visits.strayed(tabId, strangeHost(url, edges.isWatched)),
  }
}

const intrusionOf = (host: string | null): RecipisaError =>
  host === null ? new RecipisaError('sign-in-not-from-authority') : new RecipisaError('sign-in-strange-page', { host })
