import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Environment } from './world/world.ts'

/** The profile file: every endpoint of the product, on this authority. */
export type AuthorityProfile = {
  environment: Environment
  authUrl: string
  baseUrl: string
  certUrl: string
  publicUrl: string
  portalUrl: string
  statusUrl: string
  spvUrl: string
  clientId: string
  redirectUri: string
  /** Path of the CA's PEM file. */
  ca: string
  /** Path of the PEM file of the CA that issued the ministry's signing certificate. */
  signatureAnchors: string
  requestsPerMinute: number
  publicRequestsPerMinute: number
  tokenKeys: Record<string, string>
}

/** Hosts by purpose; one without a site answers 404 until its site is built. */
export const HOSTS = {
  login: 'logincert.localhost',
  api: 'api.localhost',
  certificate: 'webserviceapl.localhost',
  public: 'webservicesp.localhost',
  portal: 'decl.localhost',
  status: 'www-anaf.localhost',
  spv: 'webserviced.localhost',
  control: 'control.localhost',
} as const

export const origin = (host: keyof typeof HOSTS, port: number): string => `https://${HOSTS[host]}:${port}`

/** `certificatePort`: the port that asks for the certificate at connect. */
export function endpoints(port: number, certificatePort = port) {
  return {
    authUrl: `${origin('login', port)}/anaf-oauth2/v1`,
    baseUrl: origin('api', port),
    certUrl: origin('certificate', certificatePort),
    publicUrl: origin('public', port),
    portalUrl: origin('portal', port),
    statusUrl: origin('status', port),
    spvUrl: `${origin('spv', port)}/SPVWS2/rest`,
  }
}

/** A callback on a port where nothing listens. */
export const freeCallback = async (): Promise<string> => `https://localhost:${await silentPort()}/callback`

/** Below the range that systems assign by themselves: nobody else gets such a port while nothing listens on it. */
const SILENT_PORTS = [10_000, 32_000] as const

/** A loopback port where nothing listens, now or later. */
export async function silentPort(): Promise<number> {
  for (;;) {
    const port = randomInt(...SILENT_PORTS)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

export async function writeProfile(path: string, profile: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(profile, null, 2)}\n`)
}
