import * as v from 'valibot'
import { Count, Cui, Moment, Nothing } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { visible } from '../text/visible.ts'

export const Company = v.object({
  cui: Cui,
  /** The name given by hand, else the register's, else from archived invoices; null until there is one. */
  name: v.nullable(v.string()),
  /** According to the authority's last answer: `denied` if there is no SPV right for this CUI. */
  rights: v.picklist(['granted', 'denied', 'unknown']),
  addedAt: Moment,
  /** End of the last sync that read this company's list. Documents that failed then are retried. */
  syncedAt: v.nullable(Moment),
  /** The certificates that reached the company, and their holders if known; only in `companies.list`. */
  certificates: v.optional(v.array(v.object({ serial: v.string(), holder: v.nullable(v.string()) }))),
  archived: Count,
  unread: Count,
  /** Refused documents: ours until corrected, others until seen. */
  refused: v.optional(Count, 0),
  /** Documents whose download failed, and those not yet downloaded. */
  failed: v.optional(Count, 0),
  pending: v.optional(Count, 0),
})
export type Company = v.InferOutput<typeof Company>

/** A name that a person gives; no control characters. */
const GivenName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(200),
  v.check(name => visible(name) === name, 'has control characters'),
)

export const companies = {
  'companies.list': { params: Nothing, result: v.object({ companies: v.array(Company) }) },
  /**
   * Adds a company, after a call that shows whether there are rights for it. `cui` as people write it. `refusal`: the
   * authority's answer if there are none.
   */
  'companies.add': {
    params: v.strictObject({ cui: v.string() }),
    result: v.object({ company: Company, refusal: v.nullable(ErrorBody) }),
  },
  /**
   * Gives a company on the list a name by hand, which stays whatever partners write on their invoices; null removes it.
   * Throws `company-unknown`.
   */
  'companies.rename': {
    params: v.strictObject({ cui: v.string(), name: v.nullable(GivenName) }),
    result: v.object({ company: Company }),
  },
  /** Removes a company from the list; its archived documents stay. */
  'companies.remove': { params: v.strictObject({ cui: v.string() }), result: v.object({ removed: v.boolean() }) },
}
