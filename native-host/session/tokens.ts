import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { AuthStatus } from '../../shared/protocol/auth.ts'
import { parseJson } from '../../shared/text/json.ts'
import type { Locks } from '../archive/core/archive.ts'
import type { AccessTokens } from '../authority/oauth/authorized-api.ts'
import { authorizeUrl, parseTokens, type TokenPair } from '../authority/oauth/oauth.ts'
import { readTokenFacts } from '../authority/oauth/token.ts'
import type { Http } from '../authority/wire/http.ts'
import type { Log } from '../log/log.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createApplication } from './application.ts'
import { authStatus } from './auth-status.ts'
import { createTokenStore, type StoredTokens } from './stored-tokens.ts'
import { createTokenRequests, type TokenRequests } from './token-requests.ts'

/** The e-Factura sign-in over its whole life: joins the token endpoint, the secrets and the lock between processes. */
export type Tokens = AccessTokens & {
  /** The address to open for the certificate step; throws if the OAuth application's data is incomplete. */
  begin(): Promise<{ authorizeUrl: string; redirectUri: string }>
  /** Exchanges a code and stores both tokens. */
  complete(code: string, signal: AbortSignal): Promise<AuthStatus>
  status(): Promise<AuthStatus>
  /** Gets new tokens now, however old the present ones are. */
  refresh(signal: AbortSignal): Promise<AuthStatus>
  /** Stores tokens from elsewhere: JSON text with access_token and refresh_token. */
  import(json: string): Promise<AuthStatus>
  /** Deletes the tokens on this machine; the authority accepts them until they expire. */
  forget(): Promise<AuthStatus>
  /** Whether there is a client secret, in RECIPISA_CLIENT_SECRET or among the secrets. */
  hasClientSecret(): Promise<boolean>
  /** The requests made by this process itself: the carrier uses these. */
  readonly requests: TokenRequests
  /**
   * Resolves when all work is over, even work that nobody waits for any more. Await this before the process ends.
   * Storing an unsaved pair (a full disk) is retried for `patience` ms.
   */
  settled(patience?: number): Promise<void>
}

export type TokensOptions = {
  http: Http
  profile: Profile
  secrets: Secrets
  locks: Locks
  /** Environment variables of this process (RECIPISA_CLIENT_SECRET). */
  env: Readonly<Record<string, string | undefined>>
  now: () => number
  /** Receives every token and secret, for the log's redactor. */
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
  /** Makes the requests if this process may end before their answers; absent if it cannot. */
  carrier?: TokenRequests
}

/** How long before its end to refresh an access token, ms; a short-lived one in the last tenth of its life. */
const AHEAD = 7 * 86_400_000
/** Pause after a failed or useless refresh, ms. */
const REST = 60_000
/** Pause between two tries to store a pair, ms. */
const PAUSE = 1000
/** A token with less time left counts as expired, ms: the call takes time too. */
const SPARE = 60_000

