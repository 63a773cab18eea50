import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withProcessLock } from '../process/process-lock.ts'
import type { Bindings } from './bindings.ts'
import { createCredentialStore, type Entry, longestEntry } from './credential-store.ts'
import { createOwnerOnlyFile } from './owner-only-file.ts'
import type { SecretName, Secrets } from './secrets.ts'

/** How entries are called in the credential store. */
const SERVICE = 'Recipisa'
/** How long another process that moves secrets is waited for, ms. */
const PATIENCE = 60_000

export type SecretsOptions = {
  dataDir: string
  /** Whose secrets: authority and OAuth application. Those of different scopes never meet. */
  scope: string
  /** What is bound more closely than that. */
  bindings?: Bindings
  platform: NodeJS.Platform
  /** Opens the system's credential store; undefined where there is none. Tests give their own. */
  store?: (platform: NodeJS.Platform) => Promise<((user: string) => Entry) | undefined>
}

/**
 * Opens the system's credential store, or the file `<dataDir>/secrets.json` where there is none (H-09). Which one it is
 * is decided once. What an earlier run has put elsewhere is moved when it is first asked for: into the store, what was
 * kept in the file without one; under its service, what an earlier version kept without saying for which.
 */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const { dataDir, scope, bindings = {}, platform, store = systemStore } = options
  const entryFor = await store(platform)
  const inFile = (within: string): Secrets => createOwnerOnlyFile(join(dataDir, 'secrets.json'), within)
  const inStore = (within: string): Secrets =>
    entryFor ? createCredentialStore(entryFor, within, longestEntry(platform)) : inFile(within)

  /** Where a secret is kept, and where an earlier run may have put it; what lies in the file is newer than the store's. */
  const placesOf = (name: SecretName): { kept: Secrets; before: { place: Secrets; isNewer: boolean }[] } => {
    const binding = bindings[name]
    const within = binding ? `${scope} ${binding.to}` : scope
    const before = entryFor ? [{ place: inFile(within), isNewer: true }] : []
    if (binding?.adopts && entryFor) before.push({ place: inFile(scope), isNewer: false })
    if (binding?.adopts) before.push({ place: inStore(scope), isNewer: false })
    return { kept: inStore(within), before }
  }

  const move = async (name: SecretName): Promise<Secrets> => {
    const { kept, before } = placesOf(name)
    const found = await Promise.all(before.map(({ place }) => place.get(name)))
    if (found.every(value => value === undefined)) return kept
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const waiting = { signal: new AbortController().signal, patience: PATIENCE }
    // One process alone: the other one may have got new tokens with what it has moved.
    await withProcessLock(join(dataDir, 'secrets-move.lock'), waiting, async () => {
      for (const { place, isNewer } of before) {
        const value = await place.get(name)
        if (value === undefined) continue
        if (isNewer || (await kept.get(name)) === undefined) await kept.set(name, value)
        await place.delete(name)
      }
    })
    return kept
  }
  const moved = new Map<SecretName, Promise<Secrets>>()
  const placeOf = (name: SecretName): Promise<Secrets> => {
    const place = moved.get(name) ?? move(name)
    moved.set(name, place)
    place.catch(() => moved.delete(name)) // a locked store: the next one tries again
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
 * On Linux an entry connects when it is made, and fails where there is no session bus or nobody offers the Secret
 * Service. The store must be named: the default falls back to kernel keys, which a restart loses.
 */
async function systemStore(platform: NodeJS.Platform): Promise<((user: string) => Entry) | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entryFor = (user: string) => new AsyncEntry(SERVICE, user, { linux: { store: 'secret-service' } })
    if (platform === 'linux') entryFor('probe')
    return entryFor
  } catch {
    return undefined // no credential store here, or no build of the library for this system: the user sees `keptIn`
  }
}
