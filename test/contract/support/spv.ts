import type { SessionCookie } from '../../../shared/protocol/session.ts'
import type { Authority } from '../../authority/authority.ts'
import { visit } from '../../authority/call.ts'

/** The cookies that a browser has once a person has shown the certificate for the mailbox. */
export async function signInToMailbox(authority: Authority): Promise<SessionCookie[]> {
  const person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  const { spvUrl } = authority.profile
  const { cookies } = await visit(authority, `${spvUrl}/listaMesaje?zile=1`, person)
  return [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(spvUrl).hostname,
    path: name === 'JSESSIONID' ? '/SPVWS2' : '/',
    secure: true,
    httpOnly: name === 'JSESSIONID',
    expires: null,
  }))
}
