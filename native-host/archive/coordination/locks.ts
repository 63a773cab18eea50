import { join } from 'node:path'
import { withProcessLock } from '../../process/process-lock.ts'
import type { Locks } from '../core/archive.ts'

/** How long one holder is waited for unless the caller says less, ms: a call that the authority slows down may take long. */
const PATIENCE = 15 * 60_000

/** One file for each lock, in a folder that is there. */
export function createLocks(folder: string): Locks {
  return {
    withLock: (name, signal, work, patience = PATIENCE) =>
      withProcessLock(join(folder, `${encodeURIComponent(name)}.lock`), { signal, patience }, work),
  }
}
