import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { BUSY, resultCode } from './sqlite-code.ts'

/** First and longest pause between two tries to take a held lock, ms. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 100

export type LockWait = {
  signal: AbortSignal
  /** How long to wait for one holder, ms, before `lock-held`, which names the process. */
  patience: number
}

/**
 * Takes a lock between the processes of this machine; `release` ends it. It is the operating system's lock on the file
 * `path`, an empty database in a transaction that writes nothing. It ends with its process, however that ends. A living
 * process never loses it, not even after hours of sleep, and a full disk does not prevent taking or releasing it. No other
 * code may open the file: closing it would drop the lock. Throws `lock-held`, `storage-failed`, or the signal's reason.
 */
async function takeLock(path: string, { signal, patience }: LockWait): Promise<{ release(): void }> {
  signal.throwIfAborted()
  const db = open(path)
  try {
    let holder = readHolder(path)
    let until = performance.now() + patience
    for (let pause = FIRST_PAUSE; !begin(db, path); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const now = readHolder(path)
      if (now !== holder) until = performance.now() + patience
      holder = now
      if (performance.now() >= until) throw new RecipisaError('lock-held', { path, pid: holder.split(' ')[0] || '?' })
      await wait(pause, undefined, { signal }).catch(() => undefined)
      signal.throwIfAborted()
    }
  } catch (error) {
    db.close()
    throw error
  }
  writeHolder(path)
  return { release: () => db.close() }
}

/** Does `work` while this process holds the lock. */
export async function withProcessLock<T>(path: string, options: LockWait, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(path, options)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (cause) {
    throw failure(path, cause)
  }
}

function begin(db: DatabaseSync, path: string): boolean {
  try {
    // The transaction gives an empty database its first page, only in memory, because nothing is ever committed.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    return true
  } catch (cause) {
    if (resultCode(cause) === BUSY) return false
    throw failure(path, cause)
  }
}

function failure(path: string, cause: unknown): RecipisaError {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}

const holderPath = (path: string): string => `${path}.holder`
let locks = 0

/** Names the holder for the processes that wait: process id and a count of its locks. */
function writeHolder(path: string): void {
  try {
    writeFileSync(holderPath(path), `${process.pid} ${++locks}`, { mode: 0o600 })
  } catch {
    // A full disk leaves the file empty: waiting processes then report an unknown holder. The lock still holds.
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(holderPath(path), 'utf8')
  } catch {
    return '' // no process has held the lock yet
  }
}
