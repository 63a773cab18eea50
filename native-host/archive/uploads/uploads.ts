import type { ApiAccess } from '../../../shared/domain/access.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload, UploadState } from '../../../shared/protocol/uploads.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { type FollowedJournal, followJournal } from '../core/followed-journal.ts'
import type { UploadJournal, UploadLine } from '../core/journal.ts'
import {
  createJournaledAttempts,
  type Patience,
  restoreAttempts,
  WAITS_FOR_SENDER,
} from '../core/journaled-attempts.ts'
import type { NoticeBook } from '../core/notices.ts'
import type { ContentKind, ContentStore } from '../store/content-store.ts'
import { REFUSED_UPLOAD } from '../today/unresolved.ts'
import type { UploadChange, Uploads } from './upload-archive.ts'
import { orderOf, rowsOf, uploadConditions } from './upload-query.ts'
import { changeParams, insertUpload, toUpload, UPLOAD_COLUMNS, type UploadRow } from './upload-rows.ts'

/** Final states. */
const OVER: ReadonlySet<string> = new Set<UploadState>(['ok', 'nok', 'not-taken', 'rejected'])
/** Fields that a new database must learn from the journal. */
const JOURNALED = ['state', 'uploadIndex', 'downloadId', 'findings'] as const
const NOT_OVER = `(state IN ('sending', 'unknown', 'processing') OR next_check_at IS NOT NULL)`

/**
 * With the certificate, an upload waits while nobody shows it, and behind other uploads. After days the person may have
 * filed the document in another way.
 */
const WAITS_FOR_CERTIFICATE: Patience = { lasts: 86_400_000, reason: 'upload-waited-too-long' }

/** Bytes to upload, kept while an attempt needs them. */
export const stagedUploads = (environment: Environment): ContentKind => ({
  folder: `staged/${environment}`,
  ending: 'xml',
  table: 'staged',
  at: 'staged_at',
  environment,
  needed: `SELECT 1 FROM attempts WHERE attempts.environment = :environment AND attempts.sha256 = staged.sha256
    AND (attempts.state <> 'ok' OR attempts.next_check_at IS NOT NULL)`,
})

type Options = {
  db: Database
  owner: Owner
  journal: FollowedJournal<UploadLine>
  staged: ContentStore
  notices: Pick<NoticeBook, 'upload'>
  environment: Environment
  access: ApiAccess
  now: () => number
}

