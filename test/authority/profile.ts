import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
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
  /** Path of the PEM file of the CA that the ministry's signing certificate comes from. */
  signatureAnchors: string
  requestsPerMinute: number
  publicRequestsPerMinute: number
  tokenKeys: Record<string, string>
}

/** Hosts by what they serve; those without a site answer 404 until it is built. */
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

export function endpoints(port: number) {
  return {
    authUrl: `${origin('login', port)}/anaf-oauth2/v1`,
    baseUrl: origin('api', port),
    certUrl: origin('certificate', port),
    publicUrl: origin('public', port),
    portalUrl: origin('portal', port),
    statusUrl: origin('status', port),
    spvUrl: `${origin('spv', port)}/SPVWS2/rest`,
  }
}

/** A callback on a port where nothing listens. */
export async function freeCallback(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `https://localhost:${port}/callback`
}

export async function writeProfile(path: string, profile: AuthorityProfile): Promise<void> {
  await writeFile(path, `${JSON.stringify(profile, null, 2)}\n`)
}
