import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { isLoopbackHost } from '../profile/parse.ts'

/** The address of an office's database in the profile, without the password. */
export type OfficeAddress = {
  host: string
  port: number
  database: string
  user: string
  /** Whether the connection leaves this machine, and so must be encrypted, with a trusted server certificate. */
  needsTls: boolean
}

/**
 * Reads `postgres://login@host:port/database`. Throws `office-address` for anything else, including an address with a
 * password: the profile holds no secrets. Encryption cannot be switched off, so parameters are refused too.
 */
export function parseOfficeUrl(text: string): OfficeAddress {
  const wrong = (problem: string) => new RecipisaError('office-address', { problem })
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw wrong('expected postgres://login@host/database')
  if (url.password) throw wrong('the password does not belong in the address')
  if (url.search || url.hash) throw wrong('parameters are not read')
  const [database, user] = [url.pathname.slice(1), url.username].map(decoded)
  if (!url.hostname || !user || !database) throw wrong('expected postgres://login@host/database')
  const port = url.port === '' ? 5432 : Number(url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, database, user, needsTls: !isLoopbackHost(url.hostname) }
}

/** Undefined if the text has a `%` that encodes nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The address for a seat's own login in the same database. */
export function addressFor(url: string, login: string): string {
  const own = new URL(url)
  own.username = login
  own.password = ''
  return own.href
}
