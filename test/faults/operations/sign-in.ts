import type { GatewayCookies } from '../../../native-host/authority/wire/gateway.ts'
import {
  createGatewaySession,
  type GatewaySession,
  type GuardedService,
} from '../../../native-host/session/gateway-session.ts'
import { jarOf } from '../../../native-host/session/stored-session.ts'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import { visit } from '../../authority/call.ts'
import { never } from '../../contract/support/wire.ts'
import type { Machine } from '../machine.ts'

/** Signs the machine in to e-Factura if necessary. */
export async function signedIn({ ground: { desk }, wire }: Machine): Promise<void> {
  if (wire.profile.access === 'certificate') return
  if ((await wire.tokens.status()).state === 'disconnected') await desk.signIn(wire)
}

/** A place behind the gateway, and where its application's cookie belongs. */
export type Place = { url: string; appPath: string }

/** The cookies of a browser in which the person has just shown the certificate there. */
async function browserCookies({ ground }: Machine, { url, appPath }: Place): Promise<SessionCookie[]> {
  const { cookies } = await visit(ground.desk.authority, url, ground.person)
  return [...cookies].map(([name, value]) => {
    const isApp = name === 'JSESSIONID'
    const { hostname: domain } = new URL(url)
    return { name, value, domain, path: isApp ? appPath : '/', secure: true, httpOnly: isApp, expires: null }
  })
}

/** The same for one call. */
export async function gatewayCookies(machine: Machine, place: Place): Promise<GatewayCookies> {
  const jar = await jarOf(await browserCookies(machine, place), place.url)
  return { jar, keep: async () => undefined }
}

/** The same as a session that is kept. */
export async function gatewaySession(
  machine: Machine,
  place: Place,
  service: Pick<GuardedService, 'name' | 'hello' | 'exit'>,
): Promise<GatewaySession> {
  const session = createGatewaySession({
    service: { ...service, startUrl: place.url },
    secrets: machine.secrets,
    locks: machine.wire.archive.locks,
    now: machine.clock.now,
    onSecret: () => undefined,
    log: { warn: () => undefined },
  })
  await session.import(await browserCookies(machine, place), never)
  return session
}
