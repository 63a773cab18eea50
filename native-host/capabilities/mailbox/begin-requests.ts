import { problemsOf } from '../../../shared/domain/requests.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import type { MailboxArchive, Requests } from '../../archive/mailbox/mailbox-archive.ts'
import { refuseWithoutRight } from './held-rights.ts'

/**
 * Records the same request for each company, before any is sent. Throws for all if one cannot be sent (S-06, S-07,
 * S-09) or, unless `again`, if one is still open (`request-open`).
 */
export function beginRequests(
  { requests, rights }: Pick<MailboxArchive, 'requests' | 'rights'>,
  { type, cuis, params, again }: Params<'requests.send'>,
): ReportRequest[] {
  for (const cui of cuis) {
    const [problem] = problemsOf(type, params, cui)
    if (problem) throw problem
  }
  refuseWithoutRight(rights, cuis)
  const begun = requests.begin({ type, cuis, params }, again)
  if ('requests' in begun) return begun.requests
  const { id, cui, state, createdAt } = begun.open
  throw new RecipisaError('request-open', { type, cui, id, state, createdAt })
}

/** Marks a request that no process has begun to send as `not-sent`. */
export function withdrawRequest(requests: Pick<Requests, 'claim' | 'update' | 'release'>, id: number): void {
  if (!requests.claim(id)) return
  const trouble = toErrorBody(new RecipisaError('cancelled'))
  requests.update(id, { state: 'not-sent', answeredAt: null, nextCheckAt: null, trouble })
  requests.release(id)
}
