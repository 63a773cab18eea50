import { join } from 'node:path'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ResultOf } from '../../shared/protocol/methods.ts'
import { Environment } from '../../shared/protocol/values.ts'
import { restoreAttempts } from './attempts.ts'
import { Database } from './database.ts'
import { restoreDeclarations } from './declaration-index.ts'
import { type Disk, realDisk } from './disk.ts'
import { describe, Filing } from './filing.ts'
import { createAttemptJournal, createDeclarationJournal, createKnownJournal } from './journal.ts'
import { createKeepAside } from './keep-aside.ts'
import { restoreMarked } from './known-companies.ts'
import { MailFiling } from './mail-filing.ts'
import { MailIndex } from './mail-index.ts'
import { MessageIndex } from './message-index.ts'
import {
  archiveFolder,
  databasePath,
  declarationJournalPath,
  journalPath,
  knownJournalPath,
  mailFolder,
} from './open.ts'
import { Owner } from './owners.ts'
import { createReceipts } from './receipts.ts'
import type { Sidecar } from './sidecar.ts'

export type RebuildOptions = {
  dataDir: string
  now: () => number
  progress: (value: { checked: number; total: number }) => void
  signal: AbortSignal
  disk?: Disk
}

/**
 * Makes the index of every environment anew from the files beside which a sidecar lies. A damaged database is moved
 * aside and stays; one that can be read is kept and completed. Documents, companies, filings, favourites and notes come back, what the next sync
 * tells again (entries without a document, rights) does not. No archive may be open in this process.
 */
export async function rebuildArchive({
  dataDir,
  now,
  progress,
  signal,
  disk = realDisk,
}: RebuildOptions): Promise<ResultOf<'archive.rebuild'>> {
  await disk.makeFolder(dataDir)
  const { db, keptDatabase } = await openOrReplace(databasePath(dataDir), disk, now)
  const owner = new Owner(db, now)
  const keepAside = createKeepAside(disk, join(dataDir, 'kept'), now)
  try {
    restoreAttempts(db, createAttemptJournal(journalPath(dataDir)))
    restoreDeclarations(db, createDeclarationJournal(declarationJournalPath(dataDir)))
    restoreMarked(db, createKnownJournal(knownJournalPath(dataDir)))
    const found: { environment: Environment; filing: Filing; index: MessageIndex; folder: string; sidecar: Sidecar }[] =
      []
    for (const environment of Environment.options) {
      const filing = new Filing({ disk, root: archiveFolder(dataDir, environment), keepAside, now })
      const index = new MessageIndex(db, owner, environment)
      for await (const one of filing.sidecars()) found.push({ environment, filing, index, ...one })
    }
    const receipts = createReceipts({ db, disk, root: archiveFolder(dataDir, 'prod'), now })
    const mailFiling = new MailFiling({ disk, root: mailFolder(dataDir), keepAside, now })
    const mail = []
    for await (const one of mailFiling.sidecars()) mail.push(one)
    const total = found.length + mail.length
    let indexed = await receipts.rebuild(signal)
    let checked = 0
    for (const { environment, filing, index, folder, sidecar } of found) {
      signal.throwIfAborted()
      const path = `${folder}/${sidecar.file}`
      const zip = await filing.read(path)
      if (zip) {
        const { sha256, size, message, archivedAt, pdf = null } = sidecar
        const described = describe(zip)
        // Other bytes than were downloaded: the hash of the download stays, so that a check of the archive tells.
        const { invoice, refersTo } = described.sha256 === sha256 ? described : { invoice: null, refersTo: null }
        db.transaction(() => {
          const isNew = index.insert(message)
          index.archive(message.id, { path, sha256, size, archivedAt, invoice, refersTo, pdf }, isNew)
          db.run(
            `INSERT OR IGNORE INTO companies (environment, cui, rights, added_at) VALUES (:environment, :cui, 'unknown', :now)`,
            { environment, cui: message.cui, now: now() },
          )
        })
        indexed++
      }
      progress({ checked: ++checked, total })
    }
    const mailIndex = new MailIndex({ db, owner, environment: 'prod', now })
    for (const { folder, sidecar } of mail) {
      signal.throwIfAborted()
      const path = `${folder}/${sidecar.file}`
      if (await mailFiling.read(path)) {
        const { sha256, size, archivedAt } = sidecar
        db.transaction(() => {
          const isNew = mailIndex.insert(sidecar.mail)
          mailIndex.archive(sidecar.mail.id, { path, sha256, size, archivedAt }, isNew)
        })
        indexed++
      }
      progress({ checked: ++checked, total })
    }
    return { indexed, keptDatabase }
  } finally {
    owner.end()
    db.close()
  }
}

async function openOrReplace(
  path: string,
  disk: Disk,
  now: () => number,
): Promise<{ db: Database; keptDatabase: string | null }> {
  try {
    return { db: await Database.open(path), keptDatabase: null }
  } catch (error) {
    if (!(error instanceof RecipisaError) || error.reason !== 'database-corrupt') throw error
  }
  const keptDatabase = `${path}.damaged-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`
  // The log first: beside a new database, an old one's would be taken for its own.
  for (const part of ['-wal', '-shm', ''])
    if (await disk.read(path + part)) await disk.rename(path + part, keptDatabase + part)
  return { db: await Database.open(path), keptDatabase }
}
