import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { personDisk } from '../../process/disk.ts'
import type { Claims } from '../coordination/claims.ts'
import { folderId } from './folder-id.ts'
import { type Mirrored, type MirrorOptions, mirrorDocuments } from './mirror.ts'
import { checkTemplate } from './template.ts'

type Options = Omit<MirrorOptions, 'archive' | 'disk'> & {
  archive: MirrorOptions['archive'] & Pick<Archive, 'locks'>
  /** Undefined outside an office. */
  claims: Pick<Claims, 'take' | 'release'> | undefined
}

/**
 * Mirrors while nobody else mirrors into the folder: a second mirror would not find the first one's documents in the
 * ledger, and would write each again under another name. Waits for another program with this archive; throws
 * `mirror-elsewhere` for another seat.
 */
export async function mirrorAlone({ claims, ...options }: Options): Promise<Mirrored> {
  const { archive, folder, template, signal } = options
  checkTemplate(template)
  await personDisk.makeFolder(folder)
  // A path can be too long for the name of a lock. Some systems take two cases of a letter for one.
  const path = (await personDisk.realPath(folder)).toLowerCase()
  return archive.locks.withLock(`mirror ${sha256Of(path)}`, signal, async () => {
    if (!claims) return mirrorDocuments(options)
    const key = { area: 'mirror', environment: '', key: await folderId(personDisk, folder, signal) } as const
    if ((await claims.take(key)) === 'busy') throw new RecipisaError('mirror-elsewhere', { folder })
    try {
      return await mirrorDocuments(options)
    } finally {
      await claims.release(key)
    }
  })
}
