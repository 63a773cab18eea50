import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** First and longest pause between two looks at a lock that is held, ms. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 100
/** SQLite's primary result code for what another connection has locked (https://sqlite.org/rescode.html). */
const BUSY = 5

export type LockWait = {
  signal: AbortSignal
  /** How long one and the same holder is waited for, ms; then it is `lock-held`, which names the process. */
  patience: number
}

/**
 * Takes a lock between the processes of this machine and gives what releases it. The lock is the operating system's own on
 * the file `path`, an empty database in a transaction that writes nothing: it ends with its process, however that ends; no
 * process that lives can lose it, one that was stopped for hours (a laptop's sleep) included; and a full disk keeps nobody
 * from taking it or letting it go. No other code may open the file: closing it would drop the lock.
 */
export async function takeLock(path: string, { signal, patience }: LockWait): Promise<{ release(): void }> {
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
  tellHolder(path)
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
    // An empty database gets a first page in its transaction: in memory only, as nothing is ever committed.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    return true
  } catch (cause) {
    const code = cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode : 0
    // The low byte is the primary code.
    if ((code & 0xff) === BUSY) return false
    throw failure(path, cause)
  }
}

function failure(path: string, cause: unknown): RecipisaError {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}

const holderPath = (path: string): string => `${path}.holder`
let turns = 0

/** Says whose the lock is, for who waits: process id and its how manieth turn. */
function tellHolder(path: string): void {
  try {
    writeFileSync(holderPath(path), `${process.pid} ${++turns}`, { mode: 0o600 })
  } catch {
    // A full disk leaves it empty: who waits is told that the process is not known. The lock holds all the same.
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(holderPath(path), 'utf8')
  } catch {
    return '' // nobody has held it yet
  }
}
