import type { Overview } from '../../../shared/protocol/overview.ts'
import { reachesEfactura } from './reach.ts'

/** A newcomer's next step, in this order (U-09); undefined once everything is set up. */
export type NextStep = 'configure' | 'sign-in' | 'choose-certificate' | 'add-company' | 'sync'

export function nextStep(overview: Overview, isCertificateChosen: boolean): NextStep | undefined {
  const { profile, companies, syncedAt, job } = overview
  if (!reachesEfactura(overview, isCertificateChosen)) {
    if (profile.access === 'certificate') return 'choose-certificate'
    const configured = profile.clientId !== null && profile.redirectUri !== null && profile.hasClientSecret
    return configured ? 'sign-in' : 'configure'
  }
  if (companies.length === 0) return 'add-company'
  return syncedAt === null && job?.state !== 'running' ? 'sync' : undefined
}
