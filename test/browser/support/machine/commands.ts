import { command } from '../../../contract/support/host.ts'
import type { Machine } from './machine.ts'

/** `input`: sent as JSON. `code`: the exit code that is expected, by default 0. */
export type RunOptions = { input?: unknown; code?: number }

/** Runs a command of the host and returns its output; rejects if it ends with another code than expected. */
export type RunCommand = (args: readonly string[], options?: RunOptions) => Promise<string>

/** Commands on a machine, with the client secret of its authority. */
export function commandsOf({ authority, sandbox }: Pick<Machine, 'authority' | 'sandbox'>): RunCommand {
  const env = { ...sandbox.env, RECIPISA_CLIENT_SECRET: authority.clientSecret }
  return async (args, { input, code = 0 } = {}) => {
    const ended = await command(args, env, input === undefined ? '' : JSON.stringify(input))
    if (ended.code !== code) throw new Error(`${args.join(' ')}: ${ended.code} ${ended.stderr}`)
    return ended.stdout
  }
}
