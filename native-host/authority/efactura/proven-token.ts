import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DailyLimits } from '../../limits/daily.ts'
import type { Profile } from '../../profile/profile.ts'
import type { AccessTokens, Api } from '../oauth/authorized-api.ts'
import { sayHello } from '../oauth/hello.ts'
import { isTokenAccepted, type TokenProof } from '../oauth/token-proof.ts'
import { dailyLimitOf } from './notes.ts'

type Parts = {
  api: Api
  tokens: AccessTokens
  proof: TokenProof
  daily: DailyLimits
  profile: Pick<Profile, 'baseUrl' | 'environment'>
}

/** Largest answer that is read, bytes; and how long the list is waited for, ms: there is another way. */
const MAX_LIST = 16_000_000
const LIST_TIMEOUT = 20_000
/** A token may be replaced while it is proved, and its proof be old when it comes; not again and again. */
const ROUNDS = 5

/**
 * A token that an answer of the last minutes has accepted, got by a call for that alone where there is none: what is filed
 * must not be what finds out that the token is refused. Throws why there is none; nothing has been filed then.
 */
export async function provenToken(parts: Parts, cui: string, signal: AbortSignal): Promise<string> {
  const { tokens, proof } = parts
  for (let round = 0; round < ROUNDS; round++) {
    const token = await tokens.accessToken(signal)
    if (proof.holds(token)) return token
    await prove(parts, cui, signal) // perhaps of a newer token, which the next round gets
  }
  throw new RecipisaError('maintenance', { operation: 'TestOauth', status: 200 })
}

/**
 * By the shortest list of the same service, for its right is the token's, too: one that lacks it is told so, and costs no
 * filing either (E-32). TestOauth, which knows the token only, steps in where the list has nothing to say about it.
 */
async function prove(parts: Parts, cui: string, signal: AbortSignal): Promise<void> {
  try {
    await list(parts, cui, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (isAboutToken(error)) throw error
    await sayHello(parts.api, parts.profile, signal)
  }
}

/** The buyers' messages of one day; whatever the service says about them, it has taken the token. */
async function list({ api, daily, profile }: Parts, cui: string, signal: AbortSignal): Promise<void> {
  const operation = 'listaMesajeFactura'
  const query = new URLSearchParams({ zile: '1', cif: cui, filtru: 'R' })
  const url = `${profile.baseUrl}/${profile.environment}/FCTEL/rest/${operation}?${query}`
  const beforeEach = () => daily.take('list-by-days', cui)
  const read = { operation, url, maxBytes: MAX_LIST, timeout: LIST_TIMEOUT, once: true, beforeEach }
  const answer = await api.read(read, signal)
  if (!isTokenAccepted(answer)) throw await api.explain(operation, answer)
  const { body } = answer
  if (body.kind === 'note' && dailyLimitOf(body.note) !== undefined) daily.exhaust('list-by-days', cui)
}

function isAboutToken(error: unknown): boolean {
  const codes = ['auth-required', 'session-expired', 'no-rights']
  return error instanceof RecipisaError && codes.includes(error.code)
}
