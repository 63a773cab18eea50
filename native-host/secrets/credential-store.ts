import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Secrets } from './secrets.ts'

/** One text under one name, as in every system's credential store. */
export type Entry = {
  getPassword(): Promise<string | null | undefined>
  setPassword(value: string): Promise<void>
  deleteCredential(): Promise<boolean>
}

/** Longest text of one entry, characters: Windows takes 2560 bytes, two for each character; other systems have no limit. */
const WINDOWS_LIMIT = 1200
/** How often to retry reading a value whose parts another process is replacing. */
const MOST_READS = 5

export function longestEntry(platform: NodeJS.Platform): number {
  return platform === 'win32' ? WINDOWS_LIMIT : Number.POSITIVE_INFINITY
}

/**
 * Secrets in the system's credential store. A value too long for one entry is split into parts; its own entry names
 * them and is written last, so that a value is replaced as a whole. A damaged value counts as none, and can be replaced.
 * Throws `secret-store` if the store is locked or a prompt was dismissed; never falls back to a file.
 */
export function createCredentialStore(entryFor: (user: string) => Entry, scope: string, limit: number): Secrets {
  const account = (name: string) => `${name}@${sha256(scope).slice(0, 16)}`

  const partsOf = (name: string, { set, count }: Parts): Entry[] =>
    Array.from({ length: count }, (_, index) => entryFor(`${account(name)}/${set}${index}`))

  const readParts = async (name: string, parts: Parts): Promise<string | undefined> => {
    const texts = await Promise.all(partsOf(name, parts).map(part => part.getPassword()))
    const value = texts.join('')
    return sha256(value) === parts.sha256 ? value : undefined
  }

  return {
    keptIn: 'credential-store',
    get: name =>
      guard(async () => {
        for (let read = 0; read < MOST_READS; read++) {
          const head = parseHead(await entryFor(account(name)).getPassword())
          if (typeof head !== 'object') return head
          const value = await readParts(name, head)
          if (value !== undefined) return value
        }
        return undefined // the parts do not fit together
      }),
    set: (name, value) =>
      guard(async () => {
        const head = entryFor(account(name))
        const before = parseHead(await head.getPassword())
        if (value.length < limit) await head.setPassword(WHOLE + value)
        else {
          // The old parts stay until the entry names the new ones.
          const set = typeof before === 'object' && before.set === 'a' ? 'b' : 'a'
          const texts = value.match(new RegExp(`[^]{1,${limit}}`, 'g')) ?? []
          const parts: Parts = { set, count: texts.length, sha256: sha256(value) }
          for (const [index, part] of partsOf(name, parts).entries()) await part.setPassword(texts[index] ?? '')
          await head.setPassword(PARTS + JSON.stringify(parts))
        }
        if (typeof before === 'object') for (const part of partsOf(name, before)) await part.deleteCredential()
      }),
    delete: name =>
      guard(async () => {
        const head = entryFor(account(name))
        const before = parseHead(await head.getPassword())
        await head.deleteCredential()
        if (typeof before === 'object') for (const part of partsOf(name, before)) await part.deleteCredential()
      }),
  }
}

/** Most parts of one value: a hundred times as many as tokens have. */
const MOST_PARTS = 1000
const Parts = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    set: v.picklist(['a', 'b']),
    count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_PARTS)),
    sha256: v.string(),
  }),
)
type Parts = v.InferOutput<typeof Parts>

/** First character of an entry: either the value follows, or the names of its parts. */
const WHOLE = '='
const PARTS = '#'

/** The value, or the names of its parts; undefined if there is no entry, or nothing that this program wrote. */
function parseHead(head: string | null | undefined): string | Parts | undefined {
  if (head?.startsWith(WHOLE)) return head.slice(1)
  const parts = v.safeParse(Parts, head?.startsWith(PARTS) ? head.slice(1) : undefined)
  return parts.success ? parts.output : undefined
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new RecipisaError('secret-store', { problem }, { cause: error })
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
