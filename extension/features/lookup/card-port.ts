import * as v from 'valibot'
import { MOST_CUIS } from '../../../shared/domain/cui-finder.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'

/** Name of the port between a card on a page and the background; one port per question. */
export const CARD_PORT = 'lookup'

/** All that a page's process may ask the host through the extension: the public registers' data about companies. */
export const CardQuestion = v.strictObject({
  cuis: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{2,10}$/))), v.minLength(1), v.maxLength(MOST_CUIS)),
  refresh: v.boolean(),
})

/** Companies as they arrive, then `done` or an error. The user's own notes stay in the extension. */
export type CardAnswer = { companies: CompanyLookup[] } | { done: true } | { error: ErrorBody }
