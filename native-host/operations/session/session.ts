import { SessionService, type SessionStatus } from '../../../shared/protocol/session.ts'
import type { Services } from '../../services.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'
import type { Handlers } from '../core/handler.ts'

type Area = 'session.begin' | 'session.import' | 'session.status' | 'session.test' | 'session.forget'

/** Sessions behind the gateway: the browser's half hands over the cookies, the rest happens here. */
export function sessionOperations(services: Services): Pick<Handlers, Area> {
  const of = (service: SessionService) => (service === 'spv' ? services.spvSession() : services.portalSession())
  const status = async (): Promise<SessionStatus> => ({
    services: await Promise.all(SessionService.options.map(async service => (await of(service)).status())),
  })
  const statusAfter = async (service: SessionService, work: (session: GatewaySession) => Promise<void>) => {
    await work(await of(service))
    return status()
  }
  return {
    'session.begin': async ({ service }) => (await of(service)).begin(),
    'session.import': async ({ service, cookies }, { signal }) => {
      for (const { value } of cookies) services.redactor.register(value)
      const status = await statusAfter(service, session => session.import(cookies, signal))
      // What waited for a session goes on at once.
      if ((await services.archive()).requests.wake() > 0) services.runner.ensureStarted()
      return status
    },
    'session.status': status,
    'session.test': ({ service }, { signal }) => statusAfter(service, session => session.test(signal)),
    'session.forget': ({ service }, { signal }) => statusAfter(service, session => session.forget(signal)),
  }
}
