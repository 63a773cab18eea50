/** The authority's real hosts. The only place that names them; tests, demos and benchmarks never load these. */
export const PRODUCTION = {
  authUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1',
  baseUrl: 'https://api.anaf.ro',
  certUrl: 'https://webserviceapl.anaf.ro',
  publicUrl: 'https://webservicesp.anaf.ro',
  portalUrl: 'https://decl.anaf.mfinante.gov.ro',
  statusUrl: 'https://www.anaf.ro',
  spvUrl: 'https://webserviced.anaf.ro/SPVWS2/rest',
} as const

export type EndpointField = keyof typeof PRODUCTION

/** Requests a minute over all calls to the API host, as documented (E-29). */
export const DOCUMENTED_REQUESTS_PER_MINUTE = 1000

/** Requests a minute over all calls to the public host: one a second is what its registers ask for (P-10). */
export const DOCUMENTED_PUBLIC_REQUESTS_PER_MINUTE = 60
