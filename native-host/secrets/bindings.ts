import { isIP } from 'node:net'
import { PRODUCTION } from '../profile/production.ts'
import type { Profile } from '../profile/profile.ts'
import type { SecretName } from './secrets.ts'

/**
 * The only service that a secret may be sent to: a profile that names another service never sees it. `adopts`: the
 * service is next to the authorization server, so secrets that an earlier version stored without a service belong to
 * it.
 */
export type Binding = { to: string; adopts: boolean }
/** The client secret has no binding: it goes only to the authorization server, which is in the scope of all secrets. */
export type Bindings = Readonly<Partial<Record<SecretName, Binding>>>

/** The bindings of a profile. The environment does not matter: test and production share tokens. */
export function bindingsOf(profile: Pick<Profile, 'authUrl' | 'baseUrl' | 'spvUrl' | 'portalUrl'>): Bindings {
  const { authUrl, baseUrl, spvUrl, portalUrl } = profile
  const to = (url: string): Binding => ({ to: new URL(url).origin, adopts: isBeside(url, authUrl) })
  return { tokens: to(baseUrl), 'session-spv': to(spvUrl), 'session-portal': to(portalUrl) }
}

/** Whether a service is next to this authorization server: as in production, or under the same domain and port. */
function isBeside(url: string, authUrl: string): boolean {
  if (authUrl === PRODUCTION.authUrl && Object.values<string>(PRODUCTION).includes(url)) return true
  const [service, login] = [new URL(url), new URL(authUrl)]
  if (service.protocol !== login.protocol || service.port !== login.port) return false
  if (service.hostname === login.hostname) return true
  const domain = login.hostname.split('.').slice(1).join('.')
  const isDomain = domain === 'localhost' || (domain.includes('.') && isIP(login.hostname) === 0)
  return isDomain && service.hostname.endsWith(`.${domain}`)
}
