import { basename, dirname, join } from 'node:path'
import { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import { restoreBooks } from '../books/book-rows.ts'
import { Owner } from '../coordination/owners.ts'
import { followDeclarations } from '../declarations/follow-declarations.ts'
import { createReceipts } from '../declarations/receipts.ts'
import { describe, NOTHING } from '../invoices/describe.ts'
import { INVOICES, type InvoiceDocuments, type InvoiceSidecar } from '../invoices/invoice-documents.ts'
import { MessageIndex } from '../invoices/message-index.ts'
import { MAIL, type MailDocuments, type MailSidecar } from '../mailbox/mail-documents.ts'
import { MailIndex } from '../mailbox/message-index.ts'
import { createTextIndex } from '../search/text-index.ts'
import { DocumentStore } from '../store/document-store.ts'
import { sha256Of } from '../store/hash.ts'
import { createKeepAside } from '../store/keep-aside.ts'
import { tryRead } from '../store/stored-bytes.ts'
import { followUploads } from '../uploads/uploads.ts'
import { isDamagedInUse } from './damaged-in-use.ts'
import { Database } from './database.ts'
import {
  createBookJournal,
  createDeclarationJournal,
  createKnownJournal,
  createUploadJournal,
  type Journal,
} from './journal.ts'
import { restoreMarked } from './known-companies.ts'
import {
  archiveFolder,
  bookJournalPath,
  databasePath,
  declarationJournalPath,
  journalPath,
  knownJournalPath,
  mailFolder,
} from './paths.ts'

export type RebuildOptions = {
  dataDir: string
  now: () => number
  progress: (value: { checked: number; total: number }) => void
  signal: AbortSignal
  disk?: Disk
}

/**
 * Rebuilds the index of every environment from the documents that have a sidecar. A damaged database or journal is
 * moved aside and kept; a readable one is completed. Documents, uploads, declarations, favourites, notes and the states
 * of the books come back, and companies if there are none; entries without a document, and rights, come back with the
 * next sync. No archive may be open in this process. Throws `database-in-use` if any process has a damaged one open.
 */
export async function rebuildArchive({
  dataDir,
  now,
  progress,
  signal,
  disk = realDisk,
}: RebuildOptions): Promise<ResultOf<'archive.rebuild'>> {
  await disk.makePrivate(dataDir)
  const { db, keptDatabase } = await openOrReplace(databasePath(dataDir), disk, now)
  const owner = new Owner(db, now)
  const keepAside = createKeepAside(disk, join(dataDir, 'kept'), now)
  try {
    const uploads = followUploads(db, createUploadJournal(journalPath(dataDir)))
    const declarations = followDeclarations(db, createDeclarationJournal(declarationJournalPath(dataDir)))
    const known = createKnownJournal(knownJournalPath(dataDir))
    const books = createBookJournal(bookJournalPath(dataDir))
    const keptJournals = [uploads, declarations, known, books].flatMap(journal => mendJournal(db, journal, now()))
    uploads.takeIn()
    declarations.takeIn()
    restoreMarked(db, known)
    restoreBooks(db, books)
    const found: Restore[] = []
    const companies = new Map<Environment, Set<string>>()
    for (const environment of Environment.options) {
      const root = archiveFolder(dataDir, environment)
      const documents = new DocumentStore(INVOICES, { disk, root, keepAside, now })
      const index = new MessageIndex(db, environment)
      const cuis = new Set<string>()
      companies.set(environment, cuis)
      for await (const one of documents.sidecars()) found.push(() => restoreInvoice({ documents, index, cuis, ...one }))
    }
    const documents = new DocumentStore(MAIL, { disk, root: mailFolder(dataDir), keepAside, now })
    const index = new MailIndex({ db, owner, environment: 'prod', now })
    for await (const one of documents.sidecars()) found.push(() => restoreMail({ documents, index, ...one }))
    const receipts = createReceipts({ db, disk, root: archiveFolder(dataDir, 'prod'), keepAside, now })
    let indexed = await receipts.rebuild(signal)
    for (let at = 0; at < found.length; at += TOGETHER) {
      signal.throwIfAborted()
      const writes = await Promise.all(found.slice(at, at + TOGETHER).map(restore => restore()))
      db.transaction(() => {
        for (const write of writes) write?.()
      })
      for (const [n, write] of writes.entries()) {
        if (write) indexed++
        progress({ checked: at + n + 1, total: found.length })
      }
    }
    // At the end: the next rebuild after one that was cancelled still finds none.
    db.transaction(() => {
      for (const [environment, cuis] of companies) addCompanies(db, environment, cuis, now())
    })
    await createTextIndex(db).takeIn(signal)
    return { indexed, keptDatabase, keptJournals }
  } finally {
    owner.end()
    db.close()
  }
}

/** How many documents to read at the same time and write in one transaction. */
const TOGETHER = 100

/** Reads a document; returns the function that writes its rows, or nothing if only the sidecar is left. */
type Restore = () => Promise<(() => void) | undefined>

/** Adds the companies of the documents, unless there are companies: some may have been taken off the list. */
function addCompanies(db: Database, environment: Environment, cuis: ReadonlySet<string>, now: number): void {
  if (db.get('SELECT 1 FROM companies WHERE environment = :environment LIMIT 1', { environment })) return
  for (const cui of cuis)
    db.run(`INSERT INTO companies (environment, cui, rights, added_at) VALUES (:environment, :cui, 'unknown', :now)`, {
      environment,
      cui,
      now,
    })
}

type FoundInvoice = {
  documents: InvoiceDocuments
  index: MessageIndex
  /** The companies of all documents. */
  cuis: Set<string>
  folder: string
  sidecar: InvoiceSidecar
}

async function restoreInvoice({ documents, index, cuis, folder, sidecar }: FoundInvoice) {
  const path = `${folder}/${sidecar.file}`
  const zip = await tryRead(documents, path)
  if (!zip) return undefined
  const { sha256, size, message, archivedAt, pdf = null } = sidecar
  // If the bytes differ from the downloaded ones, the hash of the download stays, so that a check of the archive finds
  // the difference.
  const isIntact = zip !== 'unreadable' && sha256Of(zip) === sha256
  const description = isIntact ? await describe(zip, 1) : { ...NOTHING, undescribed: null }
  return () => {
    const isNew = index.insert(message)
    if (!isNew) index.correct(message)
    // What the index knows of it is all there is.
    if (!isNew && zip === 'unreadable') return
    index.archive(message.id, { path, sha256, size, archivedAt, pdf, ...description }, isNew)
    cuis.add(message.cui)
  }
}

type FoundMail = { documents: MailDocuments; index: MailIndex; folder: string; sidecar: MailSidecar }

/** The same for a message of the mailbox; the next list brings the rights back. */
async function restoreMail({ documents, index, folder, sidecar }: FoundMail) {
  const { file, sha256, size, archivedAt, mail } = sidecar
  const path = `${folder}/${file}`
  if (!(await tryRead(documents, path))) return undefined
  return () => {
    const isNew = index.insert(mail)
    index.archive(mail.id, { path, sha256, size, archivedAt }, isNew)
  }
}

async function openOrReplace(
  path: string,
  disk: Disk,
  now: () => number,
): Promise<{ db: Database; keptDatabase: string | null }> {
  try {
    const db = await Database.open(path, { isDoubted: true })
    try {
      db.examine()
      return { db, keptDatabase: null }
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (!(error instanceof RecipisaError) || error.reason !== 'database-corrupt') throw error
  }
  // A program that has it open would go on writing into the moved file.
  if (isDamagedInUse(path)) throw new RecipisaError('database-in-use', { path })
  const keptDatabase = damagedName(path, now())
  const names = await disk.list(dirname(path))
  // The log first: SQLite would mistake an old log beside a new database for its own.
  for (const part of ['-wal', '-shm', ''])
    if (names.includes(basename(path) + part)) await disk.rename(path + part, keptDatabase + part)
  return { db: await Database.open(path), keptDatabase }
}

/** Within a transaction, no other process is in the middle of a line. */
function mendJournal(db: Database, journal: Pick<Journal<unknown>, 'path' | 'torn' | 'mend'>, now: number) {
  return db.transaction(() => {
    const lines = journal.torn()
    const path = damagedName(journal.path, now)
    if (lines.length > 0) journal.mend(path)
    return lines.length > 0 ? [{ path, lines }] : []
  })
}

const damagedName = (path: string, now: number): string =>
  `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
