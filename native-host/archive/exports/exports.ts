import { extname, join } from 'node:path'
import type { Environment } from '../../../shared/domain/values.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import { mediaTypeOf } from '../../../shared/text/media-type.ts'
import { type Disk, personDisk } from '../../process/disk.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database } from '../core/database.ts'
import { sha256Of } from '../store/hash.ts'
import type { Exports } from './export-archive.ts'
import { isFolder, openFile, openFolder, openZip } from './export-files.ts'

/** How long an export and its file are kept, ms. */
const KEPT = 7 * 24 * 60 * 60 * 1000

type Row = Omit<Export, 'state' | 'skips' | 'error'> & {
  state: 'unfinished' | 'done' | 'failed' | 'cancelled'
  owner: string | null
  skips: string
  error: string | null
}

const COLUMNS = `id, area, format, folder, file_name AS fileName, state, owner, total, done, skipped, skips, size, sha256,
  created_at AS createdAt, ended_at AS endedAt, error`

type Options = {
  db: Database
  owner: Owner
  disk: Disk
  /** Folder of the files. */
  folder: string
  environment: Environment
  now: () => number
}

export function createExports({ db, owner, disk, folder, environment, now }: Options): Exports {
  const rowOf = (id: number) =>
    db.get<Row>(`SELECT ${COLUMNS} FROM exports WHERE id = :id AND environment = :environment`, { id, environment })
  const pathOf = ({ id, fileName }: Pick<Export, 'id' | 'fileName'>) => join(folder, `${id}${extname(fileName)}`)

  const toExport = ({ owner: by, state, skips, error, ...row }: Row): Export => ({
    ...row,
    skips: JSON.parse(skips) as Export['skips'],
    error: error === null ? null : (JSON.parse(error) as ErrorBody),
    state: state !== 'unfinished' ? state : owner.isAlive(by) ? 'running' : 'interrupted',
  })
  const known = (id: number): Export => {
    const row = rowOf(id)
    if (!row) throw new RecipisaError('export-unknown', { id })
    return toExport(row)
  }
  const remove = async (id: number) => {
    // Includes files that an ended process left unfinished.
    for (const name of await disk.list(folder)) if (name.startsWith(`${id}.`)) await disk.remove(join(folder, name))
    return db.run('DELETE FROM exports WHERE id = :id AND environment = :environment', { id, environment }) > 0
  }
  const removeOld = async () => {
    const old = db.all<{ id: number }>(
      `SELECT id FROM exports WHERE environment = :environment AND state <> 'unfinished' AND created_at < :before`,
      { environment, before: now() - KEPT },
    )
    for (const { id } of old) await remove(id)
  }

  return {
    async begin({ ids, ...order }) {
      await removeOld()
      const row = db.durable(() =>
        db.get<{ id: number }>(
          `INSERT INTO exports (environment, area, format, folder, file_name, ids, locale, total, created_at)
            VALUES (:environment, :area, :format, :folder, :fileName, :ids, :locale, :total, :now) RETURNING id`,
          { environment, ...order, ids: JSON.stringify(ids), total: ids.length, now: now() },
        ),
      )
      return known(row?.id ?? 0)
    },
    list: () =>
      db
        .all<Row>(`SELECT ${COLUMNS} FROM exports WHERE environment = :environment ORDER BY id DESC`, { environment })
        .map(toExport),
    get(id) {
      const row = rowOf(id)
      return row && toExport(row)
    },
    remove,
    unfinished: () =>
      db
        .all<{ id: number }>(
          `SELECT id FROM exports WHERE environment = :environment AND state = 'unfinished' ORDER BY id`,
          { environment },
        )
        .map(({ id }) => id),
    isClaimed: id => owner.isAlive(rowOf(id)?.owner ?? null),
    claim: id =>
      db.transaction(() => {
        const row = rowOf(id)
        if (row?.state !== 'unfinished' || owner.isAlive(row.owner)) return undefined
        owner.claim('exports', id)
        const ordered = db.get<{ ids: string; locale: Locale }>('SELECT ids, locale FROM exports WHERE id = :id', {
          id,
        })
        return { ...known(id), ids: JSON.parse(ordered?.ids ?? '[]') as string[], locale: ordered?.locale ?? 'ro' }
      }),
    requestCancel(id) {
      db.run(`UPDATE exports SET cancel = 1 WHERE id = :id AND state = 'unfinished'`, { id })
    },
    cancelRequested: id =>
      db.get<{ cancel: number }>('SELECT cancel FROM exports WHERE id = :id', { id })?.cancel !== 0,
    reopen(id) {
      db.durable(() =>
        db.run(
          `UPDATE exports SET state = 'unfinished', owner = NULL, cancel = 0, ended_at = NULL, error = NULL
            WHERE id = :id AND state IN ('failed', 'cancelled')`,
          { id },
        ),
      )
    },
    setProgress(id, { done, skipped, skips }) {
      db.run(
        `UPDATE exports SET done = :done, skipped = :skipped, skips = :skips WHERE id = :id AND state = 'unfinished'`,
        { id, done, skipped, skips: JSON.stringify(skips) },
      )
    },
    finish(id, outcome) {
      const made = 'done' in outcome ? outcome.done : null
      db.durable(() =>
        db.run(
          `UPDATE exports SET state = :state, file_name = coalesce(:fileName, file_name), size = :size, sha256 = :sha256,
              error = :error, ended_at = :now, owner = NULL
            WHERE id = :id AND state = 'unfinished'`,
          {
            id,
            now: now(),
            state: 'done' in outcome ? 'done' : 'cancelled' in outcome ? 'cancelled' : 'failed',
            fileName: made?.fileName ?? null,
            size: made?.size ?? null,
            sha256: made?.sha256 ?? null,
            error: 'error' in outcome ? JSON.stringify(outcome.error) : null,
          },
        ),
      )
    },
    isFolder,
    async open({ id, folder: chosen, fileName }) {
      if (chosen !== null) return openFolder(personDisk, chosen)
      await disk.makePrivate(folder)
      const stem = join(folder, String(id))
      return extname(fileName) === '.zip' ? openZip(disk, stem, fileName) : openFile(disk, stem, fileName)
    },
    async read(id) {
      const { state, fileName, sha256 } = known(id)
      const path = pathOf({ id, fileName })
      const bytes = state === 'done' && sha256 !== null ? await disk.read(path) : undefined
      if (!bytes || sha256 === null) throw new RecipisaError('export-file-missing', { id })
      if (sha256Of(bytes) !== sha256) throw new RecipisaError('document-damaged', { path })
      return { fileName, mediaType: mediaTypeOf(fileName), bytes, sha256 }
    },
  }
}
