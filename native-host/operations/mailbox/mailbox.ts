import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { Services } from '../../services.ts'
import { needsSession } from '../../session/needs-session.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCode } from '../core/parse-cui.ts'
import { whyMailMissing } from '../invoices/missing-document.ts'

type Area = Extract<keyof Handlers, `mailbox.${string}`>

/** How often to look whether another process has downloaded a document, ms. */
const POLL = 150

/** The messages of the SPV mailbox, their sync, and the certificate's rights. */
export function mailboxOperations(services: Services): Pick<Handlers, Area> {
  return {
    'mailbox.sync': ({ cuis, days }, context) =>
      services.work.mailbox.sync({ cuis: cuis?.map(parseCode), days }, services.worker, context),
    'mailbox.list': async query => {
      const { items, ...rest } = (await services.archive()).mailbox.list(query)
      return { ...rest, items: fitAnswer(items, rest) }
    },
    'mailbox.get': async ({ id }) => {
      const archive = await services.archive()
      const [item, missing] = [itemOf(archive, id), whyMailMissing(archive, id)]
      return { item, missing: missing ? toErrorBody(missing) : null }
    },
    'mailbox.download': async ({ id }, { signal }) => ({ item: await download(services, id, signal) }),
    'mailbox.markSeen': async which => {
      const { mailbox } = await services.archive()
      if (which.id !== undefined && !mailbox.get(which.id)) throw new RecipisaError('message-unknown', { id: which.id })
      mailbox.markSeen(which)
      return {}
    },
    'mailbox.rights': async () => (await services.archive()).rights.list(),
    'mailbox.answerRights': async ({ add }) => {
      const { rights, companies } = await services.archive()
      const offered = new Map(rights.list().rights.map(right => [right.cui, right]))
      for (const cui of add)
        if (!offered.has(cui) || offered.get(cui)?.gone) throw new RecipisaError('no-rights-for-company', { cui })
      for (const cui of add) {
        // A person has no e-invoices, and a company on the list keeps its known data.
        if (!offered.get(cui)?.isPerson && !companies.get(cui)) companies.put(cui, 'unknown')
      }
      rights.answered()
      return rights.list()
    },
  }
}

async function download(services: Services, id: string, signal: AbortSignal): Promise<MailboxItem> {
  const archive = await services.archive()
  for (;;) {
    const item = itemOf(archive, id)
    if (item.state === 'archived' && (await isStored(archive, id))) return item
    try {
      if ((await services.work.mailbox.fetch(id, signal)) !== 'busy') return itemOf(archive, id)
    } catch (error) {
      if (error instanceof RecipisaError && !needsSession(error) && !signal.aborted)
        archive.mailbox.markFailed(id, toErrorBody(error))
      // A known refusal stays the answer if only the session is missing.
      throw (item.state === 'refused' && needsSession(error) && whyMailMissing(archive, id)) || error
    }
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Whether the file is in its place; if not, the message needs a new download. */
async function isStored({ mailbox }: Archive, id: string): Promise<boolean> {
  try {
    await mailbox.read({ area: 'mailbox', id, as: 'document' })
    return true
  } catch (error) {
    if (error instanceof RecipisaError && error.reason === 'document-missing') return false
    throw error
  }
}

function itemOf({ mailbox }: Archive, id: string): MailboxItem {
  const item = mailbox.get(id)
  if (!item) throw new RecipisaError('message-unknown', { id })
  return item
}
