import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import { type ErrorParams, RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { failureBody } from './failure.ts'

/** Params that name something on the person's machine. */
const OF_THE_MACHINE = new Set(['path', 'kept', 'log', 'fileName', 'file', 'name'])
/** Any slash may be part of a path. An address of the authority matches too; it is not secret, but the card does not need it. */
const PATH = /[\\/]/
const ELIDED = '…'

/**
 * A failure without paths of this machine, for the process of a web page. Paths are removed from the English text and from
 * quoted system errors too. A reason that is unknown here could quote anything, so only its code remains.
 */
export function errorForPage(body: ErrorBody): ErrorBody {
  const known = fromErrorBody(body)
  if (!known) {
    const unknown = failureBody(new RecipisaError('unexpected', { problem: body.code, log: ELIDED }))
    return { ...unknown, code: body.code }
  }
  const params = Object.entries(known.params).map(([name, value]) => [name, withoutPath(name, value)])
  return failureBody(new RecipisaError(known.reason, Object.fromEntries(params) as ErrorParams))
}

function withoutPath(name: string, value: ErrorParams[string]): ErrorParams[string] {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const texts = typeof value === 'string' ? [value] : value
  return OF_THE_MACHINE.has(name) || texts.some(text => PATH.test(text)) ? ELIDED : value
}
