import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { METHODS, type Method } from '../../../shared/protocol/methods.ts'
import type { Context, Handlers } from './handler.ts'

/**
 * Calls a method by its name with parameters that nobody has looked at yet. Both ways are held to the protocol's
 * schemas: wrong params are the caller's mistake (`params-invalid`), a wrong result is ours and throws as it is.
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
  // The table ties each method to its own handler; a name known only at run time cannot carry that any further.
  const handler = handlers[method] as (params: never, context: Context<unknown>) => Promise<unknown>
  const result = await handler(parsed.output as never, context)
  return v.parse(schema.result, result)
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(METHODS, name)
}

/** Where and what, without the value: it may be a secret. */
function firstIssue(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues
  if (!issue) return 'unknown'
  const path = v.getDotPath(issue)
  return `${path ?? 'params'}: expected ${issue.expected ?? issue.type}`
}
