import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { AuthStatus } from '../../shared/protocol/auth.ts'
import type { Locks } from '../archive/archive.ts'
import type { Http } from '../authority/http.ts'
import { authorizeUrl, createOAuth, type OAuthClient, parseTokens } from '../authority/oauth.ts'
import { readTokenFacts, verifySignature } from '../authority/token.ts'
import type { AccessTokens, TokenPair } from '../authority/types.ts'
import type { Log } from '../log/log.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { authStatus } from './auth-status.ts'
import { bounded, createOwnLife } from './own-life.ts'
import { createTokenStore, type StoredTokens } from './stored-tokens.ts'

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
  /**
   * When nothing is under way that was begun, whoever has stopped waiting for it: to be awaited before the process ends,
   * which never takes longer than a request to the token endpoint may.
   */
  settled(): Promise<void>
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
}

/** An access token is refreshed this long ahead of its end, ms; one that lives shorter, in its last tenth. */
const AHEAD = 7 * 86_400_000
/** After a refresh that failed, or one that did not help, the next one waits this long, ms. */
const REST = 60_000
/** A request to the token endpoint, connection and all, ms; it goes on for as long whoever asked for it. */
const REQUEST_LIMIT = 90_000
/** How long another process that has the tokens under way is waited for, ms: longer than its request may take. */
const LOCK_PATIENCE = 120_000
/** Less than this left is as good as none: the call takes time too, ms. */
const SPARE = 60_000

