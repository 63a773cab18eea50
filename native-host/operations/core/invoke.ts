import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { METHODS, type Method } from '../../../shared/protocol/methods.ts'
import type { Context, Handlers } from './handler.ts'

/**
 * Calls a method by its name with unchecked params. The protocol's schemas check both directions: wrong params are the
 * caller's mistake and throw `params-invalid`; a wrong result is ours and throws the schema's own error.
 */
export async function invoke(
  handlers: Handlers,
  method: string,
  params: unknown,
  context: Context<unknown>,
): Promise<unknown> {
  if (!isMethod(method)) throw new RecipisaError('method-unknown', { method })
  const schema = METHODS[method]
  const parsed = v.safeParse(schema.params, params)
  if (!parsed.success) throw new RecipisaError('params-invalid', { method, problem: firstIssue(parsed.issues) })
  // The table ties each method to its handler; the types end here, because the name is known only at run time.
  const handler = handlers[method] as (params: never, context: Context<unknown>) => Promise<unknown>
  const result = await handler(parsed.output as never, context)
  return v.parse(schema.result, result)
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(METHODS, name)
}

/** Place and expectation of the first issue, without the value, which may be a secret. */
function firstIssue(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues
  if (!issue) return 'unknown'
  const path = v.getDotPath(issue)
  return `${path ?? 'params'}: expected ${issue.expected ?? issue.type}`
}
