import type { Locale } from '../../../shared/errors/codes.ts'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'

/** The sentences for an error within a result. */
export function errorSentences(body: ErrorBody, locale: Locale): string {
  const error = fromErrorBody(body)
  return error ? describeReason(error.reason, error.params, locale).text : body.message
}
