import type { Environment } from '../../../shared/domain/values.ts'
import type { Agreement, AgreementRow } from '../../../shared/protocol/invoices/ledgers.ts'
import type { Database } from '../core/database.ts'
import type { Agreements } from './books-archive.ts'

/** How many comparisons to keep: each can be made again from its ledger. */
const KEPT = 20

export function createAgreements(db: Database, environment: Environment): Agreements {
  return {
    put: (facts, rows) =>
      db.transaction(() => {
        db.run('INSERT INTO agreements (environment, agreement) VALUES (:environment, :facts)', {
          environment,
          facts: JSON.stringify(facts),
        })
        const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0
        rows.forEach((row, n) => {
          db.run('INSERT INTO agreement_rows (agreement, n, finding, row) VALUES (:id, :n, :finding, :row)', {
            id,
            n,
            finding: row.finding,
            row: JSON.stringify(row),
          })
        })
        db.run('DELETE FROM agreement_rows WHERE agreement <= :old', { old: id - KEPT })
        db.run('DELETE FROM agreements WHERE id <= :old', { old: id - KEPT })
        return { id, ...facts }
      }),
    get(id) {
      const row = db.get<{ facts: string }>(
        'SELECT agreement AS facts FROM agreements WHERE environment = :environment AND id = :id',
        { environment, id },
      )
      return row && { id, ...(JSON.parse(row.facts) as Omit<Agreement, 'id'>) }
    },
    rows(id, { only, limit, offset }) {
      const where = `agreement = :id ${only === undefined ? '' : 'AND finding = :only'}`
      const params = { id, ...(only === undefined ? {} : { only }) }
      const items = db.all<{ row: string }>(
        `SELECT row FROM agreement_rows WHERE ${where} ORDER BY n LIMIT :limit OFFSET :offset`,
        { ...params, limit, offset },
      )
      const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM agreement_rows WHERE ${where}`, params)
      return { items: items.map(({ row }) => JSON.parse(row) as AgreementRow), total: row?.total ?? 0 }
    },
  }
}
