import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import { formatDayOf } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Status } from '../../ui/status.tsx'
import { mailAbout, mailState, mailTitle } from './labels.ts'

/** One message in two lines: title and date, owner and any exception in its state. */
export function MailRow({ item, withOwner }: { item: MailboxItem; withOwner: boolean }) {
  const { tone, word } = mailState(item)
  return (
    <>
      <div class="row-line">
        <span class="row-who">
          {!item.seen && <span class="visually-hidden">{t('mail-unread-mark')} </span>}
          {item.kind === 'act' && (
            <>
              <span class="mail-act">{t('mail-act')}</span>{' '}
            </>
          )}
          {mailTitle(item)}
        </span>
        <span class="numeric muted row-which">{formatDayOf(locale.value, item.createdAt)}</span>
      </div>
      <div class="row-line">
        <span class="row-which muted">
          {[withOwner && ownerName(item), mailAbout(item)].filter(Boolean).join(' · ')}
        </span>
        <span class="row-state muted">
          {tone === 'good' ? (
            // Only exceptions have a mark.
            <span class="visually-hidden">{t(word)}</span>
          ) : (
            <Status tone={tone}>{t(word)}</Status>
          )}
        </span>
      </div>
    </>
  )
}