/** Uploads of one environment. */
export function createUploads(options: Options): Uploads {
  const { db, owner, journal, staged, notices, environment, access, now } = options
  const select = (where: string, params: SqlParams, rest = 'ORDER BY id DESC', from = 'attempts'): UploadRow[] =>
    db
      .all<UploadRow>(`SELECT ${UPLOAD_COLUMNS} FROM ${from} WHERE environment = :environment AND ${where} ${rest}`, {
        environment,
        ...params,
      })
      .map(row => ({ ...row }))
  const count = (where: string, params: SqlParams): number =>
    db.get<{ count: number }>(`SELECT ${countOf(where)} AS count`, { environment, ...params })?.count ?? 0
  const attempts = createJournaledAttempts<UploadRow, Upload, UploadChange>({
    db,
    owner,
    now,
    table: 'attempts',
    patience: access === 'certificate' ? WAITS_FOR_CERTIFICATE : WAITS_FOR_SENDER,
    find: id => select('id = :id', { id })[0],
    withContent: sha256 => select('sha256 = :sha256', { sha256 }),
    unfinished: () => select(NOT_OVER, {}, 'ORDER BY id', 'attempts INDEXED BY attempts_open'),
    toAttempt: toUpload,
    writeRow(id, change) {
      const { set, params } = changeParams(change)
      if (set !== '') db.run(`UPDATE attempts SET ${set} WHERE id = :id`, { id, ...params })
    },
    journaled: JOURNALED,
    appendToJournal: attempt => journal.append({ environment, attempt }),
    isOver: state => OVER.has(state),
    unknownId: id => new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such upload' }),
  })

  return {
    stage: staged.put,
    staged: staged.get,
    async unstage(sha256) {
      const isNeeded = select(`sha256 = :sha256 AND state <> 'ok'`, { sha256 }).length > 0
      // A person who is asked about the same file has chosen it since the last attempt.
      const isChosenAgain = db.get(
        `SELECT 1 FROM staged WHERE environment = :environment AND sha256 = :sha256 AND staged_at >
          (SELECT max(created_at) FROM attempts WHERE environment = :environment AND sha256 = :sha256)`,
        { environment, sha256 },
      )
      if (!isNeeded && !isChosenAgain) await staged.remove(sha256)
    },
    begin: (draft, again) =>
      journal.recording(() => {
        const earlier = attempts.earlier(draft.sha256, again)
        if (earlier) return { earlier }
        const attempt: Upload = {
          ...draft,
          id: attempts.nextId(),
          state: 'sending',
          uploadIndex: null,
          downloadId: null,
          createdAt: now(),
          checkedAt: null,
          nextCheckAt: null,
          findings: [],
          repeats: attempts.sentBefore(draft.sha256)[0]?.id ?? null,
          trouble: null,
        }
        insertUpload(db, environment, attempt, 0)
        journal.append({ environment, attempt })
        return { attempt }
      }),
    claim: id => attempts.claim(id),
    release: attempts.release,
    isClaimed: attempts.isClaimed,
    update: (id, change) =>
      db.durable(() => {
        const before = attempts.known(id)
        if (change.uploadIndex) {
          const other = select('upload_index = :uploadIndex', { uploadIndex: change.uploadIndex })[0]
          if (other && other.id !== id) {
            // The authority gives an index once, so a colleague's upload of another company does not have it.
            if (other.seat === null || other.cui === before.cui) return false
            attempts.write(other.id, { state: 'unknown', uploadIndex: null, downloadId: null, nextCheckAt: now() })
          }
        }
        const after = attempts.change(before, change)
        if (after.state !== before.state && OVER.has(after.state))
          notices.upload(after, after.state === 'ok' ? 'filing-valid' : 'filing-errors')
        return after
      }),
    get(id) {
      const [row] = select('id = :id', { id })
      return row && toUpload(row)
    },
    byUploadIndex(uploadIndex) {
      const row = select('upload_index = :uploadIndex', { uploadIndex })[0]
      return row && toUpload(row)
    },
    correctionsOf: id => select('corrects = :id', { id }).map(toUpload),
    byContent: sha256 => select('sha256 = :sha256', { sha256 }).map(toUpload),
    list(query) {
      const { where, params } = uploadConditions(query, now())
      const { limit, offset } = query
      const page = `${orderOf(query)} LIMIT :limit OFFSET :offset`
      const items = select(where, { ...params, limit, offset }, page, rowsOf(query))
      // A page that is not full tells the number of all.
      const isLast = items.length < limit && (items.length > 0 || offset === 0)
      const total = isLast ? offset + items.length : count(where, params)
      return { items: items.map(toUpload), total }
    },
    open: attempts.open,
    counts() {
      const row = db.get<{ open: number; unknown: number; refused: number }>(
        `SELECT ${countOf(`state IN ('sending', 'unknown', 'processing')`)} AS open,
          ${countOf(`state = 'unknown'`)} AS unknown, ${countOf(REFUSED_UPLOAD)} AS refused`,
        { environment },
      )
      return { open: row?.open ?? 0, unknown: row?.unknown ?? 0, refused: row?.refused ?? 0 }
    },
  }
}

/** SQL: how many uploads of the environment the condition holds for. */
const countOf = (condition: string): string =>
  `(SELECT count(*) FROM attempts WHERE environment = :environment AND ${condition})`

/** The journal of all uploads, for a database that lacks some of them or their latest states. */
export function followUploads(db: Database, journal: UploadJournal): FollowedJournal<UploadLine> {
  return followJournal({
    ...{ db, table: 'attempts', journal, idOf: ({ attempt }) => attempt.id },
    restore(lines, isOlder) {
      restoreAttempts(
        {
          ...{ db, table: 'attempts', isOver: state => OVER.has(state) },
          number: `environment || '/' || upload_index`,
          withoutNumber: 'upload_index = NULL, download_id = NULL',
        },
        lines.map(({ environment, attempt }) => {
          const { id, createdAt, state, uploadIndex, downloadId, findings } = attempt
          return {
            ...{ id, createdAt, state },
            number: uploadIndex && `${environment}/${uploadIndex}`,
            change: changeParams({ state, uploadIndex, downloadId, findings }),
            insert(hasNumber) {
              const lost = hasNumber ? {} : ({ state: 'unknown', uploadIndex: null, downloadId: null } as const)
              // `started`: it may have been sent, and no process is sending it any more.
              insertUpload(db, environment, { ...attempt, ...lost }, 1, 'ON CONFLICT DO NOTHING')
            },
          }
        }),
        isOlder,
      )
    },
  })
}
