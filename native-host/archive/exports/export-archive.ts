import type { Locale } from '../../../shared/errors/codes.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { ArchivedDocument } from '../core/archive.ts'

type Ordered = { ids: readonly string[]; locale: Locale }
export type NewExport = Pick<Export, 'area' | 'format' | 'folder' | 'fileName'> & Ordered
/** An export that this process works on. */
export type ClaimedExport = Export & Ordered

/** A file of an export. `folder`: the company's folder in the ZIP or below the chosen folder, digits; null for none. */
export type ExportedFile = { folder: string | null; fileName: string; bytes: Uint8Array }

/** Destination of one export's files. */
export type ExportSink = {
  put(file: ExportedFile): Promise<void>
  /** Completes the one file; null for a folder. */
  close(): Promise<WholeFile | null>
  /** Removes an unfinished file. Files in a folder stay, and are not written again. */
  abandon(): Promise<void>
}

/** The one file of an export, kept until someone has it. */
export type WholeFile = { fileName: string; size: number; sha256: string }

export type ExportProgress = { done: number; skipped: number; skips: Export['skips'] }
export type ExportOutcome = { done: WholeFile | null } | { cancelled: true } | { error: ErrorBody }

/** Exports of one environment: rows of the database, and their files. */
export type Exports = {
  /** Records an export for a runner to take up, and removes exports older than a week. */
  begin(order: NewExport): Promise<Export>
  /** The latest come first. */
  list(): Export[]
  get(id: number): Export | undefined
  remove(id: number): Promise<boolean>
  /** Ids of unfinished exports, including those of living processes. */
  unfinished(): number[]
  isClaimed(id: number): boolean
  /** Claims an unfinished export; undefined while another living process has it. */
  claim(id: number): ClaimedExport | undefined
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Makes a cancelled or failed export unfinished again. */
  reopen(id: number): void
  setProgress(id: number, progress: ExportProgress): void
  finish(id: number, outcome: ExportOutcome): void
  /** Whether the folder at this absolute path exists. */
  isFolder(path: string): Promise<boolean>
  open(of: Pick<Export, 'id' | 'folder' | 'fileName'>): Promise<ExportSink>
  /** The file, checked against the row. Throws `export-file-missing` or `document-damaged`. */
  read(id: number): Promise<ArchivedDocument>
}
