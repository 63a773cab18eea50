import * as v from 'valibot'
import { MOST_CUIS } from '../../../shared/domain/cui-finder.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { CompanyLookup } from '../../../shared/protocol/lookups.ts'

/** Name of the port by which a card on a page asks the background; one port for each question. */
export const CARD_PORT = 'lookup'

/** All that a page's process may ask of the host through the extension: what public registers say of companies. */
export const CardQuestion = v.strictObject({
  cuis: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{2,10}$/))), v.minLength(1), v.maxLength(MOST_CUIS)),
  refresh: v.boolean(),
})

/** Companies as they come, then `done` or an error; what the user noted down himself stays in the extension. */
export type CardAnswer = { companies: CompanyLookup[] } | { done: true } | { error: ErrorBody }
