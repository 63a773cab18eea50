import { describeReason } from './describe-reason.ts'
import type { ErrorBody } from './error-body.ts'
import type { RecipisaError } from './recipisa-error.ts'

/** An error as the protocol and `--json` carry it: code and English text, with reason and params to translate it. */
export function toErrorBody({ code, reason, side, params }: RecipisaError): ErrorBody {
  return { code, message: describeReason(reason, params, 'en').text, details: { reason, side, params: { ...params } } }
}
