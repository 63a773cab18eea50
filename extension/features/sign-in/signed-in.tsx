import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { openGuide, openPanel } from '../../browser/open-pages.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { SignInVisit } from '../certificate-visit/stored-visits.ts'
import { Frame } from '../certificate-visit/visit-page.tsx'
import { OtherCertificate } from '../connection/other-certificate.tsx'
import { EfacturaButton } from '../connection/sign-in-button.tsx'
import type { Page } from '../page/page.ts'

/** The page that ends a sign-in: in progress, done, or failed with its reason. */
export function SignedInPage({ page }: { page: Page }) {
  const companies = page.overview.value?.companies ?? []
  return <SignedIn signIn={page.signIn.value} hasCompanies={companies.length > 0} />
}

function SignedIn({ signIn, hasCompanies }: { signIn: SignInVisit | undefined; hasCompanies: boolean }) {
  switch (signIn?.phase) {
    case 'exchanging':
      return (
        <Frame title={t('sign-in-title')}>
          <ProgressBar label={t('sign-in-exchanging')} done={0} total={0} />
        </Frame>
      )
    case 'done':
      return (
        <Frame title={t('sign-in-done')}>
          <Certificate status={signIn.status} />
          <WhatNow hasCompanies={hasCompanies} />
        </Frame>
      )
    case 'failed':
      return (
        <Frame title={t('sign-in-failed')}>
          <FailureNotice failure={describeBody(signIn.error, locale.value)} />
          <div class="choices">
            <EfacturaButton again />
            {!hasCompanies && <ToGuide />}
          </div>
        </Frame>
      )
    default:
      return (
        <Frame title={t('sign-in-title')}>
          <p>{t(signIn ? 'sign-in-waiting' : 'sign-in-idle')}</p>
          {!signIn && (
            <div>
              <EfacturaButton />
            </div>
          )}
        </Frame>
      )
  }
}

/** The next step after a sign-in: the panel, or the first company. */
export function WhatNow({ hasCompanies }: { hasCompanies: boolean }) {
  return (
    <>
      <p>{t(hasCompanies ? 'first-sync-hint' : 'first-company-hint')}</p>
      <div class="choices">
        <Button look="primary" onClick={() => void openPanel()}>
          {t(hasCompanies ? 'open-panel' : 'add-companies')}
        </Button>
        {!hasCompanies && <ToGuide />}
      </div>
    </>
  )
}

/** For newcomers, whose guide waits in another tab. */
export function ToGuide() {
  return <Button onClick={() => void openGuide()}>{t('guide-back')}</Button>
}

/** The certificate of a sign-in, and its remaining validity. */
export function Certificate({ status }: { status: AuthStatus }) {
  const until = status.refreshExpiresAt ?? status.accessExpiresAt
  return (
    <>
      <OtherCertificate status={status} />
      <dl class="facts">
        {status.serial && (
          <>
            <dt>{t('sign-in-certificate')}</dt>
            <dd class="numeric">{status.serial}</dd>
          </>
        )}
        {until !== null && (
          <>
            <dt>{t('sign-in-until')}</dt>
            <dd class="numeric">{formatDayOf(locale.value, until)}</dd>
          </>
        )}
        <dt>{t('secrets-kept')}</dt>
        <dd>{t(`kept-${status.keptIn}`)}</dd>
      </dl>
    </>
  )
}
