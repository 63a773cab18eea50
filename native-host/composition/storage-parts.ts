import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Archive } from '../archive/core/archive.ts'
import type { TornLines } from '../archive/core/journal.ts'
import type { Elsewhere } from '../archive/store/stored-bytes.ts'
import type { Log } from '../log/log.ts'
import { networkDriveOf } from '../process/network-drive.ts'
import { loadProfile } from '../profile/load.ts'
import type { Profile } from '../profile/profile.ts'
import { bindingsOf } from '../secrets/bindings.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { LazyParts } from './lazy-parts.ts'

type Options = {
  dataDir: string
  profilePath: string | undefined
  now: () => number
  log: Log
  /** Fetches documents that the archive only knows of. */
  elsewhere: Elsewhere
  onOpened: (archive: Archive) => void
}

/** Everything read from this machine. */
export function createStorageParts(
  { part }: LazyParts,
  { dataDir, profilePath, now, log, elsewhere, onOpened }: Options,
) {
  const profile = part(async () => loadProfile({ path: profilePath, dataDir }))
  const secretsOf = async (owner: Profile): Promise<Secrets> => {
    const { openSecrets } = await import('../secrets/open.ts')
    const scope = `${owner.authUrl} ${owner.clientId ?? ''}`
    return openSecrets({ dataDir, scope, bindings: bindingsOf(owner), platform: process.platform })
  }
  return {
    profile,
    /** The secrets of a profile that may not be in use yet. */
    secretsOf,
    secrets: part(async () => secretsOf(await profile())),
    archive: part(async () => {
      const { environment, access } = await profile()
      const { openArchive } = await import('../archive/core/open.ts')
      const kind = await networkDriveOf(dataDir)
      if (kind) throw new RecipisaError('database-on-network', { path: dataDir, kind })
      const onTornLines = (torn: TornLines) => log.warn('journal-torn', torn)
      const archive = await openArchive({ dataDir, environment, access, now, elsewhere, onTornLines })
      onOpened(archive)
      return archive
    }),
  }
}

export type StorageParts = ReturnType<typeof createStorageParts>
