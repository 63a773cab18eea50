import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type SessionCookie, SessionCookies } from '../../../shared/protocol/session.ts'

/** A number below this counts seconds (until the year 5138), one above it milliseconds (since 1973). */
const MOST_SECONDS = 100_000_000_000

/** When a cookie ends, however the program that wrote it says so; absent, 0 or negative: with the browser's session. */
const Expires = v.pipe(
  v.nullish(v.union([v.number(), v.pipe(v.string(), v.trim(), v.isoTimestamp())]), null),
  v.transform(toMoment),
)

/**
 * A cookie as the tools that read a browser's jar write it: the extension API and its exports have `expirationDate` in
 * seconds and none for the browser's session, Playwright and Puppeteer `expires` in seconds and -1, libraries an ISO date.
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

/** The list itself, or the `cookies` of what Playwright saves as a storage state. */
const WrittenCookies = v.pipe(
  v.unknown(),
  v.transform(value => (typeof value === 'object' && value !== null && 'cookies' in value ? value.cookies : value)),
  v.array(WrittenCookie),
)

/**
 * The cookies of a JSON text. Throws `session-cookies-invalid` that says where they are wrong and not what stands there: the
 * parsers' messages quote the text (G-08).
 */
export function readCookies(text: string): SessionCookie[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RecipisaError('session-cookies-invalid', { problem: 'this is no JSON' })
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
