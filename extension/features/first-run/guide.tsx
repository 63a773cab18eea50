import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { Computer } from '../../../shared/domain/installers.ts'
import { openSettings } from '../../browser/open-pages.ts'
import { describeFailure } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Page } from '../page/page.ts'
import { ApplicationStep } from './application-step.tsx'
import { CompaniesStep } from './companies-step.tsx'
import { FirstInvoice } from './first-invoice.tsx'
import { CertificateStep, FreeStep, RightsStep } from './prepare-steps.tsx'
import { ProgramStep } from './program-step.tsx'
import { SignInStep } from './sign-in-step.tsx'
import { StepCard } from './step-card.tsx'
import { currentStep, opensByItself, STEPS, type StepId, type StepState, stepStates } from './steps.ts'
import { SyncStep } from './sync-step.tsx'
import './first-run.css'

type Props = { page: Page; computer: Computer | undefined }

/** The page that opens after the installation: every step from nothing to the first synced invoice (U-09). */
export function Guide({ page, computer }: Props) {
  const failure = page.failure.value
  const states = stepStates({
    overview: page.overview.value,
    failure,
    isMissing: failure !== undefined && describeFailure(failure, locale.value).reason === 'host-missing',
    signIn: page.signIn.value,
    isCertificateChosen: page.isCertificateChosen.value,
  })
  const current = currentStep(states)
  useFocusOn(current)
  const bodies = bodiesOf({ page, computer }, states)
  return (
    <main class="guide">
      <header class="guide-head">
        <img src="/icon/48.png" width="48" height="48" alt="" />
        <div>
          <h1>{t('guide-title')}</h1>
          <p class="muted">{t('guide-intro')}</p>
        </div>
        <Button look="icon" label={t('settings')} onClick={openSettings}>
          <Icon name="gear" />
        </Button>
      </header>
      <p class="guide-where" role="status">
        {t('guide-done', { n: STEPS.filter(id => states[id] === 'done').length, total: STEPS.length })}{' '}
        {current ? t('guide-next', { step: t(`step-${current}`) }) : t('guide-finished')}
      </p>
      <ol class="steps">
        {STEPS.map((id, at) => (
          <StepCard key={id} id={id} place={at + 1} state={states[id]} isOpen={opensByItself(id, states)}>
            {bodies[id] || <p class="muted">{t('guide-later', { step: t(`step-${current ?? 'program'}`) })}</p>}
          </StepCard>
        ))}
      </ol>
      <FirstInvoice page={page} />
    </main>
  )
}

/** The content of each step; a step that waits for the host's data names the step that comes first. */
function bodiesOf({ page, computer }: Props, states: Record<StepId, StepState>): Record<StepId, ComponentChildren> {
  const signIn = page.signIn.value
  const profile = page.overview.value?.profile
  const current = currentStep(states)
  const isReady = (id: StepId) => states[id] !== 'later'
  return {
    program: <ProgramStep page={page} computer={computer} state={states.program} />,
    free: isReady('free') && <FreeStep />,
    certificate: <CertificateStep signIn={signIn} computer={computer} />,
    rights: <RightsStep signIn={signIn} />,
    // Stays while the host is briefly away, with the typed text.
    application: profile && (
      <ApplicationStep page={page} profile={profile} signIn={signIn} isNext={current === 'application'} />
    ),
    'sign-in': isReady('sign-in') && (
      <SignInStep page={page} state={states['sign-in']} isNext={current === 'sign-in'} />
    ),
    companies: isReady('companies') && <CompaniesStep page={page} isNext={current === 'companies'} />,
    sync: isReady('sync') && <SyncStep page={page} />,
  }
}

/** A finished step closes. If it had the focus, the next one gets it, not the top of the page. */
function useFocusOn(current: StepId | undefined): void {
  useLayoutEffect(() => {
    const place = document.activeElement?.closest('.step')
    const next = current && document.getElementById(`step-${current}`)
    if (place && next && !place.contains(next)) next.focus()
  }, [current])
}
