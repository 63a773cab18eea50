import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { Database, SqlParams } from '../core/database.ts'

/**
 * E-17: a company's sent and received entries with one upload index are one self-billed document. Lists show one of the
 * two. Both functions work within the caller's transaction.
 */
export type Twins = {
  /** Pairs a new entry with the known one of the other direction, if any; returns that one's id. */
  pair(entry: ListedMessage): string | undefined
  /** Shows an entry that has just been archived, unless its twin is archived already. */
  showArchived(id: string, twinId: string): void
}

export function createTwins(db: Database, environment: Environment): Twins {
  const update = (id: string, set: string, params: SqlParams = {}) =>
    db.run(`UPDATE messages SET ${set} WHERE environment = :environment AND id = :id`, { environment, id, ...params })

  return {
    pair({ id, cui, uploadIndex, kind }) {
      const other = kind === 'sent' ? 'received' : kind === 'received' ? 'sent' : undefined
      if (!other) return undefined
      const twin = db.get<{ id: string }>(
        `SELECT id FROM messages WHERE environment = :environment AND upload_index = :uploadIndex AND cui = :cui
          AND kind = :other AND twin_id IS NULL`,
        { environment, uploadIndex, cui, other },
      )
      if (!twin) return undefined
      update(id, 'twin_id = :twinId, shown = 0', { twinId: twin.id })
      update(twin.id, 'twin_id = :twinId', { twinId: id })
      return twin.id
    },
    showArchived(id, twinId) {
      const twin = db.get<{ state: string; seen: number }>(
        'SELECT state, seen FROM messages WHERE environment = :environment AND id = :twinId',
        { environment, twinId },
      )
      if (twin?.state === 'archived') {
        // The second entry brings nothing new to read.
        update(id, 'seen = max(seen, :seen)', { seen: twin.seen })
        return
      }
      update(id, 'shown = 1')
      update(twinId, 'shown = 0')
    },
  }
}
