import { compactVerify, decodeJwt, decodeProtectedHeader, importSPKI } from 'jose'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { TokenPair } from './oauth.ts'

const DAY = 86_400_000
/** Documented lifetimes, ms, for a token that does not name its own end. They count from the day it was obtained. */
export const ACCESS_LIFETIME = 90 * DAY
export const REFRESH_LIFETIME = 365 * DAY

/** Longest token to parse, characters: a server takes 16 KB of headers. A longer one counts as opaque. */
const MOST_TOKEN = 16_000

/** The facts that a pair of tokens gives about the sign-in. Moments are epoch ms. */
export type TokenFacts = {
  serial: string | null
  clientAppId: string | null
  roles: string[]
  accessExpiresAt: number
  refreshExpiresAt: number
}

/** Reads the claims. A token that is not a JWT has none, and its end follows from the documented lifetime. */
export function readTokenFacts({ accessToken, refreshToken }: TokenPair, obtainedAt: number): TokenFacts {
  const { serial, clientappid, role, exp } = claimsOf(accessToken)
  return {
    serial: textOf(serial),
    clientAppId: textOf(clientappid),
    roles: listOf(role),
    accessExpiresAt: momentOf(exp) ?? obtainedAt + ACCESS_LIFETIME,
    refreshExpiresAt: momentOf(claimsOf(refreshToken).exp) ?? obtainedAt + REFRESH_LIFETIME,
  }
}

/**
 * Verifies the RS512 signature of a token if a key is configured for its `kid`. `unchecked`: not a JWT, or no such key.
 * Throws `token-signature` if the signature does not match the key.
 */
export async function verifySignature(
  token: string,
  keys: Readonly<Record<string, string>>,
): Promise<'verified' | 'unchecked'> {
  const kid = kidOf(token)
  const pem = kid === undefined ? undefined : keys[kid]
  if (kid === undefined || pem === undefined) return 'unchecked'
  try {
    await compactVerify(token, await importSPKI(pem, 'RS512'), { algorithms: ['RS512'] })
    return 'verified'
  } catch (cause) {
    throw new RecipisaError('token-signature', { kid }, { cause })
  }
}

function claimsOf(token: string): Record<string, unknown> {
  if (token.length > MOST_TOKEN) return {}
  try {
    return decodeJwt(token)
  } catch {
    return {} // opaque: the server ignored token_content_type=jwt
  }
}

function kidOf(token: string): string | undefined {
  if (token.length > MOST_TOKEN) return undefined
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined // opaque, as above
  }
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' || typeof claim === 'number' ? String(claim) : null
}

/** A list, or words separated by spaces or commas. */
function listOf(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter(item => typeof item === 'string')
  return typeof claim === 'string' ? claim.split(/[\s,]+/).filter(Boolean) : []
}

/** A moment outside the calendar counts as missing. */
function momentOf(claim: unknown): number | undefined {
  const moment = typeof claim === 'number' ? Math.round(claim * 1000) : Number.NaN
  return Number.isNaN(new Date(moment).getTime()) ? undefined : moment
}
