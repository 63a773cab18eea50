import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** How often to look for a change, ms: a colleague's document is seen within two seconds of its arrival. */
const LOOK = 300

/** The archive as a whole: checking its documents, and rebuilding a damaged index. */
export function archiveOperations(
  services: Services,
): Pick<Handlers, 'archive.verify' | 'archive.rebuild' | 'archive.follow' | 'archive.showFolder'> {
  return {
    'archive.verify': async (_params, { progress, signal }) => (await services.archive()).verify(progress, signal),
    'archive.rebuild': (_params, { progress, signal }) => services.rebuildArchive(progress, signal),
    'archive.follow': async (_params, { progress, signal }) => {
      // Looked up each time: a rebuild opens another database.
      const revision = async () => (await services.archive()).revision()
      for (let seen = await revision(); ; ) {
        await wait(LOOK, undefined, { signal }).catch(() => signal.throwIfAborted())
        const found = await revision()
        const isStale = services.isStale()
        if (found !== seen || isStale) progress({})
        // The next request takes over the changed profile, which needs that no other one is under way.
        if (isStale) return {}
        seen = found
      }
    },
    'archive.showFolder': async () => ({ folder: await services.showArchiveFolder() }),
  }
}
