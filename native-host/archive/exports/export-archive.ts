import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { ArchivedDocument } from '../core/archive.ts'

export type NewExport = Pick<Export, 'area' | 'format' | 'folder' | 'fileName'> & { ids: readonly string[] }

/** A file of an export. `folder`: where it lies in the ZIP or below the chosen folder; digits. */
export type ExportedFile = { folder: string; fileName: string; bytes: Uint8Array }

/** Where the files of one export go. */
export type ExportSink = {
  put(file: ExportedFile): Promise<void>
  /** Completes the ZIP; null for a folder. */
  close(): Promise<{ size: number; sha256: string } | null>
  /** Removes an unfinished ZIP. What lies in a folder stays, and is not written again. */
  abandon(): Promise<void>
}

export type ExportProgress = { done: number; skipped: number; skips: Export['skips'] }
export type ExportOutcome =
  | { done: { size: number; sha256: string } | null }
  | { cancelled: true }
  | { error: ErrorBody }

/** Exports of one environment: rows of the database, and their ZIPs. */
export type Exports = {
  /** Records an export for a runner to take up, and removes what is older than a week. */
  begin(order: NewExport): Promise<Export>
  /** The latest first. */
  list(): Export[]
  get(id: number): Export | undefined
  remove(id: number): Promise<boolean>
  /** Ids of unfinished exports, those of living processes included. */
  unfinished(): number[]
  isClaimed(id: number): boolean
  /** Claims an unfinished export; undefined while another living process has it. */
  claim(id: number): (Export & { ids: readonly string[] }) | undefined
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Makes a cancelled or failed export unfinished again. */
  reopen(id: number): void
  setProgress(id: number, progress: ExportProgress): void
  finish(id: number, outcome: ExportOutcome): void
  /** Whether there is such a folder, by its absolute path. */
  isFolder(path: string): Promise<boolean>
  open(of: Pick<Export, 'id' | 'folder'>): Promise<ExportSink>
  /** The ZIP, checked against the row. Throws `export-file-missing` or `document-damaged`. */
  read(id: number): Promise<ArchivedDocument>
}
