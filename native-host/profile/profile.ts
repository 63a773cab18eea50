import type { Environment } from '../../shared/protocol/values.ts'

/** Where the authority's services are and as whom we come; checked once when it is loaded. URLs have no trailing slash. */
export type Profile = {
  /** Path of the file it came from; null for the built-in production profile. */
  file: string | null
  environment: Environment
  authUrl: string
  baseUrl: string
  certUrl: string
  publicUrl: string
  portalUrl: string
  statusUrl: string
  spvUrl: string
  clientId: string | null
  redirectUri: string | null
  /** Extra trust anchors, PEM text; null to trust the system's only. */
  ca: string | null
  /** Certificates that the ministry's document signatures lead to, PEM text each; empty where none is configured. */
  signatureAnchors: readonly string[]
  /** Requests a minute that the authority allows on `baseUrl` (E-29); 1000 unless the authority changes it. */
  requestsPerMinute: number
  /** Requests a minute that it allows on `publicUrl` (P-10); 60 unless the authority changes it. */
  publicRequestsPerMinute: number
  /** PEM public keys by `kid`, for the signature of access tokens. */
  tokenKeys: Readonly<Record<string, string>>
}
