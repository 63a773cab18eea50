import * as v from 'valibot'
import type { Environment } from '../../../shared/domain/values.ts'
import { Upload } from '../../../shared/protocol/uploads.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { UploadJournal } from '../core/journal.ts'
import { nextAttemptId } from '../core/journaled-attempts.ts'
import { changeParams, insertUpload, toUpload, UPLOAD_COLUMNS, type UploadRow } from '../uploads/upload-rows.ts'
import type { ExchangeArea } from './exchange.ts'
import { FILED_FIRST, isNews, OPEN, wasNotFiled } from './filing-news.ts'

/** How long the seat that filed may look up the outcome before another seat does, ms. */
const HEAD_START = 3_600_000
/** States that others learn about: the authority has the document, or may have it. */
const SHARED: ReadonlySet<string> = new Set(['unknown', 'processing', 'ok', 'nok', 'not-taken'])

type Options = {
  db: Database
  journal: UploadJournal
  environment: Environment
  now: () => number
}

/**
 * Uploads by content. An upload of another seat also stands in this journal, so that its bytes are not sent from here,
 * with or without the network. An outcome that nobody knows yet can be found out here.
 */
export function createUploadArea({ db, journal, environment, now }: Options): ExchangeArea {
  const latest = (sha256: string, of: string, and = '', params: SqlParams = {}) =>
    db.get<UploadRow>(
      `SELECT ${UPLOAD_COLUMNS} FROM attempts
        WHERE environment = :of AND sha256 = :sha256 ${and} ${FILED_FIRST('state', 'id')} LIMIT 1`,
      { of, sha256, ...params },
    )
  /** Leaves out uploads still being sent: if another seat has filed the same, this one is about to learn that. */
  const latestFiled = (sha256: string, and = '', params: SqlParams = {}) =>
    latest(sha256, environment, `AND state <> 'sending' ${and}`, params)
  const numbered = (uploadIndex: string | null) =>
    db.get<{ cui: string }>(
      'SELECT cui FROM attempts WHERE environment = :environment AND upload_index = :uploadIndex',
      { environment, uploadIndex },
    )
  return {
    area: 'uploads',
    source: {
      table: 'attempts',
      columns: 'state, upload_index, download_id',
      environment: 'NEW.environment',
      key: 'NEW.sha256',
      company: 'NEW.cui',
    },
    find(sha256, of) {
      const row = latest(sha256, of)
      if (!row) return undefined
      const {
        id: _id,
        nextCheckAt: _next,
        checkedAt: _checked,
        corrects: _corrects,
        repeats: _repeats,
        ...body
      } = toUpload(row)
      return { company: row.cui, body, sha256: null }
    },
    nameOf({ body }) {
      const { sha256, cui } = v.parse(v.pick(Upload, ['sha256', 'cui']), body)
      return { key: sha256, company: cui }
    },
    holders({ key, body }) {
      const { uploadIndex } = v.parse(v.pick(Upload, ['uploadIndex']), body)
      const filed = latestFiled(key)
      return [numbered(uploadIndex), filed && !wasNotFiled(filed) ? filed : undefined].flatMap(row => row?.cui ?? [])
    },
    receive({ key, body, seat }) {
      const theirs = v.parse(v.omit(Upload, ['id', 'nextCheckAt', 'checkedAt', 'corrects', 'repeats']), body)
      if (!SHARED.has(theirs.state)) return { wanted: false }
      const { state, uploadIndex, downloadId, findings } = theirs
      const maker = theirs.seat ?? seat
      const nextCheckAt = OPEN.has(state) ? now() + (maker === null ? 0 : HEAD_START) : null
      const row = latestFiled(key)
      if (row && !wasNotFiled(row)) {
        const ours = { state: row.state, number: row.uploadIndex }
        if (!isNews(ours, { state, number: uploadIndex })) return { wanted: false }
        const { set, params } = changeParams({ state, uploadIndex, downloadId, findings, nextCheckAt, trouble: null })
        db.run(`UPDATE attempts SET ${set} WHERE id = :id`, { id: row.id, ...params })
        const changed = latestFiled(key)
        if (changed) journal.append({ environment, attempt: toUpload(changed) })
        return { wanted: false }
      }
      // The seat's own attempt, as it was sent before this archive learnt that nothing was filed.
      const isEarlier =
        seat === null && latestFiled(key, 'AND created_at = :at', { at: theirs.createdAt }) !== undefined
      if (numbered(uploadIndex) || isEarlier) return { wanted: false }
      const attempt: Upload = {
        ...theirs,
        ...(maker === null ? {} : { seat: maker }),
        id: nextAttemptId(db, 'attempts'),
        checkedAt: null,
        nextCheckAt,
        corrects: null,
        repeats: null,
      }
      // `started`: it was sent, and no process of this machine is to send it.
      insertUpload(db, environment, attempt, 1)
      journal.append({ environment, attempt })
      return { wanted: false }
    },
  }
}
