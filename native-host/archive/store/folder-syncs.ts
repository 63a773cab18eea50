import type { Disk } from '../../process/disk.ts'

/**
 * Syncs of folders, one for all that wait for the same folder: one that begins after a rename makes that durable, whoever
 * asked for it.
 */
export function createFolderSyncs(disk: Pick<Disk, 'syncFolder'>): (path: string) => Promise<void> {
  /** The sync of a folder that has not begun yet. */
  const next = new Map<string, Promise<void>>()
  const running = new Map<string, Promise<unknown>>()
  return path => {
    const known = next.get(path)
    if (known) return known
    const sync = (async () => {
      // Turns of the others: a failure is theirs.
      await running.get(path)?.catch(() => undefined)
      next.delete(path)
      const own = disk.syncFolder(path)
      running.set(path, own)
      try {
        await own
      } finally {
        if (running.get(path) === own) running.delete(path)
      }
    })()
    next.set(path, sync)
    return sync
  }
}
