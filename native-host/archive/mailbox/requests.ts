import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { NoticeBook } from '../core/notices.ts'
import type { Requests } from './mailbox-archive.ts'
import { createPresets } from './presets.ts'
import {
  IS_OPEN,
  paramsText,
  REQUEST_COLUMNS,
  REQUEST_TABLES,
  type RequestRow,
  requestChange,
  toRequest,
} from './request-rows.ts'

/** Longest stored announcement or objection, characters. */
const LONGEST_NOTE = 2000

type Options = { db: Database; owner: Owner; notices: NoticeBook; environment: Environment; now: () => number }

/** Requests for reports, and the messages that answer them. */
export function createRequests({ db, owner, notices, environment, now }: Options): Requests {
  const select = (where: string, params: SqlParams, rest = 'ORDER BY requests.id DESC'): RequestRow[] =>
    db
      .all<RequestRow>(`SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_TABLES} WHERE ${where} ${rest}`, {
        environment,
        ...params,
      })
      .map(row => ({ ...row }))
  const known = (id: number): RequestRow => {
    const [row] = select('requests.id = :id', { id })
    if (!row) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such request' })
    return row
  }
  const count = (where: string, params: SqlParams = {}) =>
    db.get<{ total: number }>(`SELECT count(*) AS total FROM ${REQUEST_TABLES} WHERE ${where}`, params)?.total ?? 0

  /** Requests whose sender has died are `unknown`: their first byte may have gone out. */
  const settleAbandoned = () => {
    const isAbandoned = (row: RequestRow) => row.started === 1 && !owner.isAlive(row.owner)
    const sending = () => select(`requests.state = 'sending' AND requests.started = 1`, {})
    // Most of the time there is nothing to settle, so nothing to write.
    if (!sending().some(isAbandoned)) return
    const trouble = JSON.stringify(toErrorBody(new RecipisaError('request-unknown')))
    db.durable(() => {
      for (const { id } of sending().filter(isAbandoned))
        db.run(
          `UPDATE requests SET state = 'unknown', owner = NULL, next_check_at = NULL, trouble = :trouble WHERE id = :id`,
          { id, trouble },
        )
    })
  }

  const presets = createPresets(db, now)

  /**
   * The latest request of the same type, company and params, if an answer can still come. One that was not sent says
   * nothing about those before it.
   */
  const openOf = (type: string, cui: string, params: string): ReportRequest | undefined => {
    const [latest] = select(
      `requests.type = :type AND requests.cui = :cui AND requests.params = :params AND requests.state <> 'not-sent'`,
      { type, cui, params },
    )
    const request = latest && toRequest(latest)
    const canBeAnswered = request && ['sending', 'requested', 'delivered', 'unknown'].includes(request.state)
    return canBeAnswered && latest.mailState !== 'refused' ? request : undefined
  }

  return {
    begin: (draft, again) =>
      db.durable(() => {
        const params = paramsText(draft.params)
        const cuis = [...new Set(draft.cuis)]
        const [open] = again ? [] : cuis.flatMap(cui => openOf(draft.type, cui, params) ?? [])
        if (open) return { open }
        const ids = cuis.map(cui => {
          const row = db.get<{ id: number }>(
            `INSERT INTO requests (type, cui, params, state, created_at) VALUES (:type, :cui, :params, 'sending', :now)
              RETURNING id`,
            { type: draft.type, cui, params, now: now() },
          )
          if (!row) throw new Error('the new request has no row')
          return row.id
        })
        presets.used(draft.type, params)
        return { requests: ids.map(id => toRequest(known(id))) }
      }),
    claim: id =>
      db.durable(() => {
        const row = known(id)
        if (row.state !== 'sending' || row.started === 1 || owner.isAlive(row.owner)) return undefined
        owner.claim('requests', id)
        db.run('UPDATE requests SET started = 1 WHERE id = :id', { id })
        return toRequest(row)
      }),
    release: id => owner.release('requests', id),
    isClaimed: id => owner.isAlive(known(id).owner),
    putBack(id, nextCheckAt, trouble) {
      db.durable(() =>
        db.run(
          `UPDATE requests SET owner = NULL, started = 0, next_check_at = :nextCheckAt, trouble = :trouble
            WHERE id = :id AND owner = :owner AND state = 'sending'`,
          { id, owner: owner.id, nextCheckAt, trouble: trouble && JSON.stringify(trouble) },
        ),
      )
    },
    postpone(nextCheckAt, trouble) {
      db.durable(() =>
        db.run(
          `UPDATE requests SET next_check_at = :nextCheckAt, trouble = :trouble WHERE state = 'sending' AND started = 0`,
          { nextCheckAt, trouble: JSON.stringify(trouble) },
        ),
      )
    },
    update: (id, change) =>
      db.durable(() => {
        const note = change.note === undefined ? {} : { note: change.note?.slice(0, LONGEST_NOTE) ?? null }
        const { set, params } = requestChange({ ...change, ...note })
        if (set !== '') db.run(`UPDATE requests SET ${set} WHERE id = :id`, { id, ...params })
        // SPV gives an id once, so a colleague's request of another company was wrong.
        if (change.requestId)
          db.run(
            `DELETE FROM requests WHERE request_id = :requestId AND seat IS NOT NULL
              AND cui <> (SELECT cui FROM requests WHERE id = :id)`,
            { id, requestId: change.requestId },
          )
        // The report can be archived before the answer to its request is recorded.
        if (change.requestId) notices.report(change.requestId)
        return toRequest(known(id))
      }),
    get(id) {
      settleAbandoned()
      const [row] = select('requests.id = :id', { id })
      return row && toRequest(row)
    },
    ofIds(ids) {
      settleAbandoned()
      const these = 'requests.id IN (SELECT value FROM json_each(:ids))'
      return select(these, { ids: JSON.stringify(ids) }, 'ORDER BY requests.id').map(toRequest)
    },
    list({ cui, open, limit, offset }) {
      settleAbandoned()
      const where = ['TRUE', ...(cui ? ['requests.cui = :cui'] : []), ...(open ? [IS_OPEN] : [])].join(' AND ')
      const params = cui ? { cui } : {}
      const page = 'ORDER BY requests.id DESC LIMIT :limit OFFSET :offset'
      return { items: select(where, { ...params, limit, offset }, page).map(toRequest), total: count(where, params) }
    },
    open() {
      settleAbandoned()
      return select(IS_OPEN, {}, `ORDER BY requests.state = 'requested', requests.id`).map(toRequest)
    },
    openCount: () => count(IS_OPEN),
    wake: () =>
      db.run(
        `UPDATE requests SET next_check_at = :now WHERE trouble IS NOT NULL AND next_check_at > :now
          AND (state = 'sending' OR state = 'requested')
          AND json_extract(trouble, '$.code') IN ('auth-required', 'session-expired')`,
        { now: now() },
      ),
    presets: presets.list,
    setFavourite: (type, params, favourite) => presets.setFavourite(type, paramsText(params), favourite),
  }
}
