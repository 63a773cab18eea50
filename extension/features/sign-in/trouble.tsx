import { describeBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'

/** The sign-in in the other tab, as far as it matters while not connected: going on, or how it ended. */
export function SignInTrouble({ page }: { page: Page }) {
  const signIn = page.signIn.value
  if (!signIn || page.overview.value?.auth.state === 'connected') return null
  if (signIn.phase === 'failed') return <FailureNotice failure={describeBody(signIn.error, locale.value)} />
  if (signIn.phase === 'done') return null
  return <Notice tone="new">{t('signing-in')}</Notice>
}
