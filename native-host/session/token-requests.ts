import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Locks } from '../archive/core/archive.ts'
import type { TokenPair } from '../authority/oauth/oauth.ts'
import { createOAuth } from '../authority/oauth/oauth.ts'
import { readTokenFacts, verifySignature } from '../authority/oauth/token.ts'
import type { Http } from '../authority/wire/http.ts'
import type { Log } from '../log/log.ts'
import type { Profile } from '../profile/profile.ts'
import type { Application } from './application.ts'
import { createOutlivingWork, withTimeLimit } from './outliving-work.ts'
import type { StoredTokens, TokenStore } from './stored-tokens.ts'

/**
 * The requests for tokens. Each stores the tokens before it resolves, and resolves with the problem of their signature,
 * if any. The signal ends only the wait (docs/decisions/0032-given-once-has-its-own-life.md).
 */
export type TokenRequests = {
  exchange(code: string, signal: AbortSignal): Promise<RecipisaError | undefined>
  /** Replaces the tokens that have this access token; does nothing if they are already replaced. */
  renew(accessToken: string, signal: AbortSignal): Promise<RecipisaError | undefined>
}

type From = Pick<StoredTokens, 'obtainedAt' | 'refreshedAt'>

/** The requests made by this process, with the lock that guards the tokens. */
export type OwnTokenRequests = TokenRequests & {
  /** Runs `work` alone over all processes. */
  alone<T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T>
  /** Stores a pair; call this within `alone`. */
  keep(pair: TokenPair, from: From): Promise<RecipisaError | undefined>
  settled(): Promise<void>
}

type Options = {
  http: Http
  profile: Pick<Profile, 'authUrl' | 'tokenKeys'>
  application: Application
  store: TokenStore
  locks: Locks
  now: () => number
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
}

/**
 * Longest duration of a request to the token endpoint, ms, connection included. The request goes on without its caller.
 */
const REQUEST_LIMIT = 90_000
/** How long to wait for another process with the tokens, ms: longer than its request may take. */
const LOCK_PATIENCE = 120_000

export function createTokenRequests(options: Options): OwnTokenRequests {
  const { http, profile, application, store, locks, now, onSecret, log } = options
  const oauth = createOAuth(http, profile)
  const outliving = createOutlivingWork(log)
  let last: Promise<unknown> = Promise.resolve()

  /**
   * One at a time over all processes; each rereads the previous one's result. The calls of this process queue
   * here, because the lock between processes is polled. The caller's signal never cuts off work that has begun: by then
   * the authority may have used up the code or the refresh token.
   */
  const alone: OwnTokenRequests['alone'] = (signal, work) => {
    const begin = async () => {
      signal.throwIfAborted()
      if (store.hasUnsaved()) await store.saveUnsaved()
      return withTimeLimit(REQUEST_LIMIT, profile.authUrl, work)
    }
    const turn = last.then(() => locks.withLock('sign-in', signal, begin, LOCK_PATIENCE))
    last = turn.catch(() => undefined) // its own caller hears about it; the next turn still begins
    return outliving.wait(turn, signal)
  }

  /** Stores a pair, the only one that the authority still accepts. Only then does it check the signature. */
  const keep: OwnTokenRequests['keep'] = async (pair, from) => {
    onSecret(pair.accessToken)
    onSecret(pair.refreshToken)
    const unjudged = { ...pair, ...from, signature: 'unchecked', refused: false, accessRefused: false } as const
    await store.write(unjudged)
    const { signature, problem } = await judge(pair.accessToken, profile.tokenKeys)
    if (signature !== 'unchecked') await store.write({ ...unjudged, signature })
    if (problem) log.warn('token-signature', { error: problem })
    return problem
  }

  /** Uses up the refresh token; the new pair is stored before anyone gets it. */
  const refresh = async (old: StoredTokens, signal: AbortSignal) => {
    if (old.refused) throw new RecipisaError('token-rejected')
    if (readTokenFacts(old, old.obtainedAt).refreshExpiresAt <= now()) throw new RecipisaError('sign-in-expired')
    const client = await application.client()
    try {
      const pair = await oauth.refresh(client, old.refreshToken, signal)
      return await keep(pair, { obtainedAt: now(), refreshedAt: now() })
    } catch (cause) {
      if (!(cause instanceof RecipisaError) || cause.reason !== 'grant-rejected') throw cause
      await store.write({ ...old, refused: true })
      throw new RecipisaError('token-rejected', {}, { cause })
    }
  }

  return {
    alone,
    keep,
    settled: outliving.settled,
    async exchange(code, signal) {
      const client = await application.client()
      const callback = application.redirectUri()
      return alone(signal, async own => {
        const pair = await oauth.exchange(client, code, callback, own)
        return keep(pair, { obtainedAt: now(), refreshedAt: null })
      })
    },
    renew: (accessToken, signal) =>
      alone(signal, async own => {
        const current = await store.read()
        if (!current) throw new RecipisaError('not-signed-in')
        return current.accessToken === accessToken ? refresh(current, own) : undefined
      }),
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
