import type { Disk } from '../../process/disk.ts'

/**
 * Syncs of folders, one for all waiters of the same folder: a sync that begins after a rename makes the rename durable,
 * whoever requested the sync.
 */
export function createFolderSyncs(disk: Pick<Disk, 'syncFolder'>): (path: string) => Promise<void> {
  /** The sync of a folder that has not begun yet. */
  const next = new Map<string, Promise<void>>()
  const running = new Map<string, Promise<unknown>>()
  return path => {
    const known = next.get(path)
    if (known) return known
    const sync = (async () => {
      // Other callers' turns: a failure is theirs.
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
