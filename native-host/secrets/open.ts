import { join } from 'node:path'
import { createCredentialStore, type Entry, longestEntry } from './credential-store.ts'
import { createOwnerOnlyFile } from './owner-only-file.ts'
import type { SecretName, Secrets } from './secrets.ts'

/** How entries are called in the credential store. */
const SERVICE = 'Recipisa'
const NAMES = ['tokens', 'client-secret', 'session-spv'] as const satisfies readonly SecretName[]

export type SecretsOptions = {
  dataDir: string
  /** Whose secrets: authority and OAuth application. Those of different scopes never meet. */
  scope: string
  platform: NodeJS.Platform
  /** Opens the system's credential store; undefined where there is none. Tests give their own. */
  store?: (platform: NodeJS.Platform) => Promise<((user: string) => Entry) | undefined>
}

/**
 * Opens the system's credential store, or the file `<dataDir>/secrets.json` where there is none (H-09). Which one it is
 * is decided once. What an earlier run without a store has put into the file moves to the store.
 */
export async function openSecrets({ dataDir, scope, platform, store = systemStore }: SecretsOptions): Promise<Secrets> {
  const file = createOwnerOnlyFile(join(dataDir, 'secrets.json'), scope)
  const entryFor = await store(platform)
  if (!entryFor) return file
  const secrets = createCredentialStore(entryFor, scope, longestEntry(platform))
  if (await file.isEmpty()) return secrets
  for (const name of NAMES) {
    const value = await file.get(name)
    if (value === undefined) continue
    await secrets.set(name, value)
    await file.delete(name)
  }
  return secrets
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
