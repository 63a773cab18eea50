import { join } from 'node:path'
import { withProcessLock } from '../../process/process-lock.ts'
import type { Locks } from '../core/archive.ts'

/** How long to wait for one holder unless the caller says less, ms: a call that the authority throttles takes long. */
const PATIENCE = 15 * 60_000

/** Locks as files in an existing folder. */
export function createLocks(folder: string): Locks {
  return {
    withLock: (name, signal, work, patience = PATIENCE) =>
      withProcessLock(join(folder, `${encodeURIComponent(name)}.lock`), { signal, patience }, work),
  }
}
