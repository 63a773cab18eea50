import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Check } from '../../shared/protocol/doctor.ts'
import { found, problemOf } from './check.ts'
import type { Machine } from './machine.ts'

const MEGABYTE = 1024 * 1024
/** Free space below which the archive soon cannot grow, and below which a sync may fail at once, megabytes. */
const LOW = 1024
const NONE = 100

/** Checks the host's data folder as the host will find it: its owner, and whether a file can be written. */
export async function checkDataFolder({ uid }: Machine, path: string): Promise<Check> {
  const probe = join(path, `.doctor-${process.pid}`)
  try {
    const folder = await stat(path).catch(absent)
    if (!folder) return found('data-folder', 'data-folder-absent', { path })
    if (uid !== undefined && folder.uid !== uid) return found('data-folder', 'data-folder-foreign', { path })
    await writeFile(probe, '', { mode: 0o600 })
    await rm(probe)
    // Windows has no such modes, and keeps others out of a user's folders on its own.
    if (uid !== undefined && (folder.mode & 0o077) !== 0) return found('data-folder', 'data-folder-open', { path })
    return found('data-folder', 'data-folder-fine', { path })
  } catch (error) {
    return found('data-folder', 'data-folder-unusable', { path, problem: problemOf(error) })
  }
}

/** Checks the free space where the archive grows or, before the folder exists, will grow. */
export async function checkFreeSpace(path: string): Promise<Check> {
  for (let folder = path; ; folder = dirname(folder)) {
    // A missing or closed folder gives no answer; the folder above it is on the same disk.
    const disk = await statfs(folder).catch(() => undefined)
    if (!disk && folder !== dirname(folder)) continue
    // Blocks for everyone: a system reserves some for its administrator.
    const megabytes = Math.floor(((disk?.bavail ?? 0) * (disk?.bsize ?? 0)) / MEGABYTE)
    return judgeSpace(megabytes)
  }
}

export function judgeSpace(megabytes: number): Check {
  if (megabytes >= LOW) return found('free-space', 'space-fine', { megabytes, gigabytes: Math.floor(megabytes / 1024) })
  return found('free-space', megabytes < NONE ? 'space-none' : 'space-low', { megabytes })
}

/** Converts "not there" to undefined; every other failure counts. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
