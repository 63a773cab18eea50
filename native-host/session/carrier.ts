import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { untilAborted } from '../../shared/async/until-aborted.ts'
import { ErrorBody } from '../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'
import type { TokenRequests } from './token-requests.ts'

/** The input of a carrier, on standard input: a code or a token must not stand on a command line. */
export const CarriedRequest = v.union([v.strictObject({ exchange: v.string() }), v.strictObject({ renew: v.string() })])
export type CarriedRequest = v.InferOutput<typeof CarriedRequest>

/** The output of a carrier. */
const Outcome = v.union([v.object({ problem: v.nullable(ErrorBody) }), v.object({ error: ErrorBody })])

type Options = {
  /** The command that starts this program again: program and first arguments, such as `[node, recipisa.js]`. */
  command: readonly [string, ...string[]]
  /** Environment of the carrier: the same profile and data folder. */
  env: NodeJS.ProcessEnv
  log: Pick<Log, 'file'>
}

/**
 * Makes the requests for tokens in a detached process, the carrier. The browser kills a host two seconds after its port
 * closes, for instance when a person clicks beside the popup. The authority may answer later than that.
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
    child.stdin.on('error', () => undefined) // the process ended at once; its missing output shows that
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

  /** Many calls may find the same token refused: one process renews it for all. */
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
    return undefined // the process was killed before it wrote anything
  }
}
