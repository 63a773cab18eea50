import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { PATIENCE } from '../../limits/patience.ts'
import type { Context } from '../../operations/core/handler.ts'
import { createHandlers } from '../../operations/core/handlers.ts'
import { invoke } from '../../operations/core/invoke.ts'
import { createServices, type HostOptions } from '../../services.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Cli } from './command.ts'
import { LABELS } from './labels.ts'

type Options = { host: HostOptions; isAwaited: boolean; terminal: Terminal; json: boolean }

/** The services and operations that a command works with: loaded for a command, not for help or a wrong command line. */
export function openCli({ host, isAwaited, terminal, json }: Options): Cli {
  const services = createServices({ ...host, ...(isAwaited ? { patience: PATIENCE } : {}) })
  const handlers = createHandlers(services)
  const stop = new AbortController()
  const cancel = () => stop.abort(new RecipisaError('cancelled'))
  // A second signal of the same kind ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cancel)
  // The terminal was closed: the shell and the system may both say so.
  process.on('SIGHUP', cancel)
  const call: Cli['call'] = async (method, params, watch = {}) => {
    const { progress = () => undefined, isEnough } = watch
    // The table of methods ties each method to its own types; a call by name cannot carry them.
    const context = { signal: stop.signal, progress, ...(isEnough ? { isEnough } : {}) } as Context<unknown>
    return (await invoke(handlers, method, params, context)) as never
  }
  return { services, terminal, labels: LABELS[terminal.locale], json, signal: stop.signal, call }
}
