import { openGuide } from '../../browser/open-pages.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AddCompany } from '../companies/add-company.tsx'
import { SignInButton } from '../connection/sign-in-button.tsx'
import { SignInOutcome } from '../connection/sign-in-outcome.tsx'
import { HostProblem } from '../page/host-problem.tsx'
import type { NextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import '../companies/companies.css'

type Props = { page: Page; step: NextStep | undefined }

/** A newcomer's next step in the panel, with a link to the guide, which has every step (U-09). */
export function FirstSteps({ page, step }: Props) {
  if (page.failure.value !== undefined) {
    return (
      <div class="panel-notices">
        <HostProblem page={page} />
      </div>
    )
  }
  switch (step) {
    case 'configure':
      return (
        <EmptyState title={t('first-configure')} hint={t('first-configure-hint')}>
          <ToGuide look="primary" />
        </EmptyState>
      )
    case 'sign-in':
      return (
        <EmptyState title={t('first-sign-in')} hint={t('first-sign-in-hint')}>
          <SignInButton again={page.overview.value?.auth.state === 'expired'} />
          <SignInOutcome page={page} />
          <ToGuide look="link" />
        </EmptyState>
      )
    case 'choose-certificate':
      return (
        <EmptyState title={t('first-certificate')} hint={t('first-certificate-hint')}>
          <SignInButton />
          <SignInOutcome page={page} />
          <ToGuide look="link" />
        </EmptyState>
      )
    case 'add-company':
      return (
        <EmptyState title={t('first-company')} hint={t('first-company-hint')}>
          <AddCompany page={page} />
          <ToGuide look="link" />
        </EmptyState>
      )
    case 'sync':
      return (
        <EmptyState title={t('first-sync')} hint={t('first-sync-hint')}>
          <Button look="primary" disabled={page.sync.running.value} onClick={() => void page.sync.start()}>
            {t('sync')}
          </Button>
        </EmptyState>
      )
    default:
      return null
  }
}

/** The same steps as a line above an existing archive. */
export function StepBanner({ page, step }: Props) {
  if (page.failure.value !== undefined) return <HostProblem page={page} />
  if (step === 'choose-certificate')
    return page.sync.running.value ? null : (
      <div class="notice tone-wait">
        <span class="notice-what">{t('first-certificate')}</span>
        <SignInButton look="plain" />
        <SignInOutcome page={page} />
      </div>
    )
  if (step !== 'sign-in' && step !== 'configure') return null
  return (
    <div class="notice tone-wait">
      <span class="notice-what">{t(step === 'sign-in' ? 'first-sign-in' : 'first-configure')}</span>
      {step === 'sign-in' ? (
        <SignInButton again={page.overview.value?.auth.state === 'expired'} look="plain" />
      ) : (
        <ToGuide look="plain" />
      )}
      <SignInOutcome page={page} />
    </div>
  )
}

function ToGuide({ look }: { look: 'primary' | 'plain' | 'link' }) {
  return (
    <Button look={look} onClick={() => void openGuide()}>
      {t('open-guide')}
    </Button>
  )
}
