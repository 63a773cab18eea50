import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { fromErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { ErrorBody } from '../../shared/protocol/envelope.ts'
import type { Log } from '../log/log.ts'
import { untilAborted } from './outliving-work.ts'
import type { TokenRequests } from './token-requests.ts'

/** What a carrier is given on standard input: a code or a token has no place on a command line. */
export const CarriedRequest = v.union([v.strictObject({ exchange: v.string() }), v.strictObject({ renew: v.string() })])
export type CarriedRequest = v.InferOutput<typeof CarriedRequest>

/** What it says at the end. */
const Outcome = v.union([v.object({ problem: v.nullable(ErrorBody) }), v.object({ error: ErrorBody })])

type Options = {
  /** Program and first arguments that start this program again, as `[node, recipisa.js]`. */
  command: readonly [string, ...string[]]
  /** Environment of the carrier: same profile, same data folder. */
  env: NodeJS.ProcessEnv
  log: Pick<Log, 'file'>
}

/**
 * Has the requests for tokens made by a process of its own, as runners are. The browser kills a host two seconds after its
 * port closes (a popup that somebody clicked beside), and the authority may answer later than that.
 */
export function createCarrier({ command: [program, ...args], env, log }: Options): TokenRequests {
  const failed = (problem: string) => new RecipisaError('carrier-failed', { problem, log: log.file })

  const carry = async (request: CarriedRequest): Promise<RecipisaError | undefined> => {
    const child = spawn(program, [...args, 'auth', 'carry', '--json'], {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      env,
    })
    child.stdin.on('error', () => undefined) // it ended at once: told by what it did not say
    child.stdin.end(JSON.stringify(request))
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')]).catch((error: Error) => {
      throw failed(error.message)
    })
    const outcome = v.safeParse(Outcome, parse(said))
    if (!outcome.success) throw failed(`exit ${child.exitCode ?? child.signalCode}`)
    const read = (body: ErrorBody) => fromErrorBody(body) ?? failed(body.message)
    if ('error' in outcome.output) throw read(outcome.output.error)
    return outcome.output.problem ? read(outcome.output.problem) : undefined
  }

  /** Many calls may find the same token refused: one process renews it for all of them. */
  const renewals = new Map<string, Promise<RecipisaError | undefined>>()
  const renew = (accessToken: string) => {
    const renewal = renewals.get(accessToken) ?? carry({ renew: accessToken })
    renewals.set(accessToken, renewal)
    const over = () => renewals.delete(accessToken)
    renewal.then(over, over)
    return renewal
  }
  return {
    exchange: (code, signal) => untilAborted(carry({ exchange: code }), signal),
    renew: (accessToken, signal) => untilAborted(renew(accessToken), signal),
  }
}

function parse(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined // it was killed before it said anything
  }
}
