import { t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { spvSession } from '../../connection/spv-session.tsx'
import type { Page } from '../../page/page.ts'

/** On the mailbox: the count of new messages, and a button that downloads all. The sync's progress is shown below. */
export function MailboxPart({ page }: { page: Page }) {
  const unread = page.overview.value?.mailbox.unread ?? 0
  const isActive = spvSession(page)?.state === 'active'
  return (
    <>
      <p class="numeric">{unread === 0 ? t('current-tab-mailbox-none') : t('new-mails', { n: unread })}</p>
      <Button
        look="primary"
        disabled={!isActive || page.mailSync.running.value}
        onClick={() => void page.mailSync.start()}
      >
        {t('current-tab-mailbox-all')}
      </Button>
      {!isActive && <p class="muted">{t('current-tab-mailbox-connect')}</p>}
    </>
  )
}
