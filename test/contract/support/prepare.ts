import { createHandlers } from '../../../native-host/operations/core/handlers.ts'
import { invoke } from '../../../native-host/operations/core/invoke.ts'
import { createServices, type Services } from '../../../native-host/services.ts'
import type { Method, ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import { childEnv, type Env, PROGRAM } from './host.ts'

/** Tells a host where its authority and its data are. */
export type PreparedEnv = Env & Record<'RECIPISA_PROFILE' | 'RECIPISA_DATA_DIR', string>

/** Calls a method of the protocol. */
type Call = <M extends Method>(method: M, params: ParamsIn<M>) => Promise<ResultOf<M>>

/**
 * Prepares a test with the host's own operations in this process: a process for each step of the set-up would cost
 * more time than most tests take. The subject of a test goes through a real process (host.ts).
 */
export async function prepare<T>(env: PreparedEnv, work: (call: Call, services: Services) => Promise<T>): Promise<T> {
  const services = createServices({
    dataDir: env.RECIPISA_DATA_DIR,
    profilePath: env.RECIPISA_PROFILE,
    env: childEnv(env),
    now: Date.now,
    command: [process.execPath, PROGRAM],
  })
  const handlers = createHandlers(services)
  const context = { signal: new AbortController().signal, progress: () => undefined }
  try {
    return await work(
      <M extends Method>(method: M, params: ParamsIn<M>) =>
        invoke(handlers, method, params, context) as Promise<ResultOf<M>>,
      services,
    )
  } finally {
    await services.close()
  }
}
