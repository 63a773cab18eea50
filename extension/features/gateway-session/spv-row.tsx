import type { ServiceSession } from '../../../shared/protocol/session.ts'
import { describeBody } from '../../host/failure.ts'
import { formatTime } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { BeginButton } from '../certificate-tab/begin-button.tsx'
import type { Page } from '../page/page.ts'

/** The mailbox's session and, where there is none, the way to it; only a click ever begins one. */
export function SpvConnection({ page }: { page: Page }) {
  const session = page.overview.value?.sessions.find(({ service }) => service === 'spv')
  if (!session) return null
  if (session.state === 'active') {
    return (
      <Status tone="good">
        <span class="numeric">{activeWords(session, page.now.value)}</span>
      </Status>
    )
  }
  return (
    <>
      <span class="popup-connect">
        <Status tone={session.state === 'expired' ? 'wait' : 'idle'}>{stateWords(page, session)}</Status>
        <SpvButton />
      </span>
      <SpvTrouble page={page} />
    </>
  )
}

/** Opens the mailbox in a tab, where the browser asks for the certificate. */
export function SpvButton({ look = 'link' }: { look?: 'primary' | 'link' }) {
  return <BeginButton kind="begin-spv-session" text={t('sign-in')} label={t('sign-in-spv')} look={look} />
}

function SpvTrouble({ page }: { page: Page }) {
  const attempt = page.spvAttempt.value
  return attempt?.phase === 'failed' ? <FailureNotice failure={describeBody(attempt.error, locale.value)} /> : null
}

function stateWords(page: Page, { state }: ServiceSession): string {
  const phase = page.spvAttempt.value?.phase
  if (phase === 'waiting' || phase === 'exchanging') return t('connecting')
  return t(state === 'expired' ? 'session-expired' : 'disconnected')
}

function activeWords({ since }: ServiceSession, now: number): string {
  return since === null ? t('session-active') : `${t('session-active')} · ${formatTime(locale.value, since, now)}`
}
