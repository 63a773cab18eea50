import type { Method, ParamsIn, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Context } from '../../operations/core/handler.ts'
import type { Services } from '../../services.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { LABELS } from './labels.ts'

/** A command's tools. */
export type Cli = {
  terminal: Terminal
  labels: (typeof LABELS)[Terminal['locale']]
  json: boolean
  /** Calls an operation of the protocol in this process. Ctrl-C aborts it. */
  call<M extends Method>(
    method: M,
    params: ParamsIn<M>,
    watch?: Partial<Omit<Context<ProgressOf<M>>, 'signal'>>,
  ): Promise<ResultOf<M>>
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** For the few commands without an operation of the protocol. */
  services: Services
}

/** A command's output: one document for programs, text for people; `bytes` replaces both. */
export type Output = { json: unknown; text: string; exitCode?: number } | { bytes: Uint8Array }

/** Registers a command's work with the host's services; commander parsed its arguments and options. */
export type Act = <A extends unknown[]>(
  work: (cli: Cli, ...args: A) => Promise<Output>,
  /** `isAwaited`: false for a command that no person waits for; it may then wait as long as the authority wants. */
  options?: { isAwaited: boolean },
) => (...args: A) => Promise<void>

/** Registers the work of a command that needs only its arguments: no service is loaded. */
export type Say = <A extends unknown[]>(work: (...args: A) => Output | Promise<Output>) => (...args: A) => Promise<void>
