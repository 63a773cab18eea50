import type { Environment } from '../../../shared/domain/values.ts'
import type { Database } from '../core/database.ts'
import type { BookJournal, DeclarationJournal, UploadJournal } from '../core/journal.ts'
import type { Receipts } from '../declarations/receipts.ts'
import type { Messages } from '../invoices/message-archive.ts'
import type { MessageIndex } from '../invoices/message-index.ts'
import type { Mailbox } from '../mailbox/mailbox-archive.ts'
import type { MailIndex } from '../mailbox/message-index.ts'
import { createBookArea } from './book-area.ts'
import { createCompanyArea } from './company-area.ts'
import { createExchange } from './create-exchange.ts'
import { createDeclarationArea } from './declaration-area.ts'
import type { Exchange } from './exchange.ts'
import { createInvoiceArea } from './invoice-area.ts'
import { createMailArea } from './mail-area.ts'
import { createReceiptArea } from './receipt-area.ts'
import { createRequestArea } from './request-area.ts'
import { createRightArea } from './right-area.ts'
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
  declarationJournal: DeclarationJournal
  bookJournal: BookJournal
}

/** The exchange of one environment, with everything that an archive shares. */
export function openExchange(parts: Parts): Exchange {
  const { db, environment, now, index, messages, mail, mailbox, receipts, journal } = parts
  const { declarationJournal, bookJournal } = parts
  const areas = [
    createCompanyArea(db, now),
    createRightArea(db),
    createInvoiceArea({ db, index, messages, now }),
    createMailArea({ index: mail, mailbox, now }),
    createReceiptArea(db, receipts),
    createUploadArea({ db, journal, environment, now }),
    createDeclarationArea(db, declarationJournal, now),
    createRequestArea(db, now),
    createBookArea(db, bookJournal),
  ]
  return createExchange({ db, environment, areas, indexTexts: messages.indexTexts, now })
}
