import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { describeBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { OtherCertificate } from './other-certificate.tsx'

/**
 * The sign-in in the other tab, as far as it matters while not connected: going on, or how it ended. That a strange page has
 * meddled with it is said in any case.
 */
export function SignInTrouble({ page }: { page: Page }) {
  const intrusion = page.intrusion.value
  return (
    <>
      {intrusion && <FailureNotice failure={describeBody(intrusion, locale.value)} />}
      <Trouble page={page} told={intrusion} />
    </>
  )
}

function Trouble({ page, told }: { page: Page; told: ErrorBody | null }) {
  const signIn = page.signIn.value
  if (signIn?.phase === 'done') return <OtherCertificate status={signIn.status} />
  if (!signIn || page.overview.value?.auth.state === 'connected') return null
  if (signIn.phase === 'failed' && told?.message === signIn.error.message) return null
  if (signIn.phase === 'failed') return <FailureNotice failure={describeBody(signIn.error, locale.value)} />
  return <Notice tone="new">{t('signing-in')}</Notice>
}
