import type { Method, Params, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'

/** A handler's input besides its params. */
export type Context<P> = {
  /**
   * Aborts with a `RecipisaError`: `cancelled` if the caller asked for it, `host-lost` if the caller has gone. A job
   * goes on without its caller.
   */
  signal: AbortSignal
  progress: (value: P) => void
  /** Ends a method that follows something as soon as the caller has seen enough; by default the method itself decides. */
  isEnough?: (value: P) => boolean
}

export type Handler<M extends Method> = (params: Params<M>, context: Context<ProgressOf<M>>) => Promise<ResultOf<M>>

/** The operations of the product. Both front doors, the browser's and the command line, call only these. */
export type Handlers = { [M in Method]: Handler<M> }
