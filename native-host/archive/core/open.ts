import { join } from 'node:path'
import type { ApiAccess } from '../../../shared/domain/access.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import { createAgreements } from '../books/agreements.ts'
import { hasNoBooks, restoreBooks } from '../books/book-rows.ts'
import { createBooks, EXPORTS } from '../books/books.ts'
import { createCertificates } from '../certificates/certificates.ts'
import { createCharts } from '../charts/charts.ts'
import { createJobs } from '../coordination/jobs.ts'
import { createLocks } from '../coordination/locks.ts'
import { Owner } from '../coordination/owners.ts'
import { createQuotas } from '../coordination/quotas.ts'
import { createRates } from '../coordination/rates.ts'
import { createDeclarations, STAGED_DECLARATIONS } from '../declarations/declaration-index.ts'
import { followDeclarations } from '../declarations/follow-declarations.ts'
import { createReceipts } from '../declarations/receipts.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { createExports } from '../exports/exports.ts'
import { INVOICES } from '../invoices/invoice-documents.ts'
import { MessageIndex } from '../invoices/message-index.ts'
import { createMessageList } from '../invoices/message-list.ts'
import { createMessageWork } from '../invoices/message-work.ts'
import { createMessages } from '../invoices/messages.ts'
import { MAIL } from '../mailbox/mail-documents.ts'
import { createMailbox } from '../mailbox/mailbox.ts'
import { MailIndex } from '../mailbox/message-index.ts'
import { createRequests } from '../mailbox/requests.ts'
import { createRights } from '../mailbox/rights.ts'
import { createBatches, LISTS } from '../registers/batches.ts'
import { createLookups } from '../registers/lookups.ts'
import { createTextIndex } from '../search/text-index.ts'
import { createContentStore } from '../store/content-store.ts'
import { DocumentStore, type DocumentStoreOptions } from '../store/document-store.ts'
import { createKeepAside } from '../store/keep-aside.ts'
import { createFiles } from '../store/standalone-pdfs.ts'
import type { Elsewhere } from '../store/stored-bytes.ts'
import { createTodayFacts } from '../today/today-facts.ts'
import { createUploads, followUploads, stagedUploads } from '../uploads/uploads.ts'
import type { Archive } from './archive.ts'
import { createCompanies } from './companies.ts'
import { Database } from './database.ts'
import {
  createBookJournal,
  createDeclarationJournal,
  createKnownJournal,
  createUploadJournal,
  type TornLines,
} from './journal.ts'
import { hasNoKnown, restoreMarked } from './known-companies.ts'
import { createNotices, type NoticeBook } from './notices.ts'
import {
  archiveFolder,
  bookJournalPath,
  databasePath,
  declarationJournalPath,
  journalPath,
  knownJournalPath,
  lockFolder,
  mailFolder,
} from './paths.ts'
import { tornLines, verifyArchive } from './verify.ts'

export type ArchiveOptions = {
  dataDir: string
  environment: Environment
  /** How the e-invoicing API is called; a token by default. */
  access?: ApiAccess
  /** Epoch ms. */
  now: () => number
  disk?: Disk
  /** Called if a journal has lines that a crash cut short. */
  onTornLines?: (torn: TornLines) => void
  /** Fetches documents that this archive only knows of. */
  elsewhere?: Elsewhere
}

/**
 * Opens the archive in `dataDir`, and creates any missing parts. Throws `database-corrupt` (nothing is changed then;
 * see `rebuildArchive`), `database-newer` or `storage-failed`, each of which names the file.
 */
