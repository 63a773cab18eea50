import { CERTIFICATE_ORIGIN } from '../../../shared/domain/access.ts'

/** The services at which the certificate may be shown, by method; below the environment's part of the path. */
const SERVICES: readonly (readonly ['GET' | 'POST', RegExp])[] = [
  ['GET', /^\/(prod|test)\/FCTEL\/rest\/(listaMesajeFactura|listaMesajePaginatieFactura|stareMesaj|descarcare)$/],
  ['POST', /^\/(prod|test)\/FCTEL\/rest\/upload(b2c)?$/],
  ['POST', /^\/prod\/FCTEL\/rest\/validare\/(FACT1|FCN)$/],
  ['POST', /^\/prod\/FCTEL\/rest\/transformare\/(FACT1|FCN)(\/DA)?$/],
  ['POST', /^\/api\/validate\/signature$/],
]

/** The embedded authority's origins, in the build for tests and demo. */
const DEVELOPMENT = /^https:\/\/webserviceapl\.localhost:\d+$/

/**
 * Whether the extension calls an address with the certificate. It judges by this table alone, never by what the host's
 * profile says (E-28).
 */
export function isAllowed(
  method: string,
  address: string,
  isDevelopment = import.meta.env.MODE === 'development',
): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const isPlain = url.username === '' && url.password === '' && url.hash === ''
  const isOrigin = url.origin === CERTIFICATE_ORIGIN || (isDevelopment && DEVELOPMENT.test(url.origin))
  return isPlain && isOrigin && SERVICES.some(([known, path]) => known === method && path.test(url.pathname))
}
