import * as v from 'valibot'
import { ListedMail } from '../../../shared/domain/mailbox.ts'
import { Count } from '../../../shared/domain/values.ts'
import type { Mailbox } from '../mailbox/mailbox-archive.ts'
import type { MailIndex } from '../mailbox/message-index.ts'
import { toMail } from '../mailbox/message-rows.ts'
import type { ExchangeArea } from './exchange.ts'
import { heldBytes, isHere } from './held-bytes.ts'

/** `size`: the document's, bytes; null while it is not archived. */
const MailBody = v.object({ mail: ListedMail, size: v.nullable(Count) })

const MailName = v.object({ mail: v.pick(ListedMail, ['id', 'cui']) })

type Options = { index: MailIndex; mailbox: Pick<Mailbox, 'read' | 'store'>; now: () => number }

/** Messages of the SPV mailbox with their PDFs. */
export function createMailArea({ index, mailbox, now }: Options): ExchangeArea {
  return {
    area: 'mail',
    source: { table: 'mail', columns: 'sha256', environment: `''`, key: 'NEW.id', company: 'NEW.cui' },
    find(id) {
      const row = index.find(id)
      if (!row) return undefined
      const { cui, sha256, size } = row
      const body: v.InferOutput<typeof MailBody> = { mail: toMail(row), size: sha256 === null ? null : size }
      return { company: cui, body, sha256 }
    },
    nameOf({ body }) {
      const { mail } = v.parse(MailName, body)
      return { key: mail.id, company: mail.cui }
    },
    holders: ({ key }) => [index.find(key)].flatMap(row => row?.cui ?? []),
    receive({ key, body, sha256, isHistory }) {
      const { mail, size } = v.parse(MailBody, body)
      index.insert(mail)
      const row = index.find(key)
      if (!row || sha256 === null) return { wanted: false }
      if (row.sha256 !== null && row.sha256 !== sha256) return { conflict: row.sha256 }
      if (!isHere(row)) index.archive(key, { path: null, sha256, size: size ?? 0, archivedAt: now() }, isHistory)
      return { wanted: !isHere(index.find(key)) }
    },
    holds: id => isHere(index.find(id)),
    bytes: id => heldBytes(index.find(id), () => mailbox.read({ area: 'mailbox', id, as: 'document' })),
    bring: (entry, pdf) => mailbox.store(entry.key, pdf),
  }
}
