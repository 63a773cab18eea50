import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { SpvRights } from '../../../shared/protocol/mailbox.ts'
import type { Page } from '../page/page.ts'
import { createMailList, type MailList } from './mail-list.ts'
import { type RequestDraft, usualFields } from './requests/draft.ts'
import { createRequests, type Requests } from './requests/requests.ts'

/** Interval for checking the progress of a running sync, in milliseconds. */
const SYNC_LOOK_PERIOD = 3000

/** The state of the mailbox tab, for as long as the panel is open. */
export type Mailbox = {
  part: Signal<'messages' | 'requests'>
  list: MailList
  /** Id of the message in the detail. */
  selected: Signal<string | undefined>
  requests: Requests
  draft: Signal<RequestDraft>
  /** The companies and persons of the certificate's holder; undefined before the host's answer. */
  rights: ReadonlySignal<SpvRights | undefined>
  /** Shows one company, or all; the panel's switcher calls it. */
  chooseCompany(cui: string | undefined): Promise<void>
  /** Opens a message, whatever the list shows. */
  open(id: string): void
}

export function createMailbox(page: Page, cui: string | undefined): Mailbox {
  const list = createMailList(page.host, cui)
  const requests = createRequests(page.host, page.changed)
  const rights = signal<SpvRights>()
  const selected = signal<string | undefined>()
  const part = signal<'messages' | 'requests'>('messages')
  const draft = signal<RequestDraft>({
    type: undefined,
    cuis: new Set(cui === undefined ? [] : [cui]),
    fields: usualFields(page.now.peek()),
  })
  const loadRights = async () => {
    try {
      rights.value = await page.host.request('mailbox.rights', {})
    } catch (error) {
      // The list shows the host's failure; the next change of the mailbox asks again.
      console.warn('recipisa:', error)
    }
  }

  follow(page, () => {
    void list.reload()
    void requests.load()
    void loadRights()
  })
  return {
    part,
    list,
    selected,
    requests,
    draft,
    rights,
    async chooseCompany(chosen) {
      selected.value = undefined
      draft.value = { ...draft.value, cuis: new Set(chosen === undefined ? [] : [chosen]) }
      await list.ask({ ...list.query.value, kind: undefined, type: undefined, cui: chosen })
    },
    open(id) {
      part.value = 'messages'
      selected.value = id
    },
  }
}

/** Calls `load` at the host's first answer and after each change of the mailbox; polls often while a sync runs. */
function follow(page: Page, load: () => void): void {
  let seen: string | undefined
  effect(() => {
    const mailbox = page.overview.value?.mailbox
    if (!mailbox) return
    const { unread, openRequests, offeredRights, syncedAt, job } = mailbox
    const stock = JSON.stringify([unread, openRequests, offeredRights, syncedAt, job?.progress?.done])
    if (stock === seen) return
    seen = stock
    load()
  })
  effect(() => {
    if (!page.mailSync.running.value) return
    const timer = setInterval(() => void page.refresh(), SYNC_LOOK_PERIOD)
    return () => clearInterval(timer)
  })
}
