import type { Log } from '../log/log.ts'
import { loadProfile } from '../profile/load.ts'
import { bindingsOf } from '../secrets/bindings.ts'
import type { LazyParts } from './lazy-parts.ts'

type Options = { dataDir: string; profilePath: string | undefined; now: () => number; log: Log }

/** Everything that is read from this machine. */
export function createStorageParts({ part }: LazyParts, { dataDir, profilePath, now, log }: Options) {
  const profile = part(async () => loadProfile({ path: profilePath, dataDir }))
  return {
    profile,
    secrets: part(async () => {
      const used = await profile()
      const { openSecrets } = await import('../secrets/open.ts')
      const scope = `${used.authUrl} ${used.clientId ?? ''}`
      return openSecrets({ dataDir, scope, bindings: bindingsOf(used), platform: process.platform })
    }),
    archive: part(async () => {
      const { environment } = await profile()
      const { openArchive } = await import('../archive/core/open.ts')
      return openArchive({ dataDir, environment, now, onTornLines: torn => log.warn('journal-torn', torn) })
    }),
  }
}

export type StorageParts = ReturnType<typeof createStorageParts>
