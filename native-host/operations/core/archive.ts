import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

/** The archive as a whole: checking its documents, and rebuilding a damaged index. */
export function archiveOperations(
  services: Services,
): Pick<Handlers, 'archive.verify' | 'archive.rebuild' | 'archive.showFolder'> {
  return {
    'archive.verify': async (_params, { progress, signal }) => (await services.archive()).verify(progress, signal),
    'archive.rebuild': (_params, { progress, signal }) => services.rebuildArchive(progress, signal),
    'archive.showFolder': async () => ({ folder: await services.showArchiveFolder() }),
  }
}
