import type { ApiAccess } from '../../shared/domain/access.ts'
import type { Environment } from '../../shared/domain/values.ts'
import type { OfficeRecord } from './office-record.ts'

/** Addresses of the authority's services and the data of our OAuth application, checked on loading. URLs have no trailing slash. */
export type Profile = {
  /** Path of the profile file; null for the built-in production profile. */
  file: string | null
  environment: Environment
  access: ApiAccess
  authUrl: string
  baseUrl: string
  certUrl: string
  publicUrl: string
  portalUrl: string
  statusUrl: string
  spvUrl: string
  /** Address of the e-invoicing API: `baseUrl`, or `certUrl` with the certificate (E-28). */
  apiUrl: string
  clientId: string | null
  redirectUri: string | null
  /** Extra trust anchors for TLS, PEM text; null to trust only the system's. */
  ca: string | null
  /** Trust anchors of the ministry's document signatures, one PEM text each; empty if none is configured. */
  signatureAnchors: readonly string[]
  /** Requests per minute that the authority allows on `apiUrl` (E-29): 1000 unless the authority changes that. */
  requestsPerMinute: number
  /** Requests per minute that the authority allows on `publicUrl` (P-10): 60 unless the authority changes that. */
  publicRequestsPerMinute: number
  /** Public keys by `kid`, as PEM text, for the signature of access tokens. */
  tokenKeys: Readonly<Record<string, string>>
  /** The office that this machine is a seat of; null outside an office. */
  office: OfficeRecord | null
}
