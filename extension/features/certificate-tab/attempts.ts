import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import type { Attempt } from './attempt.ts'
import { hasBrokenOff, navigationProblem } from './navigation.ts'

/** What an attempt needs of the browser and the machine. */
export type AttemptEdges<Status> = {
  connect(): HostClient
  now(): number
  read(): Promise<Attempt<Status> | undefined>
  write(attempt: Attempt<Status>): Promise<void>
  /** Opens an empty tab in front and gives its id. */
  openTab(): Promise<number>
  /** Leads a tab to an address; false when the tab is gone, or the person elsewhere in it. */
  leadTab(tabId: number, url: string): Promise<boolean>
  /** Whether a tab that is loading nothing has lost its page's process. */
  hasCrashed(tabId: number): Promise<boolean>
  /** Closes the tab of an attempt, if the person has opened nothing else in it. */
  closeTab(tabId: number): Promise<boolean>
  /** Address of the page that shows how the attempt goes. */
  resultPage: string
}

/** Whether a tab was opened, or what it would have brought is there already (G-12). */
export type Begun = 'begun' | 'not-needed'

/** Browser events that end an attempt; each method is called by one of them. */
export type AttemptEvents = {
  hungUp(tabId: number): Promise<void>
  navigationFailed(details: { tabId: number; url: string; error: string }): Promise<void>
  tabClosed(tabId: number): Promise<void>
  timedOut(): Promise<void>
}

export type Attempts<Status> = {
  readonly events: AttemptEvents
  /** The attempt that waits for its end in this tab. */
  waitingIn(tabId: number): Promise<Extract<Attempt<Status>, { phase: 'waiting' }> | undefined>
  /** Asks the host where to go, opens a tab and leads it there; nothing of that where it says that there is no need. */
  begin(ask: (host: HostClient) => Promise<{ url: string; endsAt: string } | 'not-needed'>): Promise<Begun>
  /**
   * Judges the attempt as it is now; `startedAt` in the verdict moves it on to `exchanging`, so that two events cannot
   * take up one attempt twice.
   */
  takeUp<V extends { startedAt?: number }>(
    tabId: number,
    judge: (attempt: Attempt<Status> | undefined) => V,
  ): Promise<V>
  /** Has the host make use of what the visit brought, and writes down how that ended. */
  exchange(tabId: number, startedAt: number, ask: (host: HostClient) => Promise<Status>): Promise<'done' | 'failed'>
  /** The tab of a waiting attempt shows a page of this host that is not the authority's; null where it is, or ours. */
  strayed(tabId: number, host: string | null): Promise<void>
  /** Leads the tab of a waiting attempt to the start once more; the second time the attempt ends, as by `failInTab`. */
  stumble(tabId: number, problem: unknown): Promise<void>
  /** Ends the waiting attempt of a tab and shows why there. */
  failInTab(tabId: number, error: unknown): Promise<void>
}

/**
 * Visits to the authority in which the browser shows the certificate, one at a time: a new attempt replaces the old, and
 * what that still brings is dropped, with its tab. Changes of the attempt run one after the other.
 */
export function createAttempts<Status>(edges: AttemptEdges<Status>): Attempts<Status> {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined) // the caller gets the error; the next in turn starts afresh
    return result
  }

  const waitingIn = async (tabId: number) => {
    const attempt = await edges.read()
    return attempt?.phase === 'waiting' && attempt.tabId === tabId ? attempt : undefined
  }

  /** Ends the waiting attempt of a tab as failed; false when there is none. */
  const fail = (tabId: number, error: unknown) =>
    inTurn(async () => {
      const attempt = await waitingIn(tabId)
      if (!attempt) return false
      await edges.write({ phase: 'failed', tabId, startedAt: attempt.startedAt, error: failureBody(error) })
      return true
    })

  /** Where the tab is to go once more; the attempt remembers that it went. Null when it has, or does not wait. */
  const takeSecondTry = (tabId: number) =>
    inTurn(async () => {
      const attempt = await waitingIn(tabId)
      if (!attempt || attempt.again === null) return null
      await edges.write({ ...attempt, again: null })
      return attempt.again
    })

  const failInTab = async (tabId: number, error: unknown) => {
    if (await fail(tabId, error)) await edges.leadTab(tabId, edges.resultPage)
  }

  const stumble = async (tabId: number, problem: unknown) => {
    const again = await takeSecondTry(tabId)
    if (again === null) await failInTab(tabId, problem)
    else await edges.leadTab(tabId, again)
  }

  return {
    waitingIn,
    stumble,
    failInTab,
    strayed: (tabId, host) =>
      inTurn(async () => {
        const attempt = await waitingIn(tabId)
        if (attempt && attempt.strayedTo !== host) await edges.write({ ...attempt, strayedTo: host })
      }),
    async begin(ask) {
      const host = edges.connect()
      try {
        const found = await ask(host)
        if (found === 'not-needed') return found
        const { url, endsAt } = found
        const tabId = await edges.openTab()
        const old = await inTurn(async () => {
          const attempt = await edges.read()
          await edges.write({
            phase: 'waiting',
            tabId,
            startsAt: url,
            endsAt,
            again: url,
            strayedTo: null,
            startedAt: edges.now(),
          })
          return attempt
        })
        await edges.leadTab(tabId, url)
        // It hangs, or shows another prompt for the same certificate.
        if (old?.phase === 'waiting') await edges.closeTab(old.tabId)
        return 'begun'
      } finally {
        host.close()
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
      const host = edges.connect()
      let outcome: Attempt<Status> & { phase: 'done' | 'failed' }
      try {
        outcome = { phase: 'done', tabId, startedAt, status: await ask(host) }
      } catch (error) {
        outcome = { phase: 'failed', tabId, startedAt, error: failureBody(error) }
      } finally {
        host.close()
      }
      await inTurn(async () => {
        if ((await edges.read())?.startedAt === startedAt) await edges.write(outcome)
      })
      return outcome.phase
    },
    events: {
      hungUp: tabId => failInTab(tabId, new RecipisaError('certificate-not-presented')),
      async navigationFailed(details) {
        const { tabId, error } = details
        const problem = navigationProblem(details)
        // A page that crashes as it comes says the same as one that another navigation has replaced.
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
        const attempt = await edges.read()
        if (attempt?.phase === 'waiting') await failInTab(attempt.tabId, new RecipisaError('sign-in-timeout'))
      },
    },
  }
}