export function createTokens(options: TokensOptions): Tokens {
  const { http, profile, secrets, locks, env, now, onSecret, log } = options
  const application = createApplication({ profile, secrets, env, onSecret })
  const store = createTokenStore({ secrets, now, onSecret })
  const inProcess = createTokenRequests({ http, profile, application, store, locks, now, onSecret, log })
  const requests = options.carrier ?? inProcess
  let failedAt = Number.NEGATIVE_INFINITY

  const never = new AbortController().signal
  /** Stores an unsaved pair before anything is read. */
  const afterSaving = async <T>(read: () => Promise<T>): Promise<T> => {
    if (store.hasUnsaved()) await inProcess.alone(never, async () => undefined)
    return read()
  }
  const present = (tokens: StoredTokens | undefined): StoredTokens => {
    if (!tokens) throw new RecipisaError('not-signed-in')
    return tokens
  }
  const left = (tokens: StoredTokens) => readTokenFacts(tokens, tokens.obtainedAt).accessExpiresAt - now()
  const isDue = (tokens: StoredTokens) => {
    const lifetime = left(tokens) + now() - tokens.obtainedAt
    // A pair that was over when it came shows that this clock is ahead: only a refusal tells its end.
    return lifetime > 0 && left(tokens) <= Math.min(AHEAD, lifetime / 10)
  }
  const status = async () => authStatus(await afterSaving(store.read), secrets.keptIn, now())
  /** The tokens are stored even if their signature is wrong; the person who requested them hears about it. */
  const statusUnless = async (problem: RecipisaError | undefined): Promise<AuthStatus> => {
    if (problem) throw problem
    return status()
  }

  const note = async (token: string, accessRefused: boolean) => {
    const isChange = (tokens: StoredTokens | undefined): tokens is StoredTokens =>
      tokens?.accessToken === token && tokens.accessRefused !== accessRefused
    try {
      if (!isChange(await store.recent())) return
      await inProcess.alone(never, async () => {
        const current = await store.read()
        if (isChange(current)) await store.write({ ...current, accessRefused })
      })
    } catch (error) {
      // The answer counts even if nothing can be noted; the next answer notes it again.
      log.warn('token-note-failed', { error })
    }
  }

  return {
    status,
    requests: inProcess,
    hasClientSecret: async () => Boolean(await application.clientSecret()),
    async begin() {
      const { clientId } = await application.client()
      const callback = application.redirectUri()
      checkRedirectUri(callback)
      return { authorizeUrl: authorizeUrl(profile, clientId, callback), redirectUri: callback }
    },
    complete: async (code, signal) => statusUnless(await requests.exchange(code, signal)),
    async accessToken(signal) {
      const known = present(await afterSaving(store.recent))
      const isBetterLeft = known.refused || now() - failedAt < REST
      if (!isDue(known) || (isBetterLeft && left(known) > SPARE)) return known.accessToken
      try {
        await requests.renew(known.accessToken, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (left(known) <= SPARE) throw error
        failedAt = now()
        log.warn('refreshing ahead of time failed', { error })
      }
      return present(await store.read()).accessToken
    },
    async afterRejected(token, signal) {
      const current = present(await afterSaving(store.read))
      if (current.accessToken !== token) return current.accessToken
      if (current.refreshedAt !== null && Math.abs(now() - current.refreshedAt) < REST) return undefined
      await requests.renew(token, signal)
      return present(await store.read()).accessToken
    },
    noteRefused: token => note(token, true),
    noteAccepted: token => note(token, false),
    async refresh(signal) {
      // Read while nobody else holds the tokens: a sign-in may just be finishing.
      const current = present(await inProcess.alone(signal, () => store.read()))
      return statusUnless(await requests.renew(current.accessToken, signal))
    },
    async import(json) {
      const pair = parseImported(json)
      return statusUnless(
        await inProcess.alone(never, () => inProcess.keep(pair, { obtainedAt: now(), refreshedAt: null })),
      )
    },
    async forget() {
      await inProcess.alone(never, () => store.delete())
      return status()
    },
    async settled(patience = 0) {
      await inProcess.settled()
      for (const until = performance.now() + patience; store.hasUnsaved(); await wait(PAUSE)) {
        await afterSaving(async () => undefined).catch((error: unknown) => log.warn('tokens-not-kept', { error }))
        if (performance.now() >= until) return
      }
    },
  }
}

/** The extension can watch only for `https://localhost:<port>/callback`. */
function checkRedirectUri(value: string) {
  const { protocol, hostname, pathname } = new URL(value)
  if (protocol !== 'https:') throw new RecipisaError('redirect-not-https', { value })
  if (hostname !== 'localhost' || !pathname.startsWith('/callback')) {
    throw new RecipisaError('redirect-not-localhost', { value })
  }
}

function parseImported(json: string): TokenPair {
  let value: unknown
  try {
    value = parseJson(json.replace(/^\uFEFF/, '')) // Windows' shells write a byte order mark
  } catch {
    // The parser quotes the text in its message, and the text holds secrets.
    throw new RecipisaError('tokens-invalid', { problem: 'not JSON' })
  }
  const pair = parseTokens(value)
  if (!pair)
    throw new RecipisaError('tokens-invalid', { problem: 'access_token or refresh_token is missing or no token' })
  return pair
}
