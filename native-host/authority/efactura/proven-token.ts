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
  profile: Pick<Profile, 'access' | 'apiUrl' | 'environment'>
}

/**
 * Largest answer that is read, bytes; and how long to wait for the list, ms, since TestOauth can prove the token too.
 */
const MAX_LIST = 16_000_000
const LIST_TIMEOUT = 20_000
/** A token may be replaced while it is being proved, or its proof may arrive too late. This is the number of tries. */
const ROUNDS = 5

/**
 * A token that was accepted within the last minutes. If there is none, a call is made just to prove it: an upload must
 * not be the call that finds the token refused. Throws if no token can be proved; nothing was sent then.
 */
export async function provenToken(parts: Parts, cui: string, signal: AbortSignal): Promise<string> {
  const { tokens, proof } = parts
  for (let round = 0; round < ROUNDS; round++) {
    const token = await tokens.accessToken(signal)
    if (proof.holds(token)) return token
    await prove(parts, cui, signal) // perhaps a newer token, which the next round reads
  }
  throw new RecipisaError('maintenance', { operation: 'TestOauth', status: 200 })
}

/**
 * Proves the token by the shortest list of the same service. A token without the right for that service also fails
 * here, before any upload (E-32). If the list says nothing about the token, TestOauth does.
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

/** Reads one day of buyers' messages. Any answer from the service itself proves that it has accepted the token. */
async function list({ api, daily, profile }: Parts, cui: string, signal: AbortSignal): Promise<void> {
  const operation = 'listaMesajeFactura'
  const query = new URLSearchParams({ zile: '1', cif: cui, filtru: 'R' })
  const url = `${profile.apiUrl}/${profile.environment}/FCTEL/rest/${operation}?${query}`
  const beforeEach = () => daily.take('list-by-days', cui)
  const read = { operation, url, maxBytes: MAX_LIST, timeout: LIST_TIMEOUT, once: true, beforeEach }
  const answer = await api.read(read, signal)
  if (!isTokenAccepted(answer)) throw await api.explain(operation, answer)
  const { body } = answer
  if (body.kind === 'note' && dailyLimitOf(body.note) !== undefined) await daily.exhaust('list-by-days', cui)
}

function isAboutToken(error: unknown): boolean {
  const codes = ['auth-required', 'session-expired', 'no-rights']
  return error instanceof RecipisaError && codes.includes(error.code)
}
