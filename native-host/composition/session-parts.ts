import { PORTAL_INACTIVITY } from '../../shared/pages/portal-pages.ts'
import { createPortal, portalStart } from '../authority/portal/portal.ts'
import { createSpv, helloUrl } from '../authority/spv/spv.ts'
import { createGateway } from '../authority/wire/gateway.ts'
import type { Log } from '../log/log.ts'
import type { Redactor } from '../log/redact.ts'
import { createCarrier } from '../session/carrier.ts'
import { createGatewaySession } from '../session/gateway-session.ts'
import { createTokens } from '../session/tokens.ts'
import type { LazyParts } from './lazy-parts.ts'
import type { StorageParts } from './storage-parts.ts'
import type { WireParts } from './wire-parts.ts'

type Options = {
  env: NodeJS.ProcessEnv
  now: () => number
  log: Log
  redactor: Redactor
  /** How a process of its own makes the token requests; undefined where this process lives as long as they take. */
  carrierCommand: { command: readonly [string, ...string[]]; env: NodeJS.ProcessEnv } | undefined
}

/** The OAuth tokens, and the services behind the gateway with their sessions. */
export function createSessionParts(
  { part }: LazyParts,
  { profile, secrets, archive }: StorageParts,
  { http }: WireParts,
  { env, now, log, redactor, carrierCommand }: Options,
) {
  const tokens = part(async () => {
    const { locks } = await archive()
    const parts = { http: await http(), profile: await profile(), secrets: await secrets(), locks }
    const carrier = carrierCommand ? { carrier: createCarrier({ ...carrierCommand, log }) } : {}
    return createTokens({ ...parts, ...carrier, env, now, onSecret: redactor.register, log })
  })
  const sessionParts = async () => {
    const { locks } = await archive()
    return { secrets: await secrets(), locks, now, onSecret: redactor.register, log }
  }
  const spv = part(async () => {
    const [wire, used] = [await http(), await profile()]
    return createSpv(wire, createGateway(wire, new URL(used.spvUrl).origin), used)
  })
  const spvSession = part(async () => {
    const { hello, exit } = await spv()
    const service = { name: 'spv', startUrl: helloUrl(await profile()), hello, exit } as const
    return createGatewaySession({ service, ...(await sessionParts()) })
  })
  const portal = part(async () => {
    const [wire, used] = [await http(), await profile()]
    return createPortal({ http: wire, gateway: createGateway(wire, new URL(used.portalUrl).origin), profile: used })
  })
  const portalSession = part(async () => {
    const { hello, exit } = await portal()
    const startUrl = portalStart(await profile())
    const service = { name: 'portal', startUrl, inactivity: PORTAL_INACTIVITY, hello, exit } as const
    return createGatewaySession({ service, ...(await sessionParts()) })
  })
  return { tokens, spv, spvSession, portal, portalSession }
}

export type SessionParts = ReturnType<typeof createSessionParts>
