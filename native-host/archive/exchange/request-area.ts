import * as v from 'valibot'
import { RequestParams } from '../../../shared/domain/requests.ts'
import { Cui, Moment, WireId } from '../../../shared/domain/values.ts'
import type { Database } from '../core/database.ts'
import { paramsText } from '../mailbox/request-rows.ts'
import type { ExchangeArea } from './exchange.ts'

const RequestBody = v.object({
  type: v.string(),
  cui: Cui,
  params: RequestParams,
  requestId: WireId,
  /** The service's announcement, word for word. */
  note: v.nullable(v.string()),
  createdAt: Moment,
  answeredAt: v.nullable(Moment),
  /** The seat that made it, if another one reports it. */
  seat: v.exactOptional(v.string()),
})

type Row = Omit<v.InferOutput<typeof RequestBody>, 'params' | 'seat'> & { params: string; seat: string | null }

/**
 * Requests for reports that SPV has taken, by the id that it gave them. A request of another seat stands in this list,
 * so that it is not made twice. Its seat looks for the report; the message comes by the exchange.
 */
export function createRequestArea(db: Database, now: () => number): ExchangeArea {
  return {
    area: 'requests',
    source: {
      table: 'requests',
      columns: 'request_id',
      environment: `''`,
      key: 'NEW.request_id',
      company: 'NEW.cui',
    },
    find(requestId) {
      const row = db.get<Row>(
        `SELECT type, cui, params, request_id AS requestId, note, created_at AS createdAt, answered_at AS answeredAt, seat
          FROM requests WHERE request_id = :requestId ORDER BY id DESC LIMIT 1`,
        { requestId },
      )
      if (!row) return undefined
      const { params, seat, ...facts } = row
      const body: v.InferOutput<typeof RequestBody> = {
        ...facts,
        params: JSON.parse(params),
        ...(seat === null ? {} : { seat }),
      }
      return { company: row.cui, body, sha256: null }
    },
    nameOf({ body }) {
      const { requestId, cui } = v.parse(RequestBody, body)
      return { key: requestId, company: cui }
    },
    holders: ({ key }) =>
      db.all<{ cui: string }>('SELECT cui FROM requests WHERE request_id = :key', { key }).map(({ cui }) => cui),
    receive({ key, body, seat }) {
      const { params, seat: maker = seat, ...theirs } = v.parse(RequestBody, body)
      if (db.get('SELECT 1 FROM requests WHERE request_id = :key', { key })) return { wanted: false }
      // Without a next check no process of this machine looks for a colleague's report.
      const row = { ...theirs, params: paramsText(params), maker, nextCheckAt: maker === null ? now() : null }
      // `started`: it was sent. In a data folder put back from a copy it may still wait for that.
      const waited = db.run(
        `UPDATE requests SET state = 'requested', started = 1, request_id = :requestId, note = :note,
            answered_at = :answeredAt, next_check_at = :nextCheckAt, trouble = NULL
          WHERE type = :type AND cui = :cui AND params = :params AND created_at = :createdAt AND seat IS :maker
            AND request_id IS NULL AND owner IS NULL`,
        row,
      )
      if (waited === 0)
        db.run(
          `INSERT INTO requests (type, cui, params, state, started, request_id, note, created_at, answered_at, seat,
              next_check_at)
            VALUES (:type, :cui, :params, 'requested', 1, :requestId, :note, :createdAt, :answeredAt, :maker,
              :nextCheckAt)`,
          row,
        )
      return { wanted: false }
    },
  }
}
