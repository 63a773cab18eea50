import { describeFailure } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { AddCompany } from '../companies/add-company.tsx'
import { SignInButton } from '../connection/sign-in-button.tsx'
import { SignInOutcome } from '../connection/sign-in-outcome.tsx'
import type { NextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import '../companies/companies.css'
import { openSettings } from '../../browser/open-pages.ts'

type Props = { page: Page; step: NextStep | undefined }

/** Leads a newcomer to the first synced invoice, one step at a time (U-09). */
export function FirstSteps({ page, step }: Props) {
  if (page.failure.value !== undefined) return <HostStep page={page} />
  switch (step) {
    case 'configure':
      return (
        <EmptyState title={t('first-configure')} hint={t('first-configure-hint')}>
          <Button look="primary" onClick={openSettings}>
            {t('open-settings')}
          </Button>
        </EmptyState>
      )
    case 'sign-in':
      return (
        <EmptyState title={t('first-sign-in')} hint={t('first-sign-in-hint')}>
          <SignInButton again={page.overview.value?.auth.state === 'expired'} />
          <SignInOutcome page={page} />
        </EmptyState>
      )
    case 'add-company':
      return (
        <EmptyState title={t('first-company')} hint={t('first-company-hint')}>
          <AddCompany page={page} />
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
  const action = { label: t('retry'), run: () => void page.refresh() }
  if (page.failure.value !== undefined) return <ErrorNotice error={page.failure.value} action={action} />
  if (step !== 'sign-in' && step !== 'configure') return null
  return (
    <div class="notice tone-wait">
      <span class="notice-what">{t(step === 'sign-in' ? 'first-sign-in' : 'first-configure')}</span>
      {step === 'sign-in' ? (
        <SignInButton again={page.overview.value?.auth.state === 'expired'} look="plain" />
      ) : (
        <Button onClick={openSettings}>{t('open-settings')}</Button>
      )}
      <SignInOutcome page={page} />
    </div>
  )
}

function HostStep({ page }: { page: Page }) {
  const error = page.failure.value
  const retry = () => void page.refresh()
  if (describeFailure(error, locale.value).reason !== 'host-missing') {
    return (
      <div class="panel-notices">
        <ErrorNotice error={error} action={{ label: t('retry'), run: retry }} />
      </div>
    )
  }
  return (
    <EmptyState title={t('first-host')} hint={t('first-host-hint')}>
      <code>npx recipisa host install</code>
      <Button look="primary" onClick={retry}>
        {t('retry')}
      </Button>
    </EmptyState>
  )
}
