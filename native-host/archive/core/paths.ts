import { join } from 'node:path'
import type { Environment } from '../../../shared/domain/values.ts'

/** The index of all environments. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'recipisa.db')
}

/** Folder of the locks between processes. */
export function lockFolder(dataDir: string): string {
  return join(dataDir, 'locks')
}

/** Journal of uploads, of all environments. */
export function journalPath(dataDir: string): string {
  return join(dataDir, 'attempts.jsonl')
}

/** Journal of declarations. */
export function declarationJournalPath(dataDir: string): string {
  return join(dataDir, 'declarations.jsonl')
}

/** Journal of favourites and notes. */
export function knownJournalPath(dataDir: string): string {
  return join(dataDir, 'companies.jsonl')
}

/** Journal of invoices' states and notes in the books, of all environments. */
export function bookJournalPath(dataDir: string): string {
  return join(dataDir, 'books.jsonl')
}

/** Folder of one environment's documents. */
export function archiveFolder(dataDir: string, environment: Environment): string {
  return join(dataDir, 'archive', environment)
}

/** Folder of the mailbox's documents: there is only one SPV, whichever environment is open. */
export function mailFolder(dataDir: string): string {
  return archiveFolder(dataDir, 'prod')
}
