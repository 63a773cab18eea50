import type { Method, Params, ProgressOf, ResultOf } from '../../../shared/protocol/methods.ts'

/**
 * What a handler gets beside its params. `signal` aborts with a `RecipisaError`: `cancelled` when the caller asked for it,
 * `host-lost` when the caller has gone (a job then goes on without them).
 */
export type Context<P> = { signal: AbortSignal; progress: (value: P) => void }

export type Handler<M extends Method> = (params: Params<M>, context: Context<ProgressOf<M>>) => Promise<ResultOf<M>>

/** The operations of the product: both front doors call these and nothing else. */
export type Handlers = { [M in Method]: Handler<M> }
