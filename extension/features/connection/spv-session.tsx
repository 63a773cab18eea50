import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { describeBody } from '../../host/describe-failure.ts'
import { formatAgo, formatTime } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { BeginButton } from '../certificate-visit/begin-button.tsx'
import type { Page } from '../page/page.ts'

import { sessionStateLabel } from './session-state.ts'

/** The mailbox's session as the host last knew it; undefined before the host has answered. */
export const spvSession = (page: Page): ServiceSession | undefined =>
  page.overview.value?.sessions.find(({ service }) => service === 'spv')

/** The mailbox's session, or the button that begins one alone; only a click ever does (G-12). */
export function SpvConnection({ page }: { page: Page }) {
  const session = spvSession(page)
  if (!session) return null
  if (session.state === 'active') {
    return (
      <span class="spv-session">
        <Status tone="good">
          <span class="numeric">{activeLabel(session, page.now.value)}</span>
        </Status>{' '}
        {session.lastUsedAt !== null && (
          <span class="muted numeric">
            {t('session-used', { when: formatAgo(locale.value, session.lastUsedAt, page.now.value, 'short') })}
          </span>
        )}
      </span>
    )
  }
  const { words, isTrying } = sessionStateLabel(session.state, page.spvVisit.value, page.now.value)
  return (
    <>
      <span class="popup-connect">
        <Status tone={session.state === 'expired' || isTrying ? 'wait' : 'idle'}>{words}</Status>
        {!page.mailSync.running.value && <SpvButton again={isTrying} alone />}
      </span>
      <SpvFailure page={page} />
    </>
  )
}

/** Whether a tab waits for the certificate, or the host is checking the visit's result. */
export function isSpvVisitOpen({ spvVisit }: Page): boolean {
  const phase = spvVisit.value?.phase
  return phase === 'waiting' || phase === 'exchanging'
}

type ButtonProps = {
  look?: 'primary' | 'plain' | 'link'
  /** Replaces a visit that hangs (G-06). */
  again?: boolean
  /** Shown beside the button that signs in to everything. */
  alone?: boolean
}

/** Opens the mailbox in a tab, where the browser asks for the certificate. */
export function SpvButton({ look = 'link', again = false, alone = false }: ButtonProps) {
  return (
    <BeginButton
      kind="begin-spv-session"
      text={t(again ? 'retry' : alone ? 'sign-in-alone' : 'sign-in')}
      label={t(again ? 'sign-in-spv-again' : alone ? 'sign-in-spv-alone' : 'sign-in-spv')}
      look={look}
    />
  )
}

/** Why the last visit failed, until there is a session. */
export function SpvFailure({ page }: { page: Page }) {
  const visit = page.spvVisit.value
  if (visit?.phase !== 'failed' || spvSession(page)?.state === 'active') return null
  return <FailureNotice failure={describeBody(visit.error, locale.value)} />
}

function activeLabel({ since }: ServiceSession, now: number): string {
  return since === null ? t('session-active') : `${t('session-active')} · ${formatTime(locale.value, since, now)}`
}
