import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Upload, UploadFlags } from '../../../shared/protocol/uploads.ts'
import { fold } from '../../../shared/text/search-words.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { UploadChange } from './upload-archive.ts'

type Row = Omit<Upload, 'flags' | 'invoice' | 'findings' | 'trouble' | 'seat'> & {
  flags: string
  invoice: string | null
  findings: string
  trouble: string | null
}
/** A row of `attempts`, as `UPLOAD_COLUMNS` select it. */
export type UploadRow = Row & { owner: string | null; started: number; seat: string | null }

export const UPLOAD_COLUMNS = `id, state, owner, started, sha256, size, file_name AS fileName, cui, standard, flags,
  invoice, upload_index AS uploadIndex, download_id AS downloadId, created_at AS createdAt, checked_at AS checkedAt,
  next_check_at AS nextCheckAt, findings, corrects, repeats, trouble, seat`

/** Columns and values of a whole attempt; `uploadParams` gives the params. */
const ATTEMPT_INSERT = `environment, id, state, owner, started, sha256, size, file_name, cui, standard, flags,
  invoice, upload_index, download_id, created_at, checked_at, next_check_at, findings, corrects, repeats, trouble, seat, texts`
const ATTEMPT_VALUES = `:environment, :id, :state, NULL, :started, :sha256, :size, :fileName, :cui, :standard,
  :flags, :invoice, :uploadIndex, :downloadId, :createdAt, :checkedAt, :nextCheckAt, :findings, :corrects, :repeats,
  :trouble, :seat, :texts`

/** Columns by the field of a change. */
const CHANGED: Readonly<Record<keyof UploadChange, string>> = {
  state: 'state',
  uploadIndex: 'upload_index',
  downloadId: 'download_id',
  checkedAt: 'checked_at',
  nextCheckAt: 'next_check_at',
  findings: 'findings',
  trouble: 'trouble',
}

export function toUpload({ owner: _owner, started: _started, seat, ...row }: UploadRow): Upload {
  return {
    ...row,
    flags: JSON.parse(row.flags) as UploadFlags,
    invoice: row.invoice === null ? null : (JSON.parse(row.invoice) as InvoiceSummary),
    findings: JSON.parse(row.findings) as string[],
    trouble: row.trouble === null ? null : (JSON.parse(row.trouble) as ErrorBody),
    ...(seat === null ? {} : { seat }),
  }
}

/**
 * Adds the row of an attempt. `started`: 1 if no process of this machine should send it. Returns the rows added.
 * `INSERT OR` is no way to settle a conflict: it would also apply to the statements of triggers.
 */
export const insertUpload = (
  db: Database,
  environment: Environment,
  attempt: Upload,
  started: 0 | 1,
  onConflict: '' | 'ON CONFLICT DO NOTHING' = '',
): number =>
  db.run(`INSERT INTO attempts (${ATTEMPT_INSERT}) VALUES (${ATTEMPT_VALUES}) ${onConflict}`, {
    environment,
    started,
    ...uploadParams(attempt),
  })

function uploadParams(attempt: Upload): SqlParams {
  const { flags, invoice, findings, trouble, seat = null, ...plain } = attempt
  return {
    ...plain,
    flags: JSON.stringify(flags),
    invoice: invoice && JSON.stringify(invoice),
    findings: JSON.stringify(findings),
    trouble: trouble && JSON.stringify(trouble),
    seat,
    texts: textsOf(attempt),
  }
}

/** The texts that a search looks in, folded; the upload index has its own column. */
function textsOf({ cui, fileName, invoice }: Upload): string {
  const { number, sellerName, sellerCui, buyerName, buyerCui } = invoice ?? {}
  return fold([cui, fileName, number, sellerName, sellerCui, buyerName, buyerCui].filter(Boolean).join(' '))
}

/** The `SET` clause and the params of a change; the clause is empty if nothing changes. */
export function changeParams(change: UploadChange): { set: string; params: SqlParams } {
  const { findings, trouble, ...plain } = change
  const params: SqlParams = {
    ...plain,
    ...(findings === undefined ? {} : { findings: JSON.stringify(findings) }),
    ...(trouble === undefined ? {} : { trouble: trouble && JSON.stringify(trouble) }),
  }
  const set = (Object.keys(params) as (keyof UploadChange)[]).map(name => `${CHANGED[name]} = :${name}`).join(', ')
  return { set, params }
}
