import type { Overview } from '../../../shared/protocol/overview.ts'

/** A newcomer's next step, in this order (U-09); undefined once everything is set up. */
export type NextStep = 'configure' | 'sign-in' | 'add-company' | 'sync'

export function nextStep({ profile, auth, companies, syncedAt, job }: Overview): NextStep | undefined {
  if (auth.state !== 'connected') {
    const configured = profile.clientId !== null && profile.redirectUri !== null && profile.hasClientSecret
    return configured ? 'sign-in' : 'configure'
  }
  if (companies.length === 0) return 'add-company'
  return syncedAt === null && job?.state !== 'running' ? 'sync' : undefined
}
