import type { SessionService } from '../../../shared/protocol/session.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Frame } from '../certificate-visit/visit-page.tsx'
import { PortalButton } from '../connection/portal-session.tsx'
import { SpvButton } from '../connection/spv-session.tsx'
import type { Page } from '../page/page.ts'

const TITLES = { spv: 'spv-title', portal: 'portal-title' } as const satisfies Record<SessionService, string>
const BUTTONS = { spv: SpvButton, portal: PortalButton } as const

/** The page that ends a failed session visit: the reason, and a button for another try (G-06). */
export function SessionPage({ page, service }: { page: Page; service: SessionService }) {
  const visit = (service === 'spv' ? page.spvVisit : page.portalVisit).value
  const title = t(TITLES[service])
  const Begin = BUTTONS[service]
  switch (visit?.phase) {
    case 'exchanging':
      return (
        <Frame title={title}>
          <ProgressBar label={t('sign-in-exchanging')} done={0} total={0} />
        </Frame>
      )
    case 'done':
      return (
        <Frame title={title}>
          <p>{t('session-active')}</p>
        </Frame>
      )
    case 'failed':
      return (
        <Frame title={t('sign-in-failed')}>
          <FailureNotice failure={describeBody(visit.error, locale.value)} />
          <div>
            <Begin look="primary" />
          </div>
        </Frame>
      )
    default:
      return (
        <Frame title={title}>
          <p>{t(visit ? 'sign-in-waiting' : 'sign-in-idle')}</p>
          {!visit && (
            <div>
              <Begin look="primary" />
            </div>
          )}
        </Frame>
      )
  }
}
