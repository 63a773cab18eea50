import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { whyNotHeld } from '../../capabilities/mailbox/held-rights.ts'

/**
 * Why the document of an e-invoicing message is not in the archive, with advice; undefined if it is archived or the
 * message is unknown. `document-missing` advises a sync: the document just has not been downloaded yet.
 */
export function whyMissing(archive: Archive, id: string): RecipisaError | undefined {
  const item = archive.messages.get(id)?.item
  if (!item || item.state === 'archived') return undefined
  const { note = null, error = null, since: at = null } = archive.messages.absence(id) ?? {}
  if (item.state === 'expired') return new RecipisaError('message-expired', { id, ...given({ note }), ...since(at) })
  const company = archive.companies.get(item.cui)
  if (error) return repeatError(error, id, at, company !== undefined)
  if (!company) return new RecipisaError('company-unknown', { cui: item.cui, document: id })
  return company.rights === 'denied' ? whyDenied(archive, item.cui, id) : new RecipisaError('document-missing', { id })
}

/** The same for a message of the mailbox. */
export function whyMailMissing({ mailbox, rights }: Archive, id: string): RecipisaError | undefined {
  const item = mailbox.get(id)
  if (!item || item.state === 'archived') return undefined
  const { state, note, error, cui } = item
  const at = mailbox.absentSince(id)
  if (state === 'refused') return new RecipisaError('mail-refused', { id, ...given({ note }), ...since(at) })
  if (error) return repeatError(error, id, at, true)
  const refusal = whyNotHeld(rights, cui)
  if (refusal) return new RecipisaError(refusal.reason, { ...refusal.params, document: id })
  return new RecipisaError('document-missing', { id })
}

function repeatError(error: ErrorBody, document: string, at: number | null, again: boolean): RecipisaError {
  const known = fromErrorBody(error)
  // Another version of this program wrote it, with a reason unknown to this one.
  if (!known) return new RecipisaError('document-missing', { id: document })
  return new RecipisaError(known.reason, { ...known.params, document, ...since(at), again })
}

/** The authority's latest refusal that a sync has met for the company, in the authority's words. */
function whyDenied({ jobs }: Archive, cui: string, document: string): RecipisaError {
  for (const { kind, result, endedAt } of jobs.list(SEARCHED_JOBS)) {
    const error = kind === 'sync' ? result?.companies.find(one => one.cui === cui)?.error : undefined
    if (error?.code === 'no-rights') return repeatError(error, document, endedAt, false)
  }
  return new RecipisaError('no-rights-for-company', { cui, document })
}

/** How many jobs to search for a company's refusal. */
const SEARCHED_JOBS = 20

const since = (at: number | null) => (at === null ? {} : { since: formatQuotedMoment(at) })
const given = ({ note }: { note: string | null }) => (note ? { note } : {})
