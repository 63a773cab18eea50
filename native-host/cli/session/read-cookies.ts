import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type SessionCookie, SessionCookies } from '../../../shared/protocol/session.ts'
import { parseJson } from '../../../shared/text/json.ts'

/** A smaller number counts seconds (until the year 5138), a larger one milliseconds (since 1973). */
const MOST_SECONDS = 100_000_000_000

/** When a cookie expires, in any notation, as epoch ms; absent, 0 or negative means with the browser's session: null. */
const Expires = v.pipe(
  v.nullish(v.union([v.number(), v.pipe(v.string(), v.trim(), v.isoTimestamp())]), null),
  v.transform(toMoment),
)

/**
 * A cookie in the notations of tools that export cookies. The extension API and its exports have `expirationDate` in
 * seconds, absent for a session cookie. Playwright and Puppeteer have `expires` in seconds or -1. Libraries have an ISO
 * date.
 */
const WrittenCookie = v.pipe(
  v.object({
    name: v.string(),
    value: v.string(),
    domain: v.string(),
    path: v.optional(v.string(), '/'),
    secure: v.optional(v.boolean(), false),
    httpOnly: v.optional(v.boolean(), false),
    expires: Expires,
    expirationDate: Expires,
  }),
  v.transform(({ expirationDate, expires, ...cookie }) => ({ ...cookie, expires: expires ?? expirationDate })),
)

/** The list itself, or the `cookies` of Playwright's storage state. */
const WrittenCookies = v.pipe(
  v.unknown(),
  v.transform(value => (typeof value === 'object' && value !== null && 'cookies' in value ? value.cookies : value)),
  v.array(WrittenCookie),
)

/**
 * The cookies of a JSON text. Throws `session-cookies-invalid`, which names the place of a mistake but not its text,
 * since that may be a secret (G-08).
 */
export function readCookies(text: string): SessionCookie[] {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new RecipisaError('session-cookies-invalid', { problem: 'this is not JSON' })
  }
  const parsed = v.safeParse(v.pipe(WrittenCookies, SessionCookies), value)
  if (parsed.success) return parsed.output
  throw new RecipisaError('session-cookies-invalid', { problem: problemOf(parsed.issues[0]) })
}

function toMoment(value: string | number | null): number | null {
  const moment = typeof value === 'string' ? Date.parse(value) : value
  if (moment === null || moment <= 0) return null
  return Math.round(moment < MOST_SECONDS ? moment * 1000 : moment)
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (path === null) return issue.type === 'min_length' ? 'the list is empty' : `the list: expected ${issue.expected}`
  const [index, ...field] = path.split('.')
  const where = `${field.join('.') || 'what is there'} of cookie ${Number(index) + 1}`
  return issue.received === 'undefined' ? `${where} is missing` : `${where}: expected ${issue.expected}`
}
