import { serialKey } from '../../shared/domain/certificates.ts'
import type { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import type { GuardedService } from '../session/gateway-session.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { OfficeParts } from './office-parts.ts'
import type { StorageParts } from './storage-parts.ts'
import type { WireParts } from './wire-parts.ts'

type Options = {
  env: NodeJS.ProcessEnv
  now: () => number
  log: Log
  redactor: Redactor
  /** How a separate process makes the token requests; undefined if this process lives as long as they take. */
  carrierCommand: { command: readonly [string, ...string[]]; env: NodeJS.ProcessEnv } | undefined
}

type Calls = Pick<GuardedService, 'hello' | 'exit'>

/** The OAuth tokens, and the services behind the gateway with their sessions; each is loaded when it is first needed. */
export function createSessionParts(
  { part }: LazyParts,
  { profile, secrets, archive }: StorageParts,
  { http }: WireParts,
  { shareSpv, sharePortal }: OfficeParts,
  { env, now, log, redactor, carrierCommand }: Options,
) {
  const tokens = part(async () => {
    const { locks } = await archive()
    const parts = { http: await http(), profile: await profile(), secrets: await secrets(), locks }
    const { createTokens } = await import('../session/tokens.ts')
    const { createCarrier } = await import('../session/carrier.ts')
    const carrier = carrierCommand ? { carrier: createCarrier({ ...carrierCommand, log }) } : {}
    return createTokens({ ...parts, ...carrier, env, now, onSecret: redactor.register, log })
  })
  /**
   * Serial of the certificate that obtained the tokens; null if they do not name it, and if each call shows it: a
   * browser does not reveal which one it shows, but the API's answers do (E-32).
   */
  const certificate = async () => {
    if ((await profile()).access === 'certificate') return null
    return serialKey((await (await tokens()).status()).serial ?? '') || null
  }
  const openSession = async (service: GuardedService) => {
    const { locks } = await archive()
    const { createGatewaySession } = await import('../session/gateway-session.ts')
    const parts = { secrets: await secrets(), locks, now, onSecret: redactor.register, log }
    return createGatewaySession({ service, ...parts })
  }
  const spv = part(async () => {
    const [wire, used] = [await http(), await profile()]
    const { createSpv } = await import('../authority/spv/spv.ts')
    const { createGateway } = await import('../authority/wire/gateway.ts')
    return shareSpv(createSpv(wire, createGateway(wire, new URL(used.spvUrl).origin), used), await archive())
  })
  const spvSession = part(async () => {
    const { helloUrl } = await import('../authority/spv/spv-start.ts')
    return openSession({ name: 'spv', startUrl: helloUrl(await profile()), ...callsOf(spv) })
  })
  const portal = part(async () => {
    const [wire, used] = [await http(), await profile()]
    const { createPortal } = await import('../authority/portal/portal.ts')
    const { createGateway } = await import('../authority/wire/gateway.ts')
    const gateway = createGateway(wire, new URL(used.portalUrl).origin)
    return sharePortal(createPortal({ http: wire, gateway, profile: used }), await archive())
  })
  const portalSession = part(async () => {
    const { portalStart } = await import('../authority/portal/portal-start.ts')
    const { PORTAL_INACTIVITY } = await import('../../shared/pages/portal-pages.ts')
    const startUrl = portalStart(await profile())
    return openSession({ name: 'portal', startUrl, inactivity: PORTAL_INACTIVITY, ...callsOf(portal) })
  })
  const signIns = part(async () => {
    const { createSignIns } = await import('../session/sign-ins.ts')
    const sessions = async () => [await spvSession(), await portalSession()]
    return createSignIns({ secrets, tokens, sessions, now })
  })
  return { tokens, certificate, spv, spvSession, portal, portalSession, signIns }
}

/** The calls that a session makes itself: what it knows of its cookies needs no client of the service. */
const callsOf = (client: () => Promise<Calls>): Calls => ({
  hello: async (cookies, signal) => (await client()).hello(cookies, signal),
  exit: async (cookies, signal) => (await client()).exit(cookies, signal),
})

export type SessionParts = ReturnType<typeof createSessionParts>
