import { watch } from 'node:fs'
import type { JournalEntry } from '../../authority/journal.ts'
import type { Random } from '../../authority/world/random.ts'
import type { Office } from '../../contract/support/office.ts'

/** A moment in a program's work at which it is killed: by its progress, never by the clock. */
export type KillPoint =
  /** The authority has the head of the nth request since the start, or has given the whole of its answer. */
  | { at: 'asked' | 'answered'; nth: number; path: string }
  /** The authority has done the work of the nth request and keeps the answer back. */
  | { at: 'held'; nth: number; path: string }
  /** The data folder has changed for the nth time. */
  | { at: 'changed'; nth: number }

/** The means of waiting for a point. */
export type Watched = {
  /** Whether the point was reached; false if the program ended before. */
  reached: Promise<boolean>
  /** Ends the watching; gives their answers to requests that were kept waiting. */
  stop(): void
}

const ANY = ''
const SYNC_PATHS = [ANY, '/descarcare', '/descarcare', '/listaMesajePaginatieFactura', '/hello']
const UPLOAD_PATHS = [
  ANY,
  '/upload',
  '/upload',
  '/upload',
  '/stareMesaj',
  '/descarcare',
  '/listaMesajePaginatieFactura',
]

export function inventPoint(random: Random, deed: 'sync' | 'upload'): KillPoint {
  const path = random.pick(deed === 'sync' ? SYNC_PATHS : UPLOAD_PATHS)
  const nth = path === '/upload' ? random.between(1, 2) : random.between(1, 8)
  const at = random.pick(['asked', 'answered', 'held', 'changed'] as const)
  return at === 'changed' ? { at, nth: random.between(1, 60) } : { at, nth, path }
}

/** Watches for the point from now on. `ended` resolves when the program has ended. */
export function watchFor(point: KillPoint, { authority, dataDir }: Office, ended: Promise<unknown>): Watched {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  void ended.then(() => resolve(false))
  const stop = point.at === 'changed' ? countChanges(dataDir, point.nth, resolve) : undefined
  if (stop) return { reached: promise, stop }
  const { at, nth, path } = point as Exclude<KillPoint, { at: 'changed' }>
  if (at === 'held') {
    const hold = authority.faults.hold({ match: path === ANY ? { host: 'api.localhost' } : { path }, nth })
    void hold.reached().then(() => resolve(true))
    return { reached: promise, stop: hold.release }
  }
  const seen = new Set<number>()
  const fits = (entry: JournalEntry) => {
    if (entry.path.endsWith(path) && (at === 'asked' || entry.completed)) seen.add(entry.n)
    return seen.size >= nth
  }
  // It rejects when the point does not come; the program's end tells that sooner.
  authority.journal.waitFor(fits, { since: authority.journal.last }).then(
    () => resolve(true),
    () => resolve(false),
  )
  return { reached: promise, stop: () => undefined }
}

function countChanges(folder: string, nth: number, resolve: (reached: boolean) => void): () => void {
  let left = nth
  const watcher = watch(folder, { recursive: true }, () => {
    left -= 1
    if (left <= 0) resolve(true)
  })
  // Files come and go while they are watched.
  watcher.on('error', () => undefined)
  return () => watcher.close()
}
