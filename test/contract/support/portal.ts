import type { SessionCookie } from '../../../shared/protocol/session.ts'
import type { Authority } from '../../authority/authority.ts'
import { visit } from '../../authority/call.ts'
import type { Issued } from '../../authority/certificates.ts'
import type { HostProcess } from './host.ts'

/** The cookies of a browser in which this person has shown the certificate to the declaration portal. */
export async function signInToPortal(authority: Authority, person: Issued): Promise<SessionCookie[]> {
  const { portalUrl } = authority.profile
  const { cookies } = await visit(authority, `${portalUrl}/WAS6DUS/`, person)
  return [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(portalUrl).hostname,
    path: name === 'JSESSIONID' ? '/WAS6DUS' : '/',
    secure: true,
    httpOnly: name === 'JSESSIONID',
    expires: null,
  }))
}

/** Signs in on the portal and hands the cookies to the host, as the extension does. */
export async function connectPortal(host: HostProcess, authority: Authority, person: Issued): Promise<void> {
  await host.request('session.import', { service: 'portal', cookies: await signInToPortal(authority, person) })
}
