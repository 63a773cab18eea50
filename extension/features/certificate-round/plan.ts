import type { Overview } from '../../../shared/protocol/overview.ts'
import type { SessionService } from '../../../shared/protocol/session.ts'
import type { RoundStepId } from '../certificate-visit/stored-visits.ts'

/** The services of a sign-in, in the order of its steps; the portal is last, as its session is the shortest (G-10). */
export function usedSteps({ profile, sessions, declarations }: Overview): RoundStepId[] {
  const hasApplication = profile.clientId !== null && profile.redirectUri !== null && profile.hasClientSecret
  // With the certificate shown on each call the API asks for no token (E-28).
  const efactura: RoundStepId[] =
    profile.access === 'certificate' ? ['certificate'] : hasApplication ? ['efactura'] : []
  const { known = 0 } = declarations
  const hasBeenAtPortal = sessions.some(({ service, state }) => service === 'portal' && state !== 'none')
  return [...efactura, 'spv', ...(known > 0 || hasBeenAtPortal ? (['portal'] as const) : [])]
}

/**
 * The used steps whose authorization, session or choice is missing, as far as host and extension know. `now`: epoch
 * milliseconds.
 */
export const missingSteps = (overview: Overview, isCertificateChosen: boolean, now: number): RoundStepId[] =>
  usedSteps(overview).filter(id => !isThere(id, overview, isCertificateChosen, now))

function isThere(id: RoundStepId, { auth, sessions }: Overview, isCertificateChosen: boolean, now: number): boolean {
  if (id === 'certificate') return isCertificateChosen
  if (id === 'efactura') return auth.state === 'connected'
  const service: SessionService = id
  return sessions.some(
    session => session.service === service && session.state === 'active' && (session.expiresAt ?? now + 1) > now,
  )
}
