import * as v from 'valibot'
import type { TokenPair } from '../authority/oauth/oauth.ts'
import { readTokenFacts } from '../authority/oauth/token.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The stored pair of tokens: one value, so that one write replaces both. */
const StoredTokens = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Epoch ms. For tokens that do not name their end, the documented lifetimes count from here. */
  obtainedAt: v.number(),
  /** `failed`: a key is configured, and the signature does not match. */
  signature: v.picklist(['verified', 'unchecked', 'failed']),
  /** Epoch ms of the refresh that obtained this pair; null after a sign-in or an import. */
  refreshedAt: v.nullable(v.number()),
  /** The authority refused the refresh token. */
  refused: v.boolean(),
  /** The authority refused the access token, and there was no newer one. Earlier versions did not store this. */
  accessRefused: v.optional(v.boolean(), false),
  /** Certificate serial of the previous sign-in, if it was a different certificate. */
  previousSerial: v.optional(v.nullable(v.string())),
})
export type StoredTokens = v.InferOutput<typeof StoredTokens> & TokenPair

/** How long a read pair counts as current, ms: credential stores are slow, and every call needs the token. */
const FRESH = 5_000

type Options = { secrets: Secrets; now: () => number; onSecret: (value: string) => void }

/** The stored tokens of this machine, with a short-lived cache. */
export type TokenStore = {
  /** The stored pair, perhaps some seconds old. */
  recent(): Promise<StoredTokens | undefined>
  /** The stored pair as it is now: another process may have changed it. */
  read(): Promise<StoredTokens | undefined>
  write(tokens: StoredTokens): Promise<void>
  delete(): Promise<void>
  /** Whether the store refused a pair (a full disk), so that only this process has it. */
  hasUnsaved(): boolean
  /**
   * Stores the unsaved pair. Like every write, this belongs within the lock: another process may have stored a newer
   * pair.
   */
  saveUnsaved(): Promise<void>
}

export function createTokenStore({ secrets, now, onSecret }: Options): TokenStore {
  let memory: { at: number; tokens: Promise<StoredTokens | undefined> } | undefined
  let unsaved: StoredTokens | undefined
  /** The pair that the unsaved one replaces; undefined if it could not be read. */
  let replaced: { tokens: StoredTokens | undefined } | undefined

  /** Read only for comparison: an unreadable store must not cost the new pair. */
  const storedNow = async () => {
    const text = await secrets.get('tokens').catch(() => null)
    return text === null ? undefined : { tokens: parse(text) }
  }
  /** Whether the unsaved pair is newer than the stored one. Clocks decide only if the replaced pair is unknown. */
  const isNewer = (own: StoredTokens, stored: StoredTokens | undefined): boolean =>
    replaced
      ? stored?.accessToken === replaced.tokens?.accessToken
      : stored === undefined || stored.obtainedAt <= own.obtainedAt
  const save = async (tokens: StoredTokens) => {
    unsaved = tokens
    await secrets.set('tokens', JSON.stringify(tokens))
    unsaved = undefined
  }
  const load = async () => {
    const stored = parse(await secrets.get('tokens'))
    const tokens = unsaved && isNewer(unsaved, stored) ? unsaved : stored
    for (const secret of tokens ? [tokens.accessToken, tokens.refreshToken] : []) onSecret(secret)
    return tokens
  }
  const read = () => {
    const tokens = load()
    memory = { at: now(), tokens }
    tokens.catch(() => {
      memory = undefined
    })
    return tokens
  }
  return {
    read,
    recent: () => (memory && Math.abs(now() - memory.at) < FRESH ? memory.tokens : read()),
    async write(tokens) {
      for (const secret of [tokens.accessToken, tokens.refreshToken]) onSecret(secret)
      memory = undefined
      if (!unsaved) replaced = await storedNow()
      await save({ ...tokens, previousSerial: previousSerial(unsaved ?? replaced?.tokens, tokens) })
    },
    async delete() {
      memory = undefined
      unsaved = undefined
      await secrets.delete('tokens')
    },
    hasUnsaved: () => unsaved !== undefined,
    async saveUnsaved() {
      const tokens = unsaved && (await load())
      if (tokens === unsaved) await (tokens && save(tokens))
      else unsaved = undefined
    },
  }
}

/** Certificate serial of the sign-in before these tokens'. A refresh belongs to the sign-in that it continues. */
function previousSerial(before: StoredTokens | undefined, tokens: StoredTokens): string | null {
  if (!before) return null
  if (before.accessToken === tokens.accessToken || tokens.refreshedAt !== null) return before.previousSerial ?? null
  const [old, present] = [before, tokens].map(pair => readTokenFacts(pair, pair.obtainedAt).serial)
  return old != null && present != null && old !== present ? old : null
}

/** A value that this program did not write, or can no longer read, counts as none: only a sign-in helps. */
function parse(text: string | undefined): StoredTokens | undefined {
  if (text === undefined) return undefined
  try {
    const parsed = v.safeParse(StoredTokens, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // not JSON, as above
  }
}
