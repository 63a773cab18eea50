import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { createSerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { withHost } from '../../host/with-host.ts'
import { hasBrokenOff, navigationProblem } from './navigation.ts'
import type { CertificateVisit } from './visit.ts'

/** The visit's dependencies on the browser and the machine. */
export type CertificateVisitEdges<Status> = {
  connect(): HostClient
  now(): number
  read(): Promise<CertificateVisit<Status> | undefined>
  write(visit: CertificateVisit<Status>): Promise<void>
  /** Opens an empty tab in front and returns its id. */
  openTab(): Promise<number>
  /** Navigates a tab; false when the tab is closed or the person went elsewhere in it. */
  leadTab(tabId: number, url: string): Promise<boolean>
  /** Whether a tab that has stopped loading has lost its page's process. */
  hasCrashed(tabId: number): Promise<boolean>
  /** Closes the tab of a visit unless the person has opened something else in it. */
  closeTab(tabId: number): Promise<boolean>
  /** Continues in a tab with the next step once a visit no longer needs it; false without one. */
  goOn(tabId: number): Promise<boolean>
  /** Address of the page that shows the visit's progress. */
  resultPage: string
}

/**
 * `not-needed` when the visit's result is there already: then no tab opens (G-12). `failed` only for a visit in a given
 * tab, which has its reason.
 */
export type Begun = 'begun' | 'not-needed' | 'failed'

/** Browser events that end a visit or restart it; each calls one method. */
export type CertificateVisitEvents = {
  hungUp(tabId: number): Promise<void>
  navigationFailed(details: { tabId: number; url: string; error: string }): Promise<void>
  tabClosed(tabId: number): Promise<void>
  timedOut(): Promise<void>
}

/** Asks the host for a visit's first and last address. */
type Ask = (host: HostClient) => Promise<{ url: string; endsAt: string } | 'not-needed'>

export type CertificateVisits<Status> = {
  readonly events: CertificateVisitEvents
  /** The visit that is waiting in this tab. */
  waitingIn(tabId: number): Promise<Extract<CertificateVisit<Status>, { phase: 'waiting' }> | undefined>
  /**
   * Asks the host where to go, and navigates a new tab there, or the tab `inTab`; does nothing when `ask` says `not-needed`.
   * Throws the reason if it could not; a visit in a given tab fails instead.
   */
  begin(ask: Ask, inTab?: number): Promise<Begun>
  /**
   * Judges the present visit. A verdict with `startedAt` moves the visit on to `exchanging`, so that no two events
   * handle it twice.
   */
  takeUp<V extends { startedAt?: number }>(
    tabId: number,
    judge: (visit: CertificateVisit<Status> | undefined) => V,
  ): Promise<V>
  /** Has the host use the visit's result, and records the outcome. */
  exchange(tabId: number, startedAt: number, ask: (host: HostClient) => Promise<Status>): Promise<'done' | 'failed'>
  /** Records the host of a foreign page in a waiting visit's tab; null once the tab shows ANAF or us again. */
  strayed(tabId: number, host: string | null): Promise<void>
  /** Sends a waiting visit's tab to the start again; the second time, ends the visit like `failInTab`. */
  stumble(tabId: number, problem: unknown): Promise<void>
  /** Ends a tab's waiting visit, and shows the reason there unless a step follows. */
  failInTab(tabId: number, error: unknown): Promise<void>
  /** Continues in the tab of a visit with the next step, or with the page that shows the outcome. */
  leave(tabId: number): Promise<void>
}

/**
 * Visits to the authority, one at a time: a new visit replaces the old one, closes its tab and drops its late
 * results. Changes of the stored visit run one after the other.
 */
export function createCertificateVisits<Status>(edges: CertificateVisitEdges<Status>): CertificateVisits<Status> {
  const inTurn = createSerialQueue()

  const waitingIn = async (tabId: number) => {
    const visit = await edges.read()
    return visit?.phase === 'waiting' && visit.tabId === tabId ? visit : undefined
  }

  /** Ends a tab's waiting visit as failed; false when there is none. */
  const fail = (tabId: number, error: unknown) =>
    inTurn(async () => {
      const visit = await waitingIn(tabId)
      if (!visit) return false
      await edges.write({ phase: 'failed', tabId, startedAt: visit.startedAt, error: failureBody(error) })
      return true
    })

  /** The tab's address for its second try, which is recorded; null after that try, or when no visit is waiting. */
  const takeSecondTry = (tabId: number) =>
    inTurn(async () => {
      const visit = await waitingIn(tabId)
      if (!visit || visit.again === null) return null
      await edges.write({ ...visit, again: null })
      return visit.again
    })

  const leave = async (tabId: number) => {
    if (!(await edges.goOn(tabId))) await edges.leadTab(tabId, edges.resultPage)
  }

  const failInTab = async (tabId: number, error: unknown) => {
    if (await fail(tabId, error)) await leave(tabId)
  }

  const stumble = async (tabId: number, problem: unknown) => {
    const again = await takeSecondTry(tabId)
    if (again === null) await failInTab(tabId, problem)
    else await edges.leadTab(tabId, again)
  }

  const begin = (ask: Ask, inTab?: number): Promise<Begun> =>
    withHost(edges.connect, async host => {
      const found = await ask(host)
      if (found === 'not-needed') return found
      const { url, endsAt } = found
      const tabId = inTab ?? (await edges.openTab())
      const old = await inTurn(async () => {
        const visit = await edges.read()
        await edges.write({
          phase: 'waiting',
          tabId,
          startsAt: url,
          endsAt,
          again: url,
          strayedTo: null,
          startedAt: edges.now(),
        })
        return visit
      })
      const isThere = await edges.leadTab(tabId, url)
      // A given tab may have been closed meanwhile, before this visit could see it.
      if (inTab !== undefined && !isThere) await failInTab(tabId, new RecipisaError('sign-in-tab-closed'))
      // The old tab hangs, or shows another prompt for the same certificate.
      if (old?.phase === 'waiting' && old.tabId !== tabId && !(await edges.goOn(old.tabId)))
        await edges.closeTab(old.tabId)
      return 'begun'
    })

  return {
    waitingIn,
    stumble,
    failInTab,
    leave,
    strayed: (tabId, host) =>
      inTurn(async () => {
        const visit = await waitingIn(tabId)
        if (visit && visit.strayedTo !== host) await edges.write({ ...visit, strayedTo: host })
      }),
    async begin(ask, inTab) {
      try {
        return await begin(ask, inTab)
      } catch (error) {
        if (inTab === undefined) throw error
        const failed = { phase: 'failed', tabId: inTab, startedAt: edges.now(), error: failureBody(error) } as const
        await inTurn(() => edges.write(failed))
        return 'failed'
      }
    },
    takeUp: (tabId, judge) =>
      inTurn(async () => {
        const verdict = judge(await edges.read())
        if (verdict.startedAt !== undefined) {
          await edges.write({ phase: 'exchanging', tabId, startedAt: verdict.startedAt })
        }
        return verdict
      }),
    async exchange(tabId, startedAt, ask) {
      let outcome: CertificateVisit<Status> & { phase: 'done' | 'failed' }
      try {
        outcome = { phase: 'done', tabId, startedAt, status: await withHost(edges.connect, ask) }
      } catch (error) {
        outcome = { phase: 'failed', tabId, startedAt, error: failureBody(error) }
      }
      await inTurn(async () => {
        if ((await edges.read())?.startedAt === startedAt) await edges.write(outcome)
      })
      return outcome.phase
    },
    events: {
      // Again: Firefox sometimes ends its first renegotiation without the certificate that it presents at the next.
      hungUp: tabId => stumble(tabId, new RecipisaError('certificate-not-presented')),
      async navigationFailed(details) {
        const { tabId, error } = details
        const problem = navigationProblem(details)
        // The browser reports the same for a page that crashes on arrival and for one that another navigation replaced.
        if (!problem && (await waitingIn(tabId)) && (await edges.hasCrashed(tabId)))
          return stumble(tabId, new RecipisaError('sign-in-page-crashed'))
        if (!problem) return
        if (hasBrokenOff(error)) await stumble(tabId, problem)
        else await failInTab(tabId, problem)
      },
      async tabClosed(tabId) {
        await fail(tabId, new RecipisaError('sign-in-tab-closed'))
      },
      async timedOut() {
        const visit = await edges.read()
        if (visit?.phase === 'waiting') await failInTab(visit.tabId, new RecipisaError('sign-in-timeout'))
      },
    },
  }
}
