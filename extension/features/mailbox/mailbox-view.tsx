import { t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { ViewSwitch } from '../../ui/view-switch.tsx'
import { SessionLine } from '../connection/mailbox-session.tsx'
import type { Page } from '../page/page.ts'
import type { Mailbox } from './mailbox.ts'
import { MessagesView } from './messages-view.tsx'
import type { Choice } from './requests/company-picker.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import './mailbox.css'

/** The SPV mailbox: its session, the messages, and the requests. */
export function MailboxView({ page, mailbox }: { page: Page; mailbox: Mailbox }) {
  const { part, requests, draft, list } = mailbox
  const open = page.overview.value?.mailbox.openRequests ?? 0
  const parts = [
    { id: 'messages', words: t('mailbox-title') },
    { id: 'requests', words: t('request-title') },
  ] as const
  return (
    <div class="mailbox">
      <div class="mailbox-head">
        <ViewSwitch
          label={t('views')}
          views={parts}
          selected={part.value}
          onSelect={id => {
            part.value = id
          }}
        >
          {open > 0 && <span class="muted numeric">{t('requests-open', { n: open })}</span>}
        </ViewSwitch>
        <SessionLine page={page} />
      </div>
      {part.value === 'messages' ? (
        <MessagesView page={page} mailbox={mailbox} />
      ) : (
        <RequestsView
          page={page}
          requests={requests}
          draft={draft}
          choices={choicesOf(page, mailbox)}
          cui={list.query.value.cui}
          onOpen={mailbox.open}
        />
      )}
    </div>
  )
}

/** The companies whose documents can be requested: all that SPV names (S-09); the list's companies until then. */
function choicesOf(page: Page, { rights }: Mailbox): Choice[] {
  const named = rights.value?.rights.filter(({ gone }) => !gone) ?? []
  const companies = page.overview.value?.companies ?? []
  const names = new Map(companies.map(({ cui, name }) => [cui, name]))
  const all = named.length > 0 ? named : companies
  return all.map(({ cui, name }) => ({ cui, name: ownerName({ cui, companyName: name ?? names.get(cui) ?? null }) }))
}
