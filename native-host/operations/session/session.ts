import { SessionService, type SessionStatus } from '../../../shared/protocol/session.ts'
import type { Services } from '../../services.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'
import type { Handlers } from '../core/handler.ts'

type Area = 'session.begin' | 'session.import' | 'session.status' | 'session.test' | 'session.forget'

/** Gateway sessions: the extension hands over the cookies, and the host does the rest. */
export function sessionOperations(services: Services): Pick<Handlers, Area> {
  const sessionOf = (service: SessionService) => (service === 'spv' ? services.spvSession() : services.portalSession())
  const status = async (): Promise<SessionStatus> => ({
    services: await Promise.all(SessionService.options.map(async service => (await sessionOf(service)).status())),
  })
  const statusAfter = async (service: SessionService, work: (session: GatewaySession) => Promise<void>) => {
    await work(await sessionOf(service))
    return status()
  }
  return {
    'session.begin': async ({ service }) => (await sessionOf(service)).begin(),
    'session.import': async ({ service, cookies }, { signal }) => {
      for (const { value } of cookies) services.redactor.register(value)
      const status = await statusAfter(service, session => session.import(cookies, signal))
      // Requests that waited for a session continue at once.
      if ((await services.archive()).requests.wake() > 0) services.runner.ensureStarted()
      return status
    },
    'session.status': status,
    'session.test': ({ service }, { signal }) => statusAfter(service, session => session.test(signal)),
    'session.forget': ({ service }, { signal }) => statusAfter(service, session => session.forget(signal)),
  }
}
