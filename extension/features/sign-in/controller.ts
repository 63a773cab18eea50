import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import type { SignIn } from './attempt.ts'
import { navigationProblem } from './navigation.ts'
import { checkRedirectUri, judgeRedirect } from './redirect.ts'

/** What the sign-in needs of the browser and the machine. */
export type SignInEdges = {
  connect(): HostClient
  now(): number
  read(): Promise<SignIn | undefined>
  write(signIn: SignIn): Promise<void>
  /** Opens an empty tab in front and gives its id. */
  openTab(): Promise<number>
  /** Leads a tab to an address; false when the tab is gone. */
  leadTab(tabId: number, url: string): Promise<boolean>
  /** Address of the page that shows how the sign-in goes. */
  resultPage: string
}

/** The sign-in's life in the background; each method is called by one browser event. */
export type SignInController = {
  begin(): Promise<void>
  redirected(request: { tabId: number; url: string }): Promise<void>
  hungUp(tabId: number): Promise<void>
  navigationFailed(details: { tabId: number; url: string; error: string }): Promise<void>
  tabClosed(tabId: number): Promise<void>
  timedOut(): Promise<void>
}

/**
 * Opens the certificate step in a tab and takes its code. The attempt is one: a new one replaces the old, whose code is
 * then dropped. Changes of the attempt run one after the other, so that two events cannot take one code twice.
 */
export function createSignIn(edges: SignInEdges): SignInController {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined) // the caller gets the error; the next in turn starts afresh
    return result
  }

  /** Ends the waiting attempt of a tab as failed; false when there is none. */
  const fail = (tabId: number, error: RecipisaError) =>
    inTurn(async () => {
      const attempt = await edges.read()
      if (attempt?.phase !== 'waiting' || attempt.tabId !== tabId) return false
      await edges.write({ phase: 'failed', tabId, startedAt: attempt.startedAt, error: failureBody(error) })
      return true
    })

  const failInTab = async (tabId: number, error: RecipisaError) => {
    if (await fail(tabId, error)) await edges.leadTab(tabId, edges.resultPage)
  }

  const exchange = async (tabId: number, startedAt: number, code: string) => {
    const host = edges.connect()
    let outcome: SignIn
    try {
      const status = await host.request('auth.complete', { code })
      outcome = { phase: 'done', tabId, startedAt, status }
    } catch (error) {
      outcome = { phase: 'failed', tabId, startedAt, error: failureBody(error) }
    } finally {
      host.close()
    }
    await inTurn(async () => {
      if ((await edges.read())?.startedAt === startedAt) await edges.write(outcome)
    })
  }

  return {
    async begin() {
      const host = edges.connect()
      try {
        const { authorizeUrl, redirectUri } = await host.request('auth.begin', {})
        checkRedirectUri(redirectUri)
        const tabId = await edges.openTab()
        await inTurn(() => edges.write({ phase: 'waiting', tabId, redirectUri, startedAt: edges.now() }))
        await edges.leadTab(tabId, authorizeUrl)
      } finally {
        host.close()
      }
    },

    async redirected(request) {
      const verdict = await inTurn(async () => {
        const attempt = await edges.read()
        const judged = judgeRedirect(attempt, request, edges.now())
        if (judged.kind === 'code') {
          await edges.write({ phase: 'exchanging', tabId: request.tabId, startedAt: judged.startedAt })
        }
        return judged
      })
      if (verdict.kind === 'refused') await failInTab(request.tabId, verdict.error)
      if (verdict.kind !== 'code') return
      // The code lives 60 seconds: the exchange does not wait for the page.
      await Promise.all([
        exchange(request.tabId, verdict.startedAt, verdict.code),
        edges.leadTab(request.tabId, edges.resultPage),
      ])
    },

    hungUp: tabId => failInTab(tabId, new RecipisaError('certificate-not-presented')),

    async navigationFailed(details) {
      const problem = navigationProblem(details)
      if (problem) await failInTab(details.tabId, problem)
    },

    async tabClosed(tabId) {
      await fail(tabId, new RecipisaError('sign-in-tab-closed'))
    },

    async timedOut() {
      const attempt = await edges.read()
      if (attempt?.phase === 'waiting') await failInTab(attempt.tabId, new RecipisaError('sign-in-timeout'))
    },
  }
}
