import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, FailureNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { BeginButton } from '../certificate-visit/begin-button.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { sessionStateLabel } from './session-state.ts'
import { timeLeft } from './time-left.ts'
import './connection.css'

/** Below this time left, in milliseconds, the session can be extended by a click. */
const LITTLE = 5 * 60_000

/** The portal's session as the host last knew it; undefined before the host has answered. */
export const portalSession = (page: Page): ServiceSession | undefined =>
  page.overview.value?.sessions.find(({ service }) => service === 'portal')

/** Whether the portal would accept a declaration now: a session ends by itself after 10 minutes (G-10). */
export function isPortalOpen(page: Page): boolean {
  const session = portalSession(page)
  return session?.state === 'active' && (session.expiresAt ?? Number.POSITIVE_INFINITY) > page.now.value
}

type Props = {
  page: Page
  /** Whether the button is beside the one that signs in to everything. */
  alone?: boolean
}

/** The portal's session with its time left, or the button that begins one (G-10, G-12). */
export function PortalConnection({ page, alone = false }: Props) {
  const session = portalSession(page)
  if (!session) return null
  if (isPortalOpen(page)) return <Active page={page} session={session} />
  // A session past its end has expired, whether or not the host has noticed.
  const state = session.state === 'active' ? 'expired' : session.state
  const { words, isTrying } = sessionStateLabel(state, page.portalVisit.value, page.now.value)
  return (
    <>
      <span class="popup-connect portal-row">
        <Status tone={state === 'expired' || isTrying ? 'wait' : 'idle'}>{words}</Status>
        <PortalButton again={isTrying} alone={alone} />
      </span>
      <PortalFailure page={page} />
    </>
  )
}

/** Why the last visit failed, until there is a session. */
function PortalFailure({ page }: { page: Page }) {
  const visit = page.portalVisit.value
  if (visit?.phase !== 'failed') return null
  return <FailureNotice failure={describeBody(visit.error, locale.value)} />
}

/** Opens the portal in a tab, where the browser asks for the certificate. */
export function PortalButton({
  look = 'link',
  again = false,
  alone = false,
}: {
  look?: 'primary' | 'plain' | 'link'
  again?: boolean
  alone?: boolean
}) {
  return (
    <BeginButton
      kind="begin-portal-session"
      text={t(again ? 'retry' : alone ? 'sign-in-alone' : 'sign-in')}
      label={t(again ? 'sign-in-portal-again' : alone ? 'sign-in-portal-alone' : 'sign-in-portal')}
      look={look}
    />
  )
}

function Active({ page, session: { expiresAt } }: { page: Page; session: ServiceSession }) {
  const { isBusy, error, run } = useCall()
  const left = expiresAt === null ? undefined : expiresAt - page.now.value
  const isShort = left !== undefined && left < LITTLE
  const renew = async () => {
    await run(() => page.host.request('session.test', { service: 'portal' }))
    await page.changed()
  }
  return (
    <>
      <span class="popup-connect portal-row">
        <Status tone={isShort ? 'wait' : 'good'}>
          <span class="numeric">
            {t('session-active')}
            {left !== undefined && ` · ${timeLeft(left)}`}
          </span>
        </Status>
        {isShort && (
          <Button look="link" disabled={isBusy} onClick={() => void renew()}>
            {t('portal-renew')}
          </Button>
        )}
      </span>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
