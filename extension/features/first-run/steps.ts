import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { reachesEfactura } from '../page/reach.ts'

/** The way from nothing to the first synced invoice, in order (U-09). SPV lists the companies, and needs no application. */
export const STEPS = [
  'program',
  'free',
  'certificate',
  'rights',
  'companies',
  'application',
  'sign-in',
  'sync',
] as const
export type StepId = (typeof STEPS)[number]

/**
 * `done`; `now`: its turn; `wrong`: it was tried and failed; `unproven`: preparation that only the sign-in can prove;
 * `later`: an earlier step is missing.
 */
export type StepState = 'done' | 'now' | 'wrong' | 'unproven' | 'later'

export type Facts = {
  overview: Overview | undefined
  /** Why the last poll of the host failed. */
  failure: unknown
  /** Whether the reason is merely that no host is installed. */
  isMissing: boolean
  signIn: SignInVisit | undefined
  /** Whether the certificate for calls to e-Factura was chosen in this session of the browser. */
  isCertificateChosen: boolean
}

/** The step in which a failed sign-in is fixed; all other reasons belong to the sign-in itself. */
const MENDED_IN: Readonly<Record<string, StepId>> = {
  'certificate-not-presented': 'certificate',
  'certificate-refused': 'certificate',
  'authorization-denied': 'rights',
  'client-rejected': 'application',
  'client-not-configured': 'application',
  'application-unknown': 'application',
  'redirect-not-registered': 'application',
  'redirect-not-https': 'application',
  'redirect-not-localhost': 'application',
}

/** Every step's state, judged by the host and the last sign-in: nobody ticks anything off. */
export function stepStates({
  overview,
  failure,
  isMissing,
  signIn,
  isCertificateChosen,
}: Facts): Record<StepId, StepState> {
  const isFound = overview !== undefined && failure === undefined
  const isSignedIn = overview !== undefined && reachesEfactura(overview, isCertificateChosen)
  const isConfigured = isSignedIn || (overview !== undefined && hasApplication(overview))
  const hasCompanies = overview !== undefined && overview.companies.length > 0
  const isSynced = overview !== undefined && overview.syncedAt !== null
  const mended = isSignedIn ? undefined : mendedIn(signIn)
  const inTurn = (id: StepId, isDone: boolean, isReady: boolean): StepState => {
    if (isDone) return 'done'
    if (!isReady) return 'later'
    return mended === id ? 'wrong' : 'now'
  }
  const provenBySignIn = (id: StepId): StepState => {
    const state = inTurn(id, isSignedIn, isFound)
    return state === 'now' ? 'unproven' : state
  }
  const application = mended === 'application' ? 'wrong' : inTurn('application', isConfigured, isFound)
  return {
    program: isFound ? 'done' : failure === undefined || isMissing ? 'now' : 'wrong',
    free: isFound ? 'done' : 'later',
    certificate: provenBySignIn('certificate'),
    rights: provenBySignIn('rights'),
    application,
    'sign-in': inTurn('sign-in', isSignedIn, isFound && isConfigured),
    companies: inTurn('companies', hasCompanies, isFound),
    sync: inTurn('sync', isSynced, isFound && isSignedIn && hasCompanies),
  }
}

/** Whether a step is open by default: those to do or to fix, and the preparations before the sign-in. */
export function opensByItself(id: StepId, states: Record<StepId, StepState>): boolean {
  const state = states[id]
  if (state === 'unproven') return states.application === 'now'
  return state === 'now' || state === 'wrong' || (id === 'free' && states.application === 'now')
}

/** The user's current step; undefined once everything is done. */
export const currentStep = (states: Record<StepId, StepState>): StepId | undefined =>
  STEPS.find(id => states[id] === 'wrong') ?? STEPS.find(id => states[id] === 'now')

/** The failure of the last sign-in, for the step that fixes it. */
export function failureIn(id: StepId, signIn: SignInVisit | undefined): ErrorBody | undefined {
  return signIn?.phase === 'failed' && mendedIn(signIn) === id ? signIn.error : undefined
}

/** Whether the OAuth application is known, or none is needed (E-28). */
function hasApplication({ profile }: Overview): boolean {
  if (profile.access === 'certificate') return true
  return profile.clientId !== null && profile.redirectUri !== null && profile.hasClientSecret
}

function mendedIn(signIn: SignInVisit | undefined): StepId | undefined {
  if (signIn?.phase !== 'failed') return undefined
  const { reason } = signIn.error.details
  return (typeof reason === 'string' ? MENDED_IN[reason] : undefined) ?? 'sign-in'
}
