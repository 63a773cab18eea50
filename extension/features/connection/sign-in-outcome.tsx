import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { OtherCertificate } from './other-certificate.tsx'

/**
 * The sign-in in the other tab while not connected: in progress, or how it ended. A foreign page's attempt is shown in any
 * case.
 */
export function SignInOutcome({ page }: { page: Page }) {
  const intrusion = page.intrusion.value
  return (
    <>
      {intrusion && <FailureNotice failure={describeBody(intrusion, locale.value)} />}
      <SignInState page={page} shown={intrusion} />
    </>
  )
}

/** `shown` is the failure that is shown above already. */
function SignInState({ page, shown }: { page: Page; shown: ErrorBody | null }) {
  if (page.overview.value?.profile.access === 'certificate') return <Choice page={page} />
  const signIn = page.signIn.value
  if (signIn?.phase === 'done') return <OtherCertificate status={signIn.status} />
  if (!signIn || page.overview.value?.auth.state === 'connected') return null
  if (signIn.phase === 'failed' && shown?.message === signIn.error.message) return null
  if (signIn.phase === 'failed') return <FailureNotice failure={describeBody(signIn.error, locale.value)} />
  return <Notice tone="new">{t('signing-in')}</Notice>
}

/** The choice of the certificate, if e-Factura has no other sign-in. */
function Choice({ page }: { page: Page }) {
  const visit = page.certificateVisit.value
  if (!visit || visit.phase === 'done' || page.isCertificateChosen.value) return null
  if (visit.phase === 'failed') return <FailureNotice failure={describeBody(visit.error, locale.value)} />
  return <Notice tone="new">{t('signing-in')}</Notice>
}
