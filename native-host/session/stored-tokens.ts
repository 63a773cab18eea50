import * as v from 'valibot'
import type { TokenPair } from '../authority/types.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The token pair as it is kept, in one value, so that both tokens are replaced in one write. */
const StoredTokens = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Epoch ms: from here the documented lifetimes count for tokens that do not tell their end. */
  obtainedAt: v.number(),
  signature: v.picklist(['verified', 'unchecked']),
  /** Epoch ms of the refresh that made this pair; null when the certificate or an import did. */
  refreshedAt: v.nullable(v.number()),
  /** The authority refused the refresh token. */
  refused: v.boolean(),
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
}

export function createTokenStore({ secrets, now, onSecret }: Options): TokenStore {
  let memory: { at: number; tokens: Promise<StoredTokens | undefined> } | undefined
  /** A pair that the authority gave and the store would not take: the only copy, so the next read tries again. */
  let unsaved: StoredTokens | undefined

  const save = async (tokens: StoredTokens) => {
    unsaved = tokens
    await secrets.set('tokens', JSON.stringify(tokens))
    unsaved = undefined
  }
  const load = async () => {
    if (unsaved) await save(unsaved)
    const tokens = parse(await secrets.get('tokens'))
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
      await save(tokens)
    },
    async delete() {
      memory = undefined
      unsaved = undefined
      await secrets.delete('tokens')
    },
  }
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
