import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isProgramReplaced } from '../../shared/errors/program-replaced.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { withProcessLock } from '../process/process-lock.ts'
import type { Bindings } from './bindings.ts'
import { createCredentialStore, type Entry, longestEntry } from './credential-store.ts'
import { createOwnerOnlyFile } from './owner-only-file.ts'
import type { SecretName, Secrets } from './secrets.ts'

/** Name of the entries in the credential store. */
const SERVICE = 'Recipisa'
/** D-Bus says so of a service that it knows, and that is silent. */
const NO_REPLY = 'Did not receive a reply'
/** How long to wait for another process moving secrets, ms. */
const PATIENCE = 60_000

export type SecretsOptions = {
  dataDir: string
  /** Authority and OAuth application that the secrets belong to. Secrets of different scopes never mix. */
  scope: string
  /** Secrets bound to one service within the scope. */
  bindings?: Bindings
  platform: NodeJS.Platform
  /** Opens the system's credential store; undefined if there is none. Tests pass their own. */
  store?: (platform: NodeJS.Platform) => Promise<((user: string) => Entry) | undefined>
}

/**
 * Opens the system's credential store, or the file `<dataDir>/secrets.json` if there is none (H-09); the choice is made
 * once. A secret that an earlier run stored elsewhere is moved on first use: from the file into the store, and from the
 * scope to its bound service.
 */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const { dataDir, scope, bindings = {}, platform, store = systemStore } = options
  const entryFor = await store(platform)
  const inFile = (within: string): Secrets => createOwnerOnlyFile(join(dataDir, 'secrets.json'), within)
  const inStore = (within: string): Secrets =>
    entryFor ? createCredentialStore(entryFor, within, longestEntry(platform)) : inFile(within)

  /** The place of a secret, and earlier places, the newest first; a value in the file is newer than one in the store. */
  const placesOf = (name: SecretName): { current: Secrets; before: { place: Secrets; isNewer: boolean }[] } => {
    const binding = bindings[name]
    const within = binding ? `${scope} ${binding.to}` : scope
    const before = entryFor ? [{ place: inFile(within), isNewer: true }] : []
    if (binding?.adopts && entryFor) before.push({ place: inFile(scope), isNewer: false })
    if (binding?.adopts) before.push({ place: inStore(scope), isNewer: false })
    return { current: inStore(within), before }
  }

  const move = async (name: SecretName): Promise<Secrets> => {
    const { current, before } = placesOf(name)
    const found = await Promise.all(before.map(({ place }) => place.get(name)))
    if (found.every(value => value === undefined)) return current
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const lockWait = { signal: new AbortController().signal, patience: PATIENCE }
    // Only one process moves: with the moved tokens, that process may already have got new ones.
    await withProcessLock(join(dataDir, 'secrets-move.lock'), lockWait, async () => {
      for (const { place, isNewer } of before) {
        const value = await place.get(name)
        if (value === undefined) continue
        if (isNewer || (await current.get(name)) === undefined) await current.set(name, value)
        await place.delete(name)
      }
    })
    return current
  }
  const places = new Map<SecretName, Promise<Secrets>>()
  const placeOf = (name: SecretName): Promise<Secrets> => {
    const place = places.get(name) ?? move(name)
    places.set(name, place)
    place.catch(() => places.delete(name)) // the store is locked: the next call tries again
    return place
  }

  return {
    keptIn: entryFor ? 'credential-store' : 'owner-only-file',
    get: async name => (await placeOf(name)).get(name),
    set: async (name, value) => (await placeOf(name)).set(name, value),
    delete: async name => (await placeOf(name)).delete(name),
  }
}

/**
 * On Linux, creating an entry connects to the store, and fails without a session bus or a Secret Service; this throws
 * `secret-store` if there is one that does not answer. The store must be named: the default falls back to kernel keys,
 * which a restart loses.
 */
async function systemStore(platform: NodeJS.Platform): Promise<((user: string) => Entry) | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entryFor = (user: string) => new AsyncEntry(SERVICE, user, { linux: { store: 'secret-service' } })
    if (platform === 'linux') entryFor('probe')
    return entryFor
  } catch (error) {
    // Falling back to the file would lose sight of the tokens in the store.
    if (isProgramReplaced(error)) throw error
    if (String(error).includes(NO_REPLY))
      throw new RecipisaError('secret-store', { problem: 'no answer' }, { cause: error })
    return undefined // no credential store, or no build of the library for this system: `keptIn` shows the person
  }
}
