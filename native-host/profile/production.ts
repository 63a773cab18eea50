import { CERTIFICATE_ORIGIN } from '../../shared/domain/access.ts'

/** The authority's real hosts. Tests, demos and benchmarks never use them. */
export const PRODUCTION = {
  authUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1',
  baseUrl: 'https://api.anaf.ro',
  certUrl: CERTIFICATE_ORIGIN,
  publicUrl: 'https://webservicesp.anaf.ro',
  portalUrl: 'https://decl.anaf.mfinante.gov.ro',
  statusUrl: 'https://www.anaf.ro',
  spvUrl: 'https://webserviced.anaf.ro/SPVWS2/rest',
} as const

export type EndpointField = keyof typeof PRODUCTION

/** Requests per minute to the API host, over all calls, as documented (E-29). */
export const DOCUMENTED_REQUESTS_PER_MINUTE = 1000

/** Requests per minute to the public host, over all calls: its registers allow one per second (P-10). */
export const DOCUMENTED_PUBLIC_REQUESTS_PER_MINUTE = 60
