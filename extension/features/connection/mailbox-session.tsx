import { useSignal } from '@preact/signals'
import { formatAgo, formatTime } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { isSpvVisitOpen, SpvButton, SpvFailure, spvSession } from './spv-session.tsx'
import './connection.css'

/** The mailbox's session: since when, last used, and a button that ends it (with text in the settings); or the button for a new one. */
export function SessionLine({ page, look = 'primary' }: { page: Page; look?: 'primary' | 'plain' }) {
  const session = spvSession(page)
  if (!session) return null
  if (session.state !== 'active') return <Connect page={page} look={look} />
  const { since, lastUsedAt } = session
  const now = page.now.value
  return (
    <div class="mail-session">
      <Status tone="good">{t('session-active')}</Status>{' '}
      <span class="mail-session-since muted numeric">
        {since !== null && t('session-since', { when: formatTime(locale.value, since, now) })}
        {lastUsedAt !== null && ` · ${t('session-used', { when: formatAgo(locale.value, lastUsedAt, now) })}`}
      </span>
      <Disconnect page={page} withText={look === 'plain'} />
    </div>
  )
}

/** Hidden while a sync runs: the sync's own line says that it needs the session, and has the button. */
function Connect({ page, look }: { page: Page; look: 'primary' | 'plain' }) {
  if (page.mailSync.running.value) return null
  const isTrying = isSpvVisitOpen(page)
  const isExpired = spvSession(page)?.state === 'expired'
  return (
    <div class="mail-connect">
      <Notice tone={isExpired ? 'wait' : 'idle'}>
        <span class="notice-what">{t(isExpired ? 'session-needed' : 'session-none')}</span>
        <span>{t(isTrying ? 'sign-in-waiting' : 'session-needed-start')}</span>
        <SpvButton look={look} again={isTrying} />
      </Notice>
      <SpvFailure page={page} />
    </div>
  )
}

/** Ends the session after a question, because the next one asks for the certificate again (G-11). */
function Disconnect({ page, withText }: { page: Page; withText: boolean }) {
  const asking = useSignal(false)
  const { error, run } = useCall()
  const forget = () => {
    asking.value = false
    return run(async () => {
      await page.host.request('session.forget', { service: 'spv' })
      await page.changed()
    })
  }
  return (
    <>
      {!asking.value && (
        <Button
          look={withText ? 'plain' : 'icon'}
          label={t('session-disconnect')}
          onClick={() => {
            asking.value = true
          }}
        >
          {withText ? t('session-disconnect') : <Icon name="close" />}
        </Button>
      )}
      {asking.value && (
        <Confirm
          label={t('session-disconnect')}
          question={t('session-disconnect-confirm')}
          yes={t('session-disconnect-yes')}
          onYes={() => void forget()}
          onNo={() => {
            asking.value = false
          }}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}
