import { REASONS } from '../../../shared/errors/reasons.ts'
import { holdTurns } from '../support/turns.ts'
import type { HostInProcess } from './host-in-process.ts'

/** How long a page waits before it cancels, ms: most methods that ask the authority wait between their tries. */
const PATIENCE = 40
/** The time after which an answer counts as missing, ms, even on a busy machine. */
const NEVER = 60_000

/** Asks a host: fails without an answer, or with a reason outside the contract. */
export async function tryMethod(host: HostInProcess, method: string, params: unknown): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${method} was not answered within ${NEVER / 1000} s`)), NEVER)
  try {
    const { error } = await holdTurns(() => Promise.race([host.ask(method, params, PATIENCE), late]))
    const reason = error?.details.reason
    if (error && (reason === undefined || reason === 'unexpected' || !Object.hasOwn(REASONS, reason)))
      throw new Error(`${method} was refused for no known reason: ${JSON.stringify(error)}`)
    const [stray] = host.strays
    if (stray) throw new Error(`an answer belongs to no request: ${JSON.stringify(stray)}`)
  } finally {
    clearTimeout(timer)
  }
}
