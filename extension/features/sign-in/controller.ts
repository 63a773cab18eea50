import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { type AttemptEdges, type AttemptEvents, type Begun, createAttempts } from '../certificate-tab/attempts.ts'
import { checkRedirectUri, judgeRedirect } from './redirect.ts'

/** The sign-in's life in the background; each method is called by one browser event. */
export type SignInController = AttemptEvents & {
  begin(): Promise<Begun>
  redirected(request: { tabId: number; url: string }): Promise<void>
}

/** Opens the certificate step in a tab and takes its code. */
export function createSignIn(edges: AttemptEdges<AuthStatus>): SignInController {
  const attempts = createAttempts(edges)
  return {
    ...attempts.events,
    begin: () =>
      attempts.begin(async host => {
        const { authorizeUrl, redirectUri } = await host.request('auth.begin', {})
        checkRedirectUri(redirectUri)
        return { url: authorizeUrl, endsAt: redirectUri }
      }),
    async redirected(request) {
      const { tabId } = request
      const verdict = await attempts.takeUp(tabId, attempt => judgeRedirect(attempt, request, edges.now()))
      if (verdict.kind === 'refused') await attempts.failInTab(tabId, verdict.error)
      if (verdict.kind !== 'code') return
      // The code lives 60 seconds: the exchange does not wait for the page.
      await Promise.all([
        attempts.exchange(tabId, verdict.startedAt, host => host.request('auth.complete', { code: verdict.code })),
        edges.leadTab(tabId, edges.resultPage),
      ])
    },
  }
}
