import * as v from 'valibot'
import { Count } from '../../../shared/domain/values.ts'
import { ErrorBody } from '../../../shared/errors/error-body.ts'
import { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Database } from '../core/database.ts'
import { ListEntry } from '../invoices/invoice-documents.ts'
import type { Messages } from '../invoices/message-archive.ts'
import type { MessageIndex } from '../invoices/message-index.ts'
import { toMessage, WAITING } from '../invoices/message-rows.ts'
import type { ExchangeArea } from './exchange.ts'
import { heldBytes, isHere } from './held-bytes.ts'

/** A list entry of e-invoicing, and its document's content once archived. */
const InvoiceBody = v.object({
  message: ListEntry,
  archived: v.nullable(
    v.object({
      size: Count,
      invoice: v.nullable(InvoiceSummary),
      lineWords: v.string(),
      refersTo: v.nullable(v.string()),
      vat: v.array(v.object({ percent: v.string(), currency: v.string(), vat: v.number() })),
      undescribed: v.nullable(ErrorBody),
    }),
  ),
})

const InvoiceName = v.object({ message: v.pick(ListEntry, ['id', 'cui']) })

type Options = {
  db: Database
  index: MessageIndex
  messages: Pick<Messages, 'read' | 'store'>
  now: () => number
}

/** Messages of e-invoicing with their signed ZIPs. */
export function createInvoiceArea({ db, index, messages, now }: Options): ExchangeArea {
  const rest = (id: string, environment: string) =>
    db.get<{ lineWords: string | null; refersTo: string | null; n: number }>(
      `SELECT n, line_words AS lineWords, refers_to AS refersTo FROM messages
        WHERE environment = :environment AND id = :id`,
      { id, environment },
    )
  return {
    area: 'invoices',
    source: {
      table: 'messages',
      columns: 'sha256, invoice, undescribed',
      environment: 'NEW.environment',
      key: 'NEW.id',
      company: 'NEW.cui',
    },
    find(id, environment) {
      const row = index.find(id)
      const more = rest(id, environment)
      if (!row || !more) return undefined
      const { sha256, size, invoice, undescribed } = row
      const body: v.InferOutput<typeof InvoiceBody> = {
        message: toMessage(row),
        archived:
          sha256 === null
            ? null
            : {
                size: size ?? 0,
                invoice: invoice === null ? null : JSON.parse(invoice),
                lineWords: more.lineWords ?? '',
                refersTo: more.refersTo,
                vat: db
                  .all<{ percent: string; currency: string; vat: number }>(
                    'SELECT percent, currency, vat FROM invoice_vat WHERE message = :n ORDER BY percent',
                    { n: more.n },
                  )
                  .map(one => ({ ...one })),
                undescribed: undescribed === null || undescribed === WAITING ? null : JSON.parse(undescribed),
              },
      }
      return { company: row.cui, body, sha256 }
    },
    nameOf({ body }) {
      const { message } = v.parse(InvoiceName, body)
      return { key: message.id, company: message.cui }
    },
    holders: ({ key }) => [index.find(key)].flatMap(row => row?.cui ?? []),
    receive({ key, body, sha256, isHistory }) {
      const { message, archived } = v.parse(InvoiceBody, body)
      const stored = archived && sha256 !== null ? { ...archived, archivedAt: now(), sha256, pdf: null } : undefined
      if (stored ? index.insertElsewhere(message, stored, isHistory) : index.insert(message))
        return { wanted: !!stored }
      const row = index.find(key)
      if (!row || !stored) return { wanted: false }
      // A missing file still has its hash: it is no different content.
      if (row.sha256 !== null && row.sha256 !== sha256) return { conflict: row.sha256 }
      if (!isHere(row)) index.adopt(key, stored, isHistory)
      return { wanted: !isHere(index.find(key)) }
    },
    holds: id => isHere(index.find(id)),
    bytes: id => heldBytes(index.find(id), () => messages.read({ area: 'invoices', id, as: 'zip' })),
    bring: (entry, zip) => messages.store(entry.key, zip),
  }
}