export async function openArchive(options: ArchiveOptions): Promise<Archive> {
  const { dataDir, environment, access = 'oauth', now, disk = realDisk, onTornLines, elsewhere } = options
  const folder = archiveFolder(dataDir, environment)
  await disk.makePrivate(dataDir)
  await disk.makeFolder(folder)
  await disk.makeFolder(lockFolder(dataDir))
  const db = await Database.open(databasePath(dataDir))
  const owner = new Owner(db, now)
  const keepAside = createKeepAside(disk, join(dataDir, 'kept'), now)
  const index = new MessageIndex(db, environment)
  const texts = createTextIndex(db)
  const invoiceDocuments = new DocumentStore(INVOICES, { disk, root: folder, keepAside, now })
  const journal = followUploads(db, createUploadJournal(journalPath(dataDir), onTornLines))
  journal.catchUp()
  const knownJournal = createKnownJournal(knownJournalPath(dataDir), onTornLines)
  if (hasNoKnown(db)) restoreMarked(db, knownJournal)
  const bookJournal = createBookJournal(bookJournalPath(dataDir), onTornLines)
  if (hasNoBooks(db)) restoreBooks(db, bookJournal)
  const contentOptions = { db, disk, dataDir, now }
  const staged = createContentStore(stagedUploads(environment), contentOptions)
  const mail = new MailIndex({ db, owner, environment, now })
  const mailDocuments = new DocumentStore(MAIL, { disk, root: mailFolder(dataDir), keepAside, now })
  const notices = createNotices({ db, environment, now })
  const declarations = openDeclarations({ db, owner, disk, keepAside, dataDir, notices, now, onTornLines })
  const messages = createMessages({
    ...{ index, documents: invoiceDocuments, texts, elsewhere },
    list: createMessageList(db, environment, texts, now),
    work: createMessageWork({ db, owner, environment, now }),
  })
  const mailbox = createMailbox({ db, index: mail, documents: mailDocuments, notices, environment, now, elsewhere })
  return {
    environment,
    folder,
    companies: createCompanies(db, environment, now),
    certificates: createCertificates({ db, environment, now }),
    messages,
    jobs: createJobs(db, owner, environment, now),
    files: createFiles({ db, disk, root: folder, environment }),
    uploads: createUploads({ db, owner, journal, staged, notices, environment, access, now }),
    declarations: declarations.declarations,
    books: createBooks({
      db,
      journal: bookJournal,
      files: createContentStore(EXPORTS, contentOptions),
      environment,
      now,
    }),
    agreements: createAgreements(db, environment),
    mailbox,
    rights: createRights({ db, environment, now }),
    requests: createRequests({ db, owner, notices, environment, now }),
    notices,
    exports: createExports({ db, owner, disk, folder: join(dataDir, 'exports'), environment, now }),
    quotas: createQuotas(db, environment),
    lookups: createLookups(db, owner, knownJournal, now),
    lists: createContentStore(LISTS, contentOptions),
    batches: createBatches(db, owner, now),
    rates: createRates(db),
    locks: createLocks(lockFolder(dataDir)),
    todayFacts: createTodayFacts(db, environment),
    charts: createCharts(db, environment),
    exchange: openExchange({
      ...{ db, environment, now, index, messages, mail, mailbox },
      ...{ receipts: declarations.receipts, journal, declarationJournal: declarations.journal, bookJournal },
    }),
    revision: () => db.revision(),
    isOvertaken: () => db.isOpen && db.isOvertaken,
    verify: (onProgress, signal) =>
      verifyArchive(
        [{ index, store: invoiceDocuments }, { index: mail, store: mailDocuments }, declarations.receipts.documents],
        // Within a transaction, no other process is in the middle of a line.
        () => db.transaction(() => tornLines([journal, declarations.journal, knownJournal, bookJournal])),
        onProgress,
        signal,
      ),
    keepAside,
    close() {
      if (!db.isOpen) return
      try {
        owner.end()
      } finally {
        db.close()
      }
    },
  }
}

type Parts = {
  db: Database
  owner: Owner
  disk: Disk
  keepAside: DocumentStoreOptions['keepAside']
  dataDir: string
  notices: NoticeBook
  now: () => number
  onTornLines: ArchiveOptions['onTornLines'] | undefined
}

/** Declarations lie with the documents of production, whichever environment is open: the portal has only that one. */
function openDeclarations({ db, owner, disk, keepAside, dataDir, notices, now, onTornLines }: Parts) {
  const journal = followDeclarations(db, createDeclarationJournal(declarationJournalPath(dataDir), onTornLines))
  journal.catchUp()
  const staged = createContentStore(STAGED_DECLARATIONS, { db, disk, dataDir, now })
  const receipts = createReceipts({ db, disk, root: archiveFolder(dataDir, 'prod'), keepAside, now })
  return { receipts, journal, declarations: createDeclarations({ db, owner, journal, staged, receipts, notices, now }) }
}
