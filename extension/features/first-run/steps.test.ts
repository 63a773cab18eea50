import { expect, test } from 'vitest'
import type { Reason } from '../../../shared/errors/reasons.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { currentStep, type Facts, failureIn, opensByItself, STEPS, stepStates } from './steps.ts'

const NEW: Overview = {
  ...SETTLED,
  profile: { ...SETTLED.profile, clientId: null, redirectUri: null, hasClientSecret: false },
  auth: { ...SETTLED.auth, state: 'disconnected' },
  companies: [],
  syncedAt: null,
}
const CONFIGURED = { ...NEW, profile: SETTLED.profile }
const SIGNED_IN = { ...CONFIGURED, auth: SETTLED.auth }
const WITH_COMPANY = { ...SIGNED_IN, companies: SETTLED.companies }

const facts = (overview: Overview | undefined, more: Partial<Facts> = {}): Facts => ({
  overview,
  failure: undefined,
  isMissing: false,
  signIn: undefined,
  isCertificateChosen: false,
  ...more,
})
const refused = (reason: Reason): SignInVisit => ({
  phase: 'failed',
  tabId: 1,
  startedAt: 1,
  error: toErrorBody(new RecipisaError(reason)),
})
/** States in the order of the steps, by their first letters. */
const line = (of: Facts) => {
  const states = stepStates(of)
  return STEPS.map(id => states[id][0]).join('')
}

test('U-09 each step says by itself that it is done, and the next one that it is its turn', () => {
  const gone = { failure: new RecipisaError('host-missing'), isMissing: true }
  expect(line(facts(undefined, gone))).toBe('nlllllll')
  expect(line(facts(undefined, { failure: new RecipisaError('host-refused') }))).toBe('wlllllll')
  expect(line(facts(NEW))).toBe('dduunnll')
  expect(line(facts(CONFIGURED))).toBe('dduundnl')
  expect(line(facts(SIGNED_IN))).toBe('ddddnddl')
  expect(line(facts({ ...NEW, companies: SETTLED.companies }))).toBe('dduudnll')
  expect(line(facts(WITH_COMPANY))).toBe('dddddddn')
  expect(line(facts(SETTLED))).toBe('dddddddd')
  expect(line(facts(SETTLED, gone))).toBe('nldddddd')
  const withCertificate = { ...NEW, profile: { ...NEW.profile, access: 'certificate' as const } }
  expect(line(facts(withCertificate))).toBe('dduundnl')
  expect(line(facts(withCertificate, { isCertificateChosen: true }))).toBe('ddddnddl')
})

test.each([
  ['certificate-not-presented', 'certificate'],
  ['authorization-denied', 'rights'],
  ['client-rejected', 'application'],
  ['redirect-not-registered', 'application'],
  ['sign-in-timeout', 'sign-in'],
] as const)(
  'U-09 a sign-in that failed by %s is to be mended in the step “%s”, until it has succeeded',
  (reason, id) => {
    const signIn = refused(reason)
    const states = stepStates(facts(CONFIGURED, { signIn }))
    expect(STEPS.filter(each => states[each] === 'wrong')).toEqual([id])
    expect(currentStep(states)).toBe(id)
    expect(failureIn(id, signIn)).toBeDefined()
    expect(stepStates(facts(SIGNED_IN, { signIn }))[id]).toBe('done')
  },
)

test('what is to be prepared stands open until the application is entered, and no step is current at the end', () => {
  const open = (overview: Overview) => STEPS.filter(id => opensByItself(id, stepStates(facts(overview))))
  expect(open(NEW)).toEqual(['free', 'certificate', 'rights', 'companies', 'application'])
  expect(open(CONFIGURED)).toEqual(['companies', 'sign-in'])
  expect(open(SETTLED)).toEqual([])
  expect(currentStep(stepStates(facts(SETTLED)))).toBeUndefined()
})
