import * as v from 'valibot'
import type { TokenPair } from '../authority/oauth/oauth.ts'
import { readTokenFacts } from '../authority/oauth/token.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The token pair as it is kept, in one value, so that both tokens are replaced in one write. */
const StoredTokens = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Epoch ms: from here the documented lifetimes count for tokens that do not tell their end. */
  obtainedAt: v.number(),
  /** `failed`: there is a key for it, and the signature is not of that key. */
  signature: v.picklist(['verified', 'unchecked', 'failed']),
  /** Epoch ms of the refresh that made this pair; null when the certificate or an import did. */
  refreshedAt: v.nullable(v.number()),
  /** The authority refused the refresh token. */
  refused: v.boolean(),
  /** It refused the access token, and no newer one was to be had; absent in what earlier versions kept. */
  accessRefused: v.optional(v.boolean(), false),
  /** Serial of the certificate of the pair that a sign-in has replaced, where it was another. */
  previousSerial: v.optional(v.nullable(v.string())),
})
export type StoredTokens = v.InferOutput<typeof StoredTokens> & TokenPair

/** What is read is believed for this long, ms: a credential store is slow, and every call asks for the token. */
const FRESH = 5_000

type Options = { secrets: Secrets; now: () => number; onSecret: (value: string) => void }

/** The kept tokens of this machine, read through a short-lived memory. */
export type TokenStore = {
  /** The kept pair, perhaps some seconds old. */
  recent(): Promise<StoredTokens | undefined>
  /** The kept pair as it is now: another process may have changed it. */
  read(): Promise<StoredTokens | undefined>
  write(tokens: StoredTokens): Promise<void>
  delete(): Promise<void>
  /** Whether there is a pair that the store would not take (a full disk): this process has its only copy. */
  hasUnsaved(): boolean
  /** Keeps that pair now. As all writing within the lock, since another process may have kept a newer one. */
  saveUnsaved(): Promise<void>
}

export function createTokenStore({ secrets, now, onSecret }: Options): TokenStore {
  let memory: { at: number; tokens: Promise<StoredTokens | undefined> } | undefined
  let unsaved: StoredTokens | undefined
  /** What the unsaved pair takes the place of; undefined where that could not be read. */
  let replaced: { tokens: StoredTokens | undefined } | undefined

  /** For comparing only: a store that cannot be read must not cost the new pair. */
  const whatIsThere = async () => {
    const text = await secrets.get('tokens').catch(() => null)
    return text === null ? undefined : { tokens: parse(text) }
  }
  /** Whether the unsaved pair is newer than what is kept: no matter of clocks, unless nobody knows what it has replaced. */
  const isNewer = (own: StoredTokens, kept: StoredTokens | undefined): boolean =>
    replaced
      ? kept?.accessToken === replaced.tokens?.accessToken
      : kept === undefined || kept.obtainedAt <= own.obtainedAt
  const save = async (tokens: StoredTokens) => {
    unsaved = tokens
    await secrets.set('tokens', JSON.stringify(tokens))
    unsaved = undefined
  }
  const load = async () => {
    const kept = parse(await secrets.get('tokens'))
    const tokens = unsaved && isNewer(unsaved, kept) ? unsaved : kept
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
      if (!unsaved) replaced = await whatIsThere()
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

/** Serial of the certificate before the one of these tokens; refreshed tokens are those of the sign-in that they began with. */
function previousSerial(before: StoredTokens | undefined, tokens: StoredTokens): string | null {
  if (!before) return null
  if (before.accessToken === tokens.accessToken || tokens.refreshedAt !== null) return before.previousSerial ?? null
  const [old, present] = [before, tokens].map(pair => readTokenFacts(pair, pair.obtainedAt).serial)
  return old != null && present != null && old !== present ? old : null
}

/** What this program did not write, or can no longer read, is as good as nothing: only a sign-in helps. */
function parse(text: string | undefined): StoredTokens | undefined {
  if (text === undefined) return undefined
  try {
    const parsed = v.safeParse(StoredTokens, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // no JSON, as above
  }
}
