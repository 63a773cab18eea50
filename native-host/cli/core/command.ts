import type { Method, ParamsIn, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Context } from '../../operations/core/handler.ts'
import type { Services } from '../../services.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { LABELS } from './labels.ts'

/** What a command works with. */
export type Cli = {
  terminal: Terminal
  labels: (typeof LABELS)[Terminal['locale']]
  json: boolean
  /** Calls an operation of the protocol, which works in this process. Ctrl-C aborts it. */
  call<M extends Method>(
    method: M,
    params: ParamsIn<M>,
    watch?: Partial<Omit<Context<ProgressOf<M>>, 'signal'>>,
  ): Promise<ResultOf<M>>
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** For the few commands that no operation of the protocol stands for. */
  services: Services
}

/** What a command prints: one document for programs, text for people; `bytes` replaces both. */
export type Output = { json: unknown; text: string; exitCode?: number } | { bytes: Uint8Array }

/** Registers what a command does with the host's services; its arguments and options are those that commander parsed. */
export type Act = <A extends unknown[]>(
  work: (cli: Cli, ...args: A) => Promise<Output>,
  /** `isAwaited`: false for a command that no person waits for, and that may wait for as long as the authority wants. */
  options?: { isAwaited: boolean },
) => (...args: A) => Promise<void>

/** Registers what a command does with nothing but its arguments: no service is loaded for it. */
export type Say = <A extends unknown[]>(work: (...args: A) => Output | Promise<Output>) => (...args: A) => Promise<void>
