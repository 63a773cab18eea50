import type { Environment } from '../../../shared/domain/values.ts'
import type { Messages } from '../core/archive.ts'
import type { Database } from '../core/database.ts'
import type { BookJournal, UploadJournal } from '../core/journal.ts'
import type { Receipts } from '../declarations/receipts.ts'
import type { MessageIndex } from '../invoices/message-index.ts'
import type { Mailbox } from '../mailbox/mailbox-archive.ts'
import type { MailIndex } from '../mailbox/message-index.ts'
import { createBookArea } from './book-area.ts'
import { createExchange } from './create-exchange.ts'
import type { Exchange } from './exchange.ts'
import { createInvoiceArea } from './invoice-area.ts'
import { createMailArea } from './mail-area.ts'
import { createReceiptArea } from './receipt-area.ts'
import { createUploadArea } from './upload-area.ts'

type Parts = {
  db: Database
  environment: Environment
  now: () => number
  index: MessageIndex
  messages: Messages
  mail: MailIndex
  mailbox: Mailbox
  receipts: Receipts
  journal: UploadJournal
  bookJournal: BookJournal
}

/** The exchange of one environment, with all that an archive shares. */
export function openExchange(parts: Parts): Exchange {
  const { db, environment, now, index, messages, mail, mailbox, receipts, journal, bookJournal } = parts
  const areas = [
    createInvoiceArea({ db, index, messages, now }),
    createMailArea({ index: mail, mailbox, now }),
    createReceiptArea(db, receipts),
    createUploadArea({ db, journal, environment, now }),
    createBookArea(db, bookJournal),
  ]
  return createExchange({ db, environment, areas, now })
}
