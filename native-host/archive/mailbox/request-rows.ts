import { RequestParams } from '../../../shared/domain/requests.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { ReportRequest, RequestState } from '../../../shared/protocol/requests.ts'
import { nameOf } from '../core/companies.ts'
import type { SqlParams } from '../core/database.ts'
import type { RequestChange } from './mailbox-archive.ts'

/** A row of `requests` with the message that answers it, as `REQUEST_COLUMNS` of `REQUEST_TABLES` select it. */
export type RequestRow = Omit<ReportRequest, 'params' | 'trouble' | 'seat'> & {
  seat: string | null
  params: string
  trouble: string | null
  owner: string | null
  started: number
  mailState: MailboxItem['state'] | null
  refusal: string | null
}

/** S-08: the message that answers a request carries the request's id. */
export const REQUEST_TABLES = `requests LEFT JOIN mail
  ON mail.n = (SELECT min(n) FROM mail WHERE mail.request_id = requests.request_id)`

export const REQUEST_COLUMNS = `requests.id, requests.type, requests.cui, ${nameOf('requests.cui')} AS companyName,
  requests.params, requests.state, requests.owner, requests.started, requests.request_id AS requestId,
  mail.id AS messageId, mail.state AS mailState, mail.note AS refusal, mail.recorded_at AS deliveredAt, requests.note,
  requests.created_at AS createdAt, requests.answered_at AS answeredAt, requests.next_check_at AS nextCheckAt,
  requests.trouble, requests.seat`

/** SQL: an answer to the request can still come. */
export const IS_OPEN = `(requests.state = 'sending'
  OR (requests.state = 'requested' AND coalesce(mail.state, '') NOT IN ('archived', 'refused')))`

export function toRequest(row: RequestRow): ReportRequest {
  const { owner: _owner, started: _started, mailState, refusal, seat, ...request } = row
  const isOver = mailState === 'archived' || mailState === 'refused'
  return {
    ...request,
    params: JSON.parse(row.params) as RequestParams,
    state: stateOf(row),
    nextCheckAt: isOver ? null : row.nextCheckAt,
    trouble: failureClassOf(row),
    ...(seat === null ? {} : { seat }),
  }
}

function stateOf({ state, mailState }: RequestRow): RequestState {
  if (state !== 'requested' || mailState === null) return state
  return mailState === 'archived' ? 'archived' : 'delivered'
}

function failureClassOf({ trouble, mailState, refusal }: RequestRow): ErrorBody | null {
  if (mailState === 'archived') return null
  if (mailState === 'refused') return toErrorBody(new RecipisaError('authority-note', { note: refusal ?? '' }))
  return trouble === null ? null : (JSON.parse(trouble) as ErrorBody)
}

/** Columns by the field of a change. */
const CHANGED: Readonly<Record<keyof RequestChange, string>> = {
  state: 'state',
  requestId: 'request_id',
  note: 'note',
  answeredAt: 'answered_at',
  nextCheckAt: 'next_check_at',
  trouble: 'trouble',
}

/** The `SET` clause and the params of a change; the clause is empty if nothing changes. */
export function requestChange({ trouble, ...plain }: RequestChange): { set: string; params: SqlParams } {
  const params: SqlParams = {
    ...plain,
    ...(trouble === undefined ? {} : { trouble: trouble && JSON.stringify(trouble) }),
  }
  const set = (Object.keys(params) as (keyof RequestChange)[]).map(name => `${CHANGED[name]} = :${name}`).join(', ')
  return { set, params }
}

/** Params as JSON, with the fields sorted by name: the same text for the same params. */
export function paramsText(params: RequestParams): string {
  const fields = Object.keys(RequestParams.entries).sort() as (keyof RequestParams)[]
  return JSON.stringify(Object.fromEntries(fields.map(field => [field, params[field]])))
}
