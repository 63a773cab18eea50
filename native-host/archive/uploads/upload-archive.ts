import type { Again } from '../../../shared/domain/values.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'

export type UploadQuery = Pick<Partial<Params<'uploads.list'>>, 'cui' | 'state' | 'refused' | 'search' | 'sort'> & {
  limit: number
  offset: number
}

/** An upload's data that the journal records before the first byte goes out. */
export type UploadDraft = Pick<
  Upload,
  'sha256' | 'size' | 'fileName' | 'cui' | 'standard' | 'flags' | 'invoice' | 'corrects'
>
/** The fields of an upload that become known later. */
export type UploadChange = Partial<
  Pick<Upload, 'state' | 'uploadIndex' | 'downloadId' | 'checkedAt' | 'nextCheckAt' | 'findings' | 'trouble'>
>

/**
 * Journal of uploads. Kept for good, with a second copy in a file beside the database: it keeps a document from being
 * sent twice.
 */
export type Uploads = {
  /** Stores the exact bytes to be sent and their file name; idempotent. Returns their SHA-256. */
  stage(bytes: Uint8Array, fileName: string): Promise<string>
  /** The stored bytes, checked against their hash; undefined if they are missing. */
  staged(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  /** Removes stored bytes, unless an upload still needs them or they were chosen again since. */
  unstage(sha256: string): Promise<void>
  /**
   * Records an attempt as `sending`; a process has to `claim` it. In one transaction over all processes: if the same
   * bytes were sent before (any state but `rejected` and `not-sent`) and `again` does not cover that, writes nothing and
   * returns the earlier attempt (E-06). An attempt that is being sent is returned in any case.
   */
  begin(draft: UploadDraft, again: Again): { attempt: Upload } | { earlier: Upload }
  /**
   * Claims an unfinished attempt, to send it or to check on it; undefined while another living process has it. An
   * attempt is claimed for sending only once: when its process dies, it becomes `unknown`.
   */
  claim(id: number): Upload | undefined
  release(id: number): void
  /** Whether a living process has the attempt. */
  isClaimed(id: number): boolean
  /**
   * Changes an attempt; a finished one (ok, nok, not-taken, rejected) keeps its state. False if another attempt has the
   * upload index already: one upload index belongs to one attempt.
   */
  update(id: number, change: UploadChange): Upload | false
  get(id: number): Upload | undefined
  byUploadIndex(uploadIndex: string): Upload | undefined
  /** Uploads that correct this one, the latest first. */
  correctionsOf(id: number): Upload[]
  /** The latest come first. */
  byContent(sha256: string): Upload[]
  list(query: UploadQuery): { items: Upload[]; total: number }
  /**
   * Unfinished attempts: waiting to be sent, unknown, processing, or over with a check to come (the document is not
   * archived yet). An attempt whose sender has died becomes `unknown`; one that no process claimed for five minutes
   * becomes `not-sent`, or for a day where it waits for the certificate.
   */
  open(): Upload[]
  /** `refused`: nok, rejected or not taken, and unresolved: no correction, no later upload of the invoice. */
  counts(): { open: number; unknown: number; refused: number }
}
