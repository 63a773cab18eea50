import type { SessionStatus } from '../../shared/protocol/session.ts'
import type { Services } from '../services.ts'
import type { GatewaySession } from '../session/gateway-session.ts'
import type { Handlers } from './handler.ts'

type Area = 'session.begin' | 'session.import' | 'session.status' | 'session.test' | 'session.forget'

/** Sessions behind the gateway: the browser's half hands over the cookies, the rest happens here. */
export function sessionOperations(services: Services): Pick<Handlers, Area> {
  const statusAfter = async (work?: (session: GatewaySession) => Promise<void>): Promise<SessionStatus> => {
    const session = await services.spvSession()
    await work?.(session)
    return { services: [await session.status()] }
  }
  return {
    'session.begin': async () => (await services.spvSession()).begin(),
    'session.import': async ({ cookies }, { signal }) => {
      for (const { value } of cookies) services.redactor.register(value)
      const status = await statusAfter(session => session.import(cookies, signal))
      // What waited for a session goes on at once.
      if ((await services.archive()).requests.wake() > 0) services.runners.ensure()
      return status
    },
    'session.status': () => statusAfter(),
    'session.test': (_params, { signal }) => statusAfter(session => session.test(signal)),
    'session.forget': (_params, { signal }) => statusAfter(session => session.forget(signal)),
  }
}
