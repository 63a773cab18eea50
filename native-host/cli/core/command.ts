import type { Method, ParamsIn, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Services } from '../../services.ts'
import type { WORDS } from './labels.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with. */
export type Cli = {
  services: Services
  terminal: Terminal
  words: (typeof WORDS)[Terminal['locale']]
  json: boolean
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  /** Calls an operation of the protocol. */
  call<M extends Method>(
    method: M,
    params: ParamsIn<M>,
    progress?: (value: ProgressOf<M>) => void,
  ): Promise<ResultOf<M>>
}

/** What a command says: one document for programs, text for people; `bytes` replaces both. */
export type Said = { json: unknown; text: string; exitCode?: number } | { bytes: Uint8Array }

/** Registers what a verb does; the verb's own arguments and options are those that commander parsed. */
export type Act = <A extends unknown[]>(
  work: (cli: Cli, ...args: A) => Promise<Said>,
  /** `isAwaited`: false of what runs by itself, and so may wait for as long as the authority wants. */
  options?: { isAwaited: boolean },
) => (...args: A) => Promise<void>
