import type { Register } from '../../../shared/domain/registers.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database } from '../core/database.ts'
import type { AnsweredPage, AsyncQuestion, AsyncQuestions } from './register-archive.ts'

/** How long the authority keeps a result, ms (P-07); older results are lost. */
const KEPT = 3 * 24 * 60 * 60 * 1000

type Row = Omit<AsyncQuestion, 'cuis'> & { cuis: string; owner: string | null }
type StoreAnswers = (register: Register, day: string, page: AnsweredPage) => void

/** Questions to the asynchronous service. `store` writes answers within the caller's transaction. */
export function createAsyncQuestions(
  db: Database,
  owner: Owner,
  store: StoreAnswers,
  now: () => number,
): AsyncQuestions {
  return {
    add: ({ correlationId, day, cuis, submittedAt }) =>
      db.durable(() => {
        owner.holds()
        db.run('DELETE FROM async_questions WHERE submitted_at < :before', { before: now() - KEPT })
        db.run(
          `INSERT OR REPLACE INTO async_questions (correlation_id, day, cuis, submitted_at, owner)
            VALUES (:correlationId, :day, :cuis, :submittedAt, :owner)`,
          { correlationId, day, cuis: JSON.stringify(cuis), submittedAt, owner: owner.id },
        )
      }),
    adopt: day =>
      db.transaction(() => {
        const rows = db
          .all<Row>(
            `SELECT correlation_id AS correlationId, day, cuis, submitted_at AS submittedAt, owner
              FROM async_questions WHERE day = :day AND submitted_at >= :since ORDER BY submitted_at`,
            { day, since: now() - KEPT },
          )
          .filter(row => !owner.isAlive(row.owner))
        if (rows.length > 0) owner.holds()
        return rows.map(({ owner: _dead, cuis, ...row }) => {
          db.run('UPDATE async_questions SET owner = :owner WHERE correlation_id = :id', {
            owner: owner.id,
            id: row.correlationId,
          })
          return { ...row, cuis: JSON.parse(cuis) as string[] }
        })
      }),
    release(correlationId) {
      owner.releaseBy(
        'UPDATE async_questions SET owner = NULL WHERE correlation_id = :correlationId AND owner = :owner',
        {
          correlationId,
          owner: owner.id,
        },
      )
    },
    settle: ({ correlationId, day }, page) =>
      db.durable(() => {
        if (page) store('vat', day, page)
        db.run('DELETE FROM async_questions WHERE correlation_id = :correlationId', { correlationId })
      }),
  }
}
