import type { GatewayCookies } from '../../../native-host/authority/wire/gateway.ts'
import { jarOf } from '../../../native-host/session/stored-session.ts'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import type { Authority } from '../../authority/authority.ts'
import { visit } from '../../authority/call.ts'

/** The cookies of a browser in which a person has shown the certificate to the mailbox. */
export async function signInToMailbox(
  authority: Authority,
  options: Omit<Parameters<Authority['enrolPerson']>[0], 'commonName'> = {},
): Promise<SessionCookie[]> {
  const person = await authority.enrolPerson({ commonName: 'Ioana Contabilă', ...options })
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

/** The same cookies for the wire's client; `kept` counts its requests to keep them. */
export async function mailboxCookies(
  authority: Authority,
  options: Parameters<typeof signInToMailbox>[1] = {},
): Promise<GatewayCookies & { kept: number }> {
  const cookies = {
    jar: await jarOf(await signInToMailbox(authority, options), authority.profile.spvUrl),
    kept: 0,
    keep: async () => {
      cookies.kept++
    },
  }
  return cookies
}
