import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { AuthStatus } from '../../shared/protocol/auth.ts'
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

/** The sign-in as it lasts: where the token endpoint, the secrets and the lock between processes meet. */
export type Tokens = AccessTokens & {
  /** Address to open for the certificate step; throws when the OAuth application's data is incomplete. */
  begin(): Promise<{ authorizeUrl: string; redirectUri: string }>
  /** Exchanges a code and keeps both tokens. */
  complete(code: string, signal: AbortSignal): Promise<AuthStatus>
  status(): Promise<AuthStatus>
  /** Gets new tokens now, whatever the old ones' age. */
  refresh(signal: AbortSignal): Promise<AuthStatus>
  /** Keeps tokens that were got elsewhere: JSON text with access_token and refresh_token. */
  import(json: string): Promise<AuthStatus>
  /** Forgets the tokens on this machine; the authority goes on accepting them until they expire. */
  forget(): Promise<AuthStatus>
  /** Whether a client secret is there: RECIPISA_CLIENT_SECRET, else among the secrets. */
  hasClientSecret(): Promise<boolean>
  /** The requests themselves, done by this process: for a host that has them done by a process which outlives it. */
  readonly requests: TokenRequests
  /**
   * When nothing is under way that was begun, whoever has stopped waiting for it: to be awaited before the process ends. A
   * pair that could not be kept when it came (a full disk) is tried to be kept for `patience` ms more.
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
  /** Told every token and secret, for the log's redactor. */
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
  /** Does the requests where this process may end before their answers; absent where it may not. */
  carrier?: TokenRequests
}

/** An access token is refreshed this long ahead of its end, ms; one that lives shorter, in its last tenth. */
const AHEAD = 7 * 86_400_000
/** After a refresh that failed, or one that did not help, the next one waits this long, ms. */
const REST = 60_000
/** Pause between two tries to keep a pair that could not be kept, ms. */
const PAUSE = 1000
/** Less than this left is as good as none: the call takes time too, ms. */
const SPARE = 60_000

export function createTokens(options: TokensOptions): Tokens {
  const { http, profile, secrets, locks, env, now, onSecret, log } = options
  const application = createApplication({ profile, secrets, env, onSecret })
  const store = createTokenStore({ secrets, now, onSecret })
  const here = createTokenRequests({ http, profile, application, store, locks, now, onSecret, log })
  const requests = options.carrier ?? here
  let failedAt = Number.NEGATIVE_INFINITY

  const never = new AbortController().signal
  /** A pair that could not be kept when it came is kept first of all. */
  const saved = async <T>(read: () => Promise<T>): Promise<T> => {
    if (store.hasUnsaved()) await here.alone(never, async () => undefined)
    return read()
  }
  const present = (tokens: StoredTokens | undefined): StoredTokens => {
    if (!tokens) throw new RecipisaError('not-signed-in')
    return tokens
  }
  const left = (tokens: StoredTokens) => readTokenFacts(tokens, tokens.obtainedAt).accessExpiresAt - now()
  const isDue = (tokens: StoredTokens) => {
    const lifetime = left(tokens) + now() - tokens.obtainedAt
    return left(tokens) <= Math.min(AHEAD, lifetime / 10)
  }
  const status = async () => authStatus(await saved(store.read), secrets.keptIn, now())
  /** What was kept is told all the same when its signature is wrong: to the person who asked for it. */
  const told = async (problem: RecipisaError | undefined): Promise<AuthStatus> => {
    if (problem) throw problem
    return status()
  }

  const note = async (token: string, accessRefused: boolean) => {
    const isNews = (tokens: StoredTokens | undefined): tokens is StoredTokens =>
      tokens?.accessToken === token && tokens.accessRefused !== accessRefused
    if (!isNews(await store.recent())) return
    const writing = here.alone(never, async () => {
      const current = await store.read()
      if (isNews(current)) await store.write({ ...current, accessRefused })
    })
    // The answer that told it counts all the same, and the next one tells it again.
    await writing.catch((error: unknown) => log.warn('token-note-failed', { error }))
  }

  return {
    status,
    requests: here,
    hasClientSecret: async () => Boolean(await application.clientSecret()),
    async begin() {
      const { clientId } = await application.client()
      const callback = application.redirectUri()
      checkRedirectUri(callback)
      return { authorizeUrl: authorizeUrl(profile, clientId, callback), redirectUri: callback }
    },
    complete: async (code, signal) => told(await requests.exchange(code, signal)),
    async accessToken(signal) {
      const known = present(await saved(store.recent))
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
      const current = present(await saved(store.read))
      if (current.accessToken !== token) return current.accessToken
      if (current.refreshedAt !== null && Math.abs(now() - current.refreshedAt) < REST) return undefined
      await requests.renew(token, signal)
      return present(await store.read()).accessToken
    },
    noteRefused: token => note(token, true),
    noteAccepted: token => note(token, false),
    async refresh(signal) {
      // Read once nobody has the tokens under way any more: a sign-in may just be coming to its end.
      const current = present(await here.alone(signal, () => store.read()))
      return told(await requests.renew(current.accessToken, signal))
    },
    async import(json) {
      const pair = parseImported(json)
      return told(await here.alone(never, () => here.keep(pair, { obtainedAt: now(), refreshedAt: null })))
    },
    async forget() {
      await here.alone(never, () => store.delete())
      return status()
    },
    async settled(patience = 0) {
      await here.settled()
      for (const until = performance.now() + patience; store.hasUnsaved(); await wait(PAUSE)) {
        await saved(async () => undefined).catch((error: unknown) => log.warn('tokens-not-kept', { error }))
        if (performance.now() >= until) return
      }
    },
  }
}

/** The extension can only watch for `https://localhost:<port>/callback`. */
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
    value = JSON.parse(json.replace(/^\uFEFF/, '')) // as Windows' shells write it
  } catch {
    // The parser's message quotes the text, which holds secrets.
    throw new RecipisaError('tokens-invalid', { problem: 'no JSON' })
  }
  const pair = parseTokens(value)
  if (!pair) throw new RecipisaError('tokens-invalid', { problem: 'access_token or refresh_token is missing' })
  return pair
}
