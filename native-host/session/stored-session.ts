import type { CookieJar } from 'tough-cookie'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { SessionCookie } from '../../shared/protocol/session.ts'
import type { SecretName, Secrets } from '../secrets/secrets.ts'

/** A stored gateway session, cookies and all, in one value (G-08). */
export type StoredSession = {
  jar: CookieJar
  /** Epoch ms: when the browser handed it over. */
  since: number
  /** Epoch ms: when its cookies were last accepted. */
  lastUsedAt: number
  /** Whether the gateway has asked for the certificate again; the jar is empty then. */
  expired: boolean
}

/** The library with its list of public suffixes is loaded where there is a session. */
const cookies = () => import('tough-cookie')

/** The jar of a session that is over. */
export async function emptyJar(): Promise<CookieJar> {
  const { CookieJar } = await cookies()
  return new CookieJar()
}

const Stored = v.object({ jar: v.string(), since: v.number(), lastUsedAt: v.number(), expired: v.boolean() })

/** The name under which a service's session is stored. */
export type SessionSecret = Extract<SecretName, `session-${string}`>

export type SessionStore = {
  read(): Promise<StoredSession | undefined>
  write(session: StoredSession): Promise<void>
  delete(): Promise<void>
}

export function createSessionStore(
  secrets: Secrets,
  name: SessionSecret,
  onSecret: (value: string) => void,
): SessionStore {
  const tell = async (jar: CookieJar) => {
    for (const { value } of (await jar.serialize()).cookies) if (typeof value === 'string') onSecret(value)
  }
  return {
    async read() {
      const session = await parse(await secrets.get(name))
      if (session) await tell(session.jar)
      return session
    },
    async write({ jar, ...rest }) {
      await tell(jar)
      await secrets.set(name, JSON.stringify({ ...rest, jar: JSON.stringify(await jar.serialize()) }))
    },
    delete: () => secrets.delete(name),
  }
}

/**
 * A jar of the cookies that a browser would send to the host of `url`. Cookies for other hosts are left out, and so are
 * values that no header can hold: other sites of the authority set cookies for all its hosts. Throws
 * `session-cookies-invalid` if none remains.
 */
export async function jarOf(given: readonly SessionCookie[], url: string): Promise<CookieJar> {
  const { hostname } = new URL(url)
  const { Cookie, CookieJar, domainMatch } = await cookies()
  const jar = new CookieJar()
  let hasOwn = false
  for (const cookie of given) {
    const domain = cookie.domain.replace(/^\./, '').toLowerCase()
    const isOfHost = domain === hostname || (cookie.domain.startsWith('.') && domainMatch(hostname, domain))
    if (!isOfHost || !HEADER_TEXT.test(cookie.name + cookie.value)) continue
    hasOwn = true
    const { name: key, value, path, secure, httpOnly, expires } = cookie
    const end = expires === null ? {} : { expires: new Date(expires) }
    const own = domain === hostname ? {} : { domain }
    await jar.setCookie(new Cookie({ key, value, path, secure, httpOnly, ...own, ...end }), url, { ignoreError: true })
  }
  if ((await jar.getCookies(url)).length > 0) return jar
  const problem = hasOwn ? `those of the host ${hostname} have expired` : `no cookie is of the host ${hostname}`
  throw new RecipisaError('session-cookies-invalid', { problem })
}

/** Bytes without control characters, and without the beginning of another cookie. */
const HEADER_TEXT = /^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/

/** A value that this program did not write, or cannot read any more, counts as none: only the certificate helps. */
async function parse(text: string | undefined): Promise<StoredSession | undefined> {
  if (text === undefined) return undefined
  const { CookieJar } = await cookies()
  try {
    const { jar, ...rest } = v.parse(Stored, JSON.parse(text))
    return { ...rest, jar: CookieJar.deserializeSync(jar) }
  } catch {
    return undefined // as above; parsers quote the text in their messages, so none is passed on
  }
}
