import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SessionCookie, SessionService, SessionStatus } from '../../../shared/protocol/session.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { HANGUP_PATH } from '../certificate-visit/navigation.ts'
import {
  type Begun,
  type CertificateVisitEdges,
  type CertificateVisitEvents,
  createCertificateVisits,
} from '../certificate-visit/visits.ts'
import { judgePage, type LoadedPage } from './page-verdict.ts'

export type GatewaySessionEdges = CertificateVisitEdges<SessionStatus> & {
  /** The tab's page once it has loaded; undefined when the tab is closed. */
  readPage(tabId: number): Promise<Omit<LoadedPage, 'tabId'> | undefined>
  /** Presses the button of the form that a tab's page shows before the certificate step. */
  sendLogonForm(tabId: number): Promise<void>
  /** Every cookie that the browser would send to an address from a tab, HttpOnly ones included. */
  cookiesFor(url: string, tabId: number): Promise<SessionCookie[]>
  /** Deletes those cookies from the browser, so that its next visit asks for the certificate again. */
  dropCookies(url: string, tabId: number): Promise<void>
}

/** Handles a session's visit in the background; each browser event calls one method. */
export type GatewaySessionController = CertificateVisitEvents & {
  /**
   * In a new tab, or in the given one. Opens none while the session is alive: a new one would ask for PIN or second
   * factor again (G-12).
   */
  begin(inTab?: number): Promise<Begun>
  /** A page of the authority has arrived in a tab from this address. */
  arrived(tabId: number, from: string): Promise<void>
}

/** Most times to send the logon form in one visit: a gateway that keeps showing it is refusing. */
const MOST_FORMS = 2
/** Errors when the gateway resets a late certificate step (its state cookie is short-lived). */
const RESET = /ERR_CONNECTION_(RESET|CLOSED)|ERR_EMPTY_RESPONSE|NS_ERROR_NET_(RESET|INTERRUPT|EMPTY_RESPONSE)/

/** Opens a service in a tab and, once its page is there, hands the session's cookies to the host (G-01, G-09). */
export function createGatewaySession(service: SessionService, edges: GatewaySessionEdges): GatewaySessionController {
  const visits = createCertificateVisits(edges)
  const formsSent = new Map<number, number>()

  /** Reads only pages of the visit's own tab, and no page left over from another service. */
  const pageOf = async (tabId: number, from: string) => {
    const visit = await visits.waitingIn(tabId)
    const { origin, pathname } = new URL(from)
    // The hang-up has an event of its own; by the time it is read here, the tab may show the page after it.
    if (!visit || origin !== new URL(visit.endsAt).origin || pathname === HANGUP_PATH) return undefined
    try {
      const page = await edges.readPage(tabId)
      // What is not read is what has arrived: another page may already have failed to load in its place.
      return page?.text === null ? { ...page, url: from } : page
    } catch (error) {
      await visits.stumble(tabId, error)
      return undefined
    }
  }

  /** Sends the form without asking: the person has already clicked (G-09). */
  const sendForm = async (tabId: number) => {
    const sent = formsSent.get(tabId) ?? 0
    // From here on the person presses the button in front of them.
    if (sent >= MOST_FORMS) return
    formsSent.set(tabId, sent + 1)
    try {
      await edges.sendLogonForm(tabId)
    } catch (error) {
      await visits.failInTab(tabId, error)
    }
  }

  return {
    ...visits.events,
    begin: inTab =>
      visits.begin(async host => {
        formsSent.clear()
        if (await lives(host, service)) return 'not-needed'
        const { url } = await host.request('session.begin', { service })
        return { url, endsAt: url }
      }, inTab),
    async arrived(tabId, from) {
      const page = await pageOf(tabId, from)
      if (!page) return
      const verdict = await visits.takeUp(tabId, visit => judgePage(service, visit, { tabId, ...page }, edges.now()))
      if (verdict.kind === 'logon') await sendForm(tabId)
      if (verdict.kind === 'refused') await visits.failInTab(tabId, verdict.error)
      if (verdict.kind !== 'there') return
      const { startedAt, url } = verdict
      const outcome = await visits.exchange(tabId, startedAt, async host => {
        try {
          return await host.request('session.import', { service, cookies: await edges.cookiesFor(url, tabId) })
        } catch (error) {
          // The gateway accepts this certificate, so the browser would never ask for another one.
          if (failureBody(error).code === 'no-rights')
            await edges.dropCookies(url, tabId).catch(problem => console.warn('recipisa:', problem)) // the tab has closed
          throw error
        }
      })
      if (outcome === 'failed') await visits.leave(tabId)
      else if (!(await edges.goOn(tabId))) await edges.closeTab(tabId)
    },
    async navigationFailed(details) {
      const isLate = RESET.test(details.error) && new URL(details.url).pathname === '/my.policy'
      if (service === 'portal' && isLate) {
        await visits.failInTab(details.tabId, new RecipisaError('portal-step-late'))
      } else await visits.events.navigationFailed(details)
    },
  }
}

/** Whether the gateway still accepts the host's session; asks the gateway only if the host considers it active. */
async function lives(host: HostClient, service: SessionService): Promise<boolean> {
  if (!isActive(await host.request('session.status', {}), service)) return false
  try {
    return isActive(await host.request('session.test', { service }), service)
  } catch (error) {
    const { code } = failureBody(error)
    if (code === 'session-expired' || code === 'auth-required') return false
    throw error
  }
}

const isActive = ({ services }: SessionStatus, of: SessionService): boolean =>
  services.some(({ service, state }) => service === of && state === 'active')
