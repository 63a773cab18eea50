import * as v from 'valibot'
import { ApiAccess } from '../../shared/domain/access.ts'
import { Environment } from '../../shared/domain/values.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { parseJson } from '../../shared/text/json.ts'
import { OfficeRecord } from './office-record.ts'
import type { EndpointField } from './production.ts'

/** Requests per minute. */
const Pace = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))
const Text = v.pipe(v.string(), v.trim(), v.minLength(1))

const ProfileFile = v.object({
  environment: v.exactOptional(Environment),
  access: v.exactOptional(ApiAccess),
  authUrl: v.exactOptional(Text),
  baseUrl: v.exactOptional(Text),
  certUrl: v.exactOptional(Text),
  publicUrl: v.exactOptional(Text),
  portalUrl: v.exactOptional(Text),
  statusUrl: v.exactOptional(Text),
  spvUrl: v.exactOptional(Text),
  clientId: v.exactOptional(Text),
  redirectUri: v.exactOptional(Text),
  ca: v.exactOptional(Text),
  signatureAnchors: v.exactOptional(Text),
  requestsPerMinute: v.exactOptional(Pace),
  publicRequestsPerMinute: v.exactOptional(Pace),
  tokenKeys: v.exactOptional(v.record(v.string(), v.string())),
  office: v.exactOptional(OfficeRecord),
})
/** Content of a profile file; every field can be absent. `ca` and `signatureAnchors` are paths, relative to the file. */
export type ProfileFile = v.InferOutput<typeof ProfileFile>

const ENDPOINTS = [
  'authUrl',
  'baseUrl',
  'certUrl',
  'publicUrl',
  'portalUrl',
  'statusUrl',
  'spvUrl',
] as const satisfies readonly EndpointField[]

/**
 * Checks the text of a profile file, and normalizes its addresses. A file that names any endpoint must also name
 * `authUrl` and `baseUrl`, so that one service's token is never sent to another. With the certificate at call time it
 * must name `certUrl` for the same reason.
 */
export function parseProfileFile(text: string, path: string): ProfileFile {
  const file = checkFields(readJson(text, path), path)
  const parsed: ProfileFile = { ...file }
  for (const field of ENDPOINTS) {
    const value = file[field]
    if (value !== undefined) parsed[field] = checkEndpoint(value, field, path)
  }
  if (ENDPOINTS.some(field => file[field] !== undefined)) {
    const needed = file.access === 'certificate' ? (['certUrl'] as const) : []
    for (const field of ['authUrl', 'baseUrl', ...needed] as const) {
      const problem = 'it is missing, though the file names other addresses'
      if (file[field] === undefined) throw new RecipisaError('profile-field', { path, field, problem })
    }
  }
  if (file.redirectUri !== undefined) checkRedirectUri(file.redirectUri, path)
  return parsed
}

/** Whether the host name of a parsed URL can only mean this machine (RFC 6761 for `*.localhost`). */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether nobody on the way can read what goes to an address: by https, or within this machine. */
export const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))

function readJson(text: string, path: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    // Only the position: the parser's message quotes the text around the mistake, which may be a misplaced secret.
    const position =
      cause instanceof Error ? /position \d+( \(line \d+ column \d+\))?/.exec(cause.message)?.[0] : undefined
    throw new RecipisaError('profile-unreadable', { path, problem: position ?? 'it ends too early or is no JSON' })
  }
}

function checkFields(value: unknown, path: string): ProfileFile {
  const wrong = (field: string, problem: string) => new RecipisaError('profile-field', { path, field, problem })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('profile', 'expected an object')
  if ('clientSecret' in value) {
    const place = 'keep it with the settings of the extension or in RECIPISA_CLIENT_SECRET, and remove it here'
    throw wrong('clientSecret', `the client secret does not belong in this file; ${place}`)
  }
  const known = Object.keys(ProfileFile.entries)
  const unknown = Object.keys(value).filter(key => !known.includes(key))
  if (unknown.length > 0) throw wrong(unknown.join(', '), `there is no such field; known are ${known.join(', ')}`)
  const result = v.safeParse(ProfileFile, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw wrong(v.getDotPath(issue) ?? 'profile', `expected ${issue.expected ?? 'another value'}`)
}

function checkEndpoint(value: string, field: string, path: string): string {
  const url = URL.parse(value)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !['https:', 'http:'].includes(url.protocol)) {
    throw new RecipisaError('profile-url', { path, field, value: withoutCredentials(value) })
  }
  if (!isPrivate(url)) {
    throw new RecipisaError('profile-url-insecure', { path, field, value: url.host })
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function checkRedirectUri(value: string, path: string) {
  const url = URL.parse(value)
  if (!url) throw new RecipisaError('profile-url', { path, field: 'redirectUri', value })
  if (url.protocol !== 'https:') throw new RecipisaError('redirect-not-https', { value })
}

function withoutCredentials(value: string): string {
  return value.replace(/\/\/[^/@]*@/, '//…@')
}