export function createTokens(options: TokensOptions): Tokens {
  const { http, profile, secrets, locks, env, now, onSecret, log } = options
  const oauth = createOAuth(http, profile)
  const store = createTokenStore({ secrets, now, onSecret })
  let failedAt = Number.NEGATIVE_INFINITY

  const clientSecret = async () => {
    const secret = env.RECIPISA_CLIENT_SECRET || (await secrets.get('client-secret'))
    if (secret) onSecret(secret)
    return secret
  }
  const notConfigured = (...missing: string[]) =>
    new RecipisaError('client-not-configured', { missing: missing.join(', ') })
  const client = async (): Promise<OAuthClient> => {
    const { clientId } = profile
    const secret = await clientSecret()
    if (clientId && secret) return { clientId, clientSecret: secret }
    throw notConfigured(...(clientId ? [] : ['client ID']), ...(secret ? [] : ['client secret']))
  }
  const redirectUri = (): string => {
    if (profile.redirectUri) return profile.redirectUri
    throw notConfigured('redirect URI')
  }
  const life = createOwnLife(log)
  const late = () => new RecipisaError('unreachable', { host: new URL(profile.authUrl).hostname, problem: 'no answer' })
  let last: Promise<unknown> = Promise.resolve()
  /**
   * One at a time over all processes; whoever comes in reads anew what the one before has kept. Those of this
   * process queue here, since the lock between processes is polled for. Work that has begun is never cut off by its
   * caller's signal: the authority may have used up a code or a refresh token by then.
   */
  const alone = <T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T> => {
    const begin = async () => {
      signal.throwIfAborted()
      if (store.hasUnsaved()) await store.saveUnsaved()
      return bounded(REQUEST_LIMIT, late, work)
    }
    const turn = last.then(() => locks.withLock('sign-in', signal, begin, LOCK_PATIENCE))
    last = turn.catch(() => undefined) // told to its own caller; the next one is not concerned
    return life.lead(turn, signal)
  }
  const never = new AbortController().signal
  /** A pair that could not be kept when it came is kept first of all. */
  const saved = async <T>(read: () => Promise<T>): Promise<T> => {
    if (store.hasUnsaved()) await alone(never, async () => undefined)
    return read()
  }

  /** Tokens as they are kept, and what is wrong with their signature. */
  type Kept = { tokens: StoredTokens; problem: RecipisaError | undefined }

  /** Keeps a pair before anything is made of it: it is the only one that the authority still takes. Then judges it. */
  const keep = async (pair: TokenPair, from: Pick<StoredTokens, 'obtainedAt' | 'refreshedAt'>): Promise<Kept> => {
    onSecret(pair.accessToken)
    onSecret(pair.refreshToken)
    const unjudged = { ...pair, ...from, signature: 'unchecked', refused: false, accessRefused: false } as const
    await store.write(unjudged)
    const { signature, problem } = await judge(pair.accessToken, profile.tokenKeys)
    const tokens = { ...unjudged, signature }
    if (signature !== 'unchecked') await store.write(tokens)
    if (problem) log.warn('token-signature', { error: problem })
    return { tokens, problem }
  }

  /** Uses up the refresh token; the new pair is kept before anybody gets it. To be called within the lock. */
  const renew = async (old: StoredTokens, signal: AbortSignal): Promise<Kept> => {
    if (old.refused) throw new RecipisaError('token-rejected')
    if (readTokenFacts(old, old.obtainedAt).refreshExpiresAt <= now()) throw new RecipisaError('sign-in-expired')
    const application = await client()
    try {
      const pair = await oauth.refresh(application, old.refreshToken, signal)
      return await keep(pair, { obtainedAt: now(), refreshedAt: now() })
    } catch (cause) {
      if (!(cause instanceof RecipisaError) || cause.reason !== 'grant-rejected') throw cause
      await store.write({ ...old, refused: true })
      throw new RecipisaError('token-rejected', {}, { cause })
    }
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
  const told = async ({ problem }: Kept): Promise<AuthStatus> => {
    if (problem) throw problem
    return status()
  }

  const note = async (token: string, accessRefused: boolean) => {
    const isNews = (tokens: StoredTokens | undefined): tokens is StoredTokens =>
      tokens?.accessToken === token && tokens.accessRefused !== accessRefused
    if (!isNews(await store.recent())) return
    await alone(never, async () => {
      const current = await store.read()
      if (isNews(current)) await store.write({ ...current, accessRefused })
    })
  }

  return {
    status,
    hasClientSecret: async () => Boolean(await clientSecret()),
    async begin() {
      const { clientId } = await client()
      const callback = redirectUri()
      checkRedirectUri(callback)
      return { authorizeUrl: authorizeUrl(profile, clientId, callback), redirectUri: callback }
    },
    async complete(code, signal) {
      const application = await client()
      const callback = redirectUri()
      const exchange = async (own: AbortSignal) => {
        const pair = await oauth.exchange(application, code, callback, own)
        return keep(pair, { obtainedAt: now(), refreshedAt: null })
      }
      return told(await alone(signal, exchange))
    },
    async accessToken(signal) {
      const known = present(await saved(store.recent))
      const isBetterLeft = known.refused || now() - failedAt < REST
      if (!isDue(known) || (isBetterLeft && left(known) > SPARE)) return known.accessToken
      return alone(signal, async own => {
        const current = present(await store.read())
        if (!isDue(current)) return current.accessToken
        try {
          return (await renew(current, own)).tokens.accessToken
        } catch (error) {
          if (left(current) <= SPARE) throw error
          failedAt = now()
          log.warn('refreshing ahead of time failed', { error })
          return current.accessToken
        }
      })
    },
    afterRejected: (token, signal) =>
      alone(signal, async own => {
        const current = present(await store.read())
        if (current.accessToken !== token) return current.accessToken
        if (current.refreshedAt !== null && now() - current.refreshedAt < REST) return undefined
        return (await renew(current, own)).tokens.accessToken
      }),
    noteRefused: token => note(token, true),
    noteAccepted: token => note(token, false),
    async refresh(signal) {
      return told(await alone(signal, async own => renew(present(await store.read()), own)))
    },
    async import(json) {
      const pair = parseImported(json)
      return told(await alone(never, () => keep(pair, { obtainedAt: now(), refreshedAt: null })))
    },
    async forget() {
      await alone(never, () => store.delete())
      return status()
    },
    async settled() {
      await life.settled()
      // The last chance for a pair that could not be kept when it came.
      await saved(async () => undefined).catch((error: unknown) => log.warn('tokens-not-kept', { error }))
    },
  }
}

async function judge(
  token: string,
  keys: Profile['tokenKeys'],
): Promise<Pick<StoredTokens, 'signature'> & { problem: RecipisaError | undefined }> {
  try {
    return { signature: await verifySignature(token, keys), problem: undefined }
  } catch (error) {
    if (!(error instanceof RecipisaError)) throw error
    return { signature: 'failed', problem: error }
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
