import type { SessionCookie, SessionStatus } from '../../../shared/protocol/session.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { type AttemptEdges, type AttemptEvents, type Begun, createAttempts } from '../certificate-tab/attempts.ts'
import { judgePage } from './page-verdict.ts'

export type SpvSessionEdges = AttemptEdges<SessionStatus> & {
  /** The tab's page once it has loaded; undefined when the tab is gone. */
  readPage(tabId: number): Promise<{ url: string; text: string } | undefined>
  /** Every cookie that the browser would send to an address, HttpOnly ones included. */
  cookiesFor(url: string): Promise<SessionCookie[]>
  /** Takes those cookies out of the browser: its next visit begins with the certificate again. */
  dropCookies(url: string): Promise<void>
  closeTab(tabId: number): Promise<boolean>
}

/** The life of a session's start in the background; each method is called by one browser event. */
export type SpvSessionController = AttemptEvents & {
  /** Opens no tab while the session lives: a new one would ask for PIN or second factor again (G-12). */
  begin(): Promise<Begun>
  /** A page of the authority has arrived in a tab. */
  arrived(tabId: number): Promise<void>
}

/** Opens the mailbox in a tab and, once its page is there, hands the session's cookies to the host (G-01). */
export function createSpvSession(edges: SpvSessionEdges): SpvSessionController {
  const attempts = createAttempts(edges)

  /** Reads no page but those of the attempt's own tab. */
  const pageOf = async (tabId: number) => {
    const attempt = await edges.read()
    if (attempt?.phase !== 'waiting' || attempt.tabId !== tabId) return undefined
    try {
      return await edges.readPage(tabId)
    } catch (error) {
      await attempts.failInTab(tabId, error)
      return undefined
    }
  }

  return {
    ...attempts.events,
    begin: () =>
      attempts.begin(async host => {
        if (await lives(host)) return 'not-needed'
        const { url } = await host.request('session.begin', { service: 'spv' })
        return { url, endsAt: url }
      }),
    async arrived(tabId) {
      const page = await pageOf(tabId)
      if (!page) return
      const verdict = await attempts.takeUp(tabId, attempt => judgePage(attempt, { tabId, ...page }, edges.now()))
      if (verdict.kind === 'refused') await attempts.failInTab(tabId, verdict.error)
      if (verdict.kind !== 'mailbox') return
      const { startedAt, url } = verdict
      const outcome = await attempts.exchange(tabId, startedAt, async host => {
        try {
          return await host.request('session.import', { service: 'spv', cookies: await edges.cookiesFor(url) })
        } catch (error) {
          // The gateway lets this certificate through, so that no other one would ever be asked for.
          if (failureBody(error).code === 'no-rights') await edges.dropCookies(url)
          throw error
        }
      })
      if (outcome === 'done') await edges.closeTab(tabId)
      else await edges.leadTab(tabId, edges.resultPage)
    },
  }
}

/** Whether the host has a session that the gateway still accepts; asked only where the host believes so. */
async function lives(host: HostClient): Promise<boolean> {
  if (!isActive(await host.request('session.status', {}))) return false
  try {
    return isActive(await host.request('session.test', { service: 'spv' }))
  } catch (error) {
    const { code } = failureBody(error)
    if (code === 'session-expired' || code === 'auth-required') return false
    throw error
  }
}

const isActive = ({ services }: SessionStatus): boolean =>
  services.some(({ service, state }) => service === 'spv' && state === 'active')
