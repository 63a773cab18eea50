import { describeBody } from '../../host/failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Frame } from '../certificate-tab/frame.tsx'
import type { Page } from '../page/page.ts'
import { SpvButton } from './spv-row.tsx'

/** The page on which a session's start ends when it did not work: why, and another try (G-06). */
export function SpvPage({ page }: { page: Page }) {
  const attempt = page.spvAttempt.value
  switch (attempt?.phase) {
    case 'exchanging':
      return (
        <Frame title={t('spv-title')}>
          <ProgressBar label={t('sign-in-exchanging')} done={0} total={0} />
        </Frame>
      )
    case 'done':
      return (
        <Frame title={t('spv-title')}>
          <p>{t('session-active')}</p>
        </Frame>
      )
    case 'failed':
      return (
        <Frame title={t('sign-in-failed')}>
          <FailureNotice failure={describeBody(attempt.error, locale.value)} />
          <div>
            <SpvButton look="primary" />
          </div>
        </Frame>
      )
    default:
      return (
        <Frame title={t('spv-title')}>
          <p>{t(attempt ? 'sign-in-waiting' : 'sign-in-idle')}</p>
          {!attempt && (
            <div>
              <SpvButton look="primary" />
            </div>
          )}
        </Frame>
      )
  }
}
