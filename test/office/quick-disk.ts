import { mkdir, rename, writeFile } from 'node:fs/promises'
import { type Disk, realDisk } from '../../native-host/process/disk.ts'

/**
 * The host's disk without its waiting: an invented office needs to survive no loss of power. Folders are made once, by this
 * one process.
 */
export function quickDisk(): Disk {
  const made = new Map<string, Promise<unknown>>()
  return {
    ...realDisk,
    makeFolder: async path => {
      const folder = made.get(path) ?? mkdir(path, { recursive: true, mode: 0o700 })
      made.set(path, folder)
      await folder
    },
    write: (path, bytes) => writeFile(path, bytes, { mode: 0o600 }),
    rename,
    syncFolder: async () => undefined,
  }
}
