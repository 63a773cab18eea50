import { fromErrorBody, toErrorBody } from '../../shared/errors/error-body.ts'
import { type ErrorParams, RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../shared/protocol/envelope.ts'

/** Params that name something on the person's machine. */
const OF_THE_MACHINE = new Set(['path', 'kept', 'log', 'fileName', 'file', 'name'])
/** A path, absolute or not, in whatever text: one slash may belong to an address of the authority, which is no secret but no news. */
const PATH = /[\\/]/
const ELIDED = '…'

/**
 * A failure as the process of a web page may hear of it: without paths of this machine, also in the English text and in
 * what an error of the system quotes. A reason that is not known here could quote anything, so only its code is told.
 */
export function errorForPage(body: ErrorBody): ErrorBody {
  const known = fromErrorBody(body)
  if (!known) {
    const unknown = toErrorBody(new RecipisaError('unexpected', { problem: body.code, log: ELIDED }))
    return { ...unknown, code: body.code }
  }
  const params = Object.entries(known.params).map(([name, value]) => [name, withoutPath(name, value)])
  return toErrorBody(new RecipisaError(known.reason, Object.fromEntries(params) as ErrorParams))
}

function withoutPath(name: string, value: ErrorParams[string]): ErrorParams[string] {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const texts = typeof value === 'string' ? [value] : value
  return OF_THE_MACHINE.has(name) || texts.some(text => PATH.test(text)) ? ELIDED : value
}
