import type { BeginMessage } from '../../browser/messages.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { BeginButton } from '../certificate-visit/begin-button.tsx'
import type { Round, RoundStepId } from '../certificate-visit/stored-visits.ts'
import { Frame } from '../certificate-visit/visit-page.tsx'
import { ChooseButton } from '../connection/choose-button.tsx'
import { SignInButton } from '../connection/sign-in-button.tsx'
import type { Page } from '../page/page.ts'
import { Certificate, ToGuide, WhatNow } from '../sign-in/signed-in.tsx'
import { outcomeOf, type StepState, stepStates } from './round-state.ts'
import './round.css'

const TITLES = { done: 'round-done', partly: 'round-partly', failed: 'sign-in-failed' } as const
const TONES: Readonly<Record<StepState['is'], Tone>> = {
  later: 'idle',
  open: 'new',
  finishing: 'new',
  done: 'good',
  there: 'good',
  left: 'wait',
  failed: 'bad',
}
/** The function that begins each step alone, for another try. */
const KINDS = {
  efactura: 'begin-sign-in',
  spv: 'begin-spv-session',
  portal: 'begin-portal-session',
} as const satisfies Partial<Record<RoundStepId, BeginMessage>>
/** The name of each step for people: the certificate is chosen for e-Factura. */
const NAMES = { certificate: 'efactura', efactura: 'efactura', spv: 'spv', portal: 'portal' } as const

/** The page in a round's tab: every step with its outcome, and the next one. */
export function RoundPage({ page, round }: { page: Page; round: Round }) {
  const states = stepStates(round, {
    certificate: page.certificateVisit.value,
    efactura: page.signIn.value,
    spv: page.spvVisit.value,
    portal: page.portalVisit.value,
  })
  const outcome = outcomeOf(states)
  const signIn = round.steps.includes('efactura') ? page.signIn.value : undefined
  const hasCompanies = (page.overview.value?.companies ?? []).length > 0
  return (
    <Frame title={t(outcome ? TITLES[outcome] : 'round-title')}>
      <ul class="round-steps">
        {states.map(state => (
          <Step key={state.id} state={state} />
        ))}
      </ul>
      {signIn?.phase === 'done' && <Certificate status={signIn.status} />}
      {outcome === undefined && <p class="muted">{t('round-hint')}</p>}
      {outcome === 'done' && <WhatNow hasCompanies={hasCompanies} />}
      {(outcome === 'partly' || outcome === 'failed') && (
        <div class="choices">
          <SignInButton again />
          {!hasCompanies && <ToGuide />}
        </div>
      )}
    </Frame>
  )
}

function Step({ state }: { state: StepState }) {
  const name = t(NAMES[state.id])
  return (
    <li>
      <span class="round-step">
        <span>{name}</span>
        <Status tone={TONES[state.is]}>{t(`round-is-${state.is}`)}</Status>
      </span>
      {state.is === 'failed' && <FailureNotice failure={describeBody(state.error, locale.value)} />}
      {(state.is === 'failed' || state.is === 'left') && <Retry id={state.id} name={name} />}
    </li>
  )
}

function Retry({ id, name }: { id: RoundStepId; name: string }) {
  if (id === 'certificate') return <ChooseButton look="link" />
  return <BeginButton kind={KINDS[id]} text={t('retry')} label={t('round-retry', { what: name })} look="link" />
}
