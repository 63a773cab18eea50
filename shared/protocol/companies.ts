import * as v from 'valibot'
import { Count, Cui, Moment, Nothing } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

export const Company = v.object({
  cui: Cui,
  /** From archived invoices; null until one is there. */
  name: v.nullable(v.string()),
  /** By the authority's last answer: `denied` if there is no SPV right for this CUI. */
  rights: v.picklist(['granted', 'denied', 'unknown']),
  addedAt: Moment,
  /** End of the last sync that read this company's list. Documents that failed then are tried again. */
  syncedAt: v.nullable(Moment),
  archived: Count,
  unread: Count,
  /** Refused documents: ours until they are corrected, others until they are seen. */
  refused: v.optional(Count, 0),
  /** Documents whose download failed, and those still to be downloaded. */
  failed: v.optional(Count, 0),
  pending: v.optional(Count, 0),
})
export type Company = v.InferOutput<typeof Company>

export const companies = {
  'companies.list': { params: Nothing, result: v.object({ companies: v.array(Company) }) },
  /**
   * Adds a company, after a call that shows whether there are rights for it. `cui` as people write it. `refusal`: the
   * authority's answer where there are none.
   */
  'companies.add': {
    params: v.strictObject({ cui: v.string() }),
    result: v.object({ company: Company, refusal: v.nullable(ErrorBody) }),
  },
  /** Removes a company from the list; its archived documents stay. */
  'companies.remove': { params: v.strictObject({ cui: v.string() }), result: v.object({ removed: v.boolean() }) },
}
