import type { VerifyResult } from '../../../shared/protocol/archive.ts'
import { sha256Of } from '../store/hash.ts'
import { tryRead } from '../store/stored-bytes.ts'
import type { Journal } from './journal.ts'

type Problem = VerifyResult['problems'][number]

/** Rows read at a time; no transaction is open while files are read. */
const BATCH = 200

/** One kind of document: the rows of the index, and the store of the files. */
export type Documents = {
  index: {
    countStored(): number
    /** Rows that have, or once had, a file; by id, after this one. */
    storedAfter(id: string, limit: number): { id: string; path: string; sha256: string; state: string }[]
    /** Records that the file at this path is missing; false if the row has changed meanwhile. */
    missing(id: string, path: string): boolean
    found(id: string): void
  }
  store: {
    read(path: string): Promise<Uint8Array | undefined>
    absolute(path: string): string
  }
}

/**
 * Reads every archived file and compares it with the index. When a file is gone, its message becomes due for download
 * again; when it is back, its message counts as archived again. Files with other bytes, files that cannot be read, and
 * unreadable lines of journals are reported and left alone.
 */
export async function verifyArchive(
  all: readonly Documents[],
  journals: () => Problem[],
  onProgress: (progress: { checked: number; total: number }) => void,
  signal: AbortSignal,
): Promise<VerifyResult> {
  const total = all.reduce((sum, { index }) => sum + index.countStored(), 0)
  const result: VerifyResult = { checked: 0, problems: journals() }
  onProgress({ checked: 0, total })
  for (const { index, store } of all) {
    let after = ''
    for (let rows = index.storedAfter(after, BATCH); rows.length > 0; rows = index.storedAfter(after, BATCH)) {
      const reading = readAhead(rows, async ({ path, sha256 }) => {
        signal.throwIfAborted()
        const bytes = await tryRead(store, path)
        if (bytes === undefined) return 'missing'
        if (bytes === 'unreadable') return bytes
        return sha256Of(bytes) === sha256 ? undefined : 'changed'
      })
      for await (const [{ id, path, state }, problem] of reading) {
        signal.throwIfAborted()
        // Another process has changed the row meanwhile: the rows are reread from this one on.
        if (problem === 'missing' && state === 'archived' && !index.missing(id, path)) break
        if (problem) result.problems.push({ id, path: store.absolute(path), problem })
        else if (state !== 'archived') index.found(id)
        result.checked++
        after = id
      }
      onProgress({ checked: result.checked, total: Math.max(total, result.checked) })
    }
  }
  return result
}

/** How many files to read at the same time: the disk and the processor then wait less for each other. */
const AHEAD = 8

/** Does the work for each item, several ahead, and yields the results in the items' order. */
async function* readAhead<T, R>(items: readonly T[], work: (item: T) => Promise<R>): AsyncGenerator<[T, R]> {
  const begun: Promise<R>[] = []
  for (const [at, item] of items.entries()) {
    while (begun.length < Math.min(items.length, at + AHEAD)) {
      const result = work(items[begun.length] as T)
      // A failure is thrown when the item's turn comes, if it comes.
      result.catch(() => undefined)
      begun.push(result)
    }
    yield [item, (await begun[at]) as R]
  }
}

/** Lines of journals that a crash cut short. */
export function tornLines(journals: readonly Pick<Journal<unknown>, 'path' | 'torn'>[]): Problem[] {
  return journals.flatMap(({ path, torn }) => torn().map(line => ({ id: String(line), path, problem: 'torn-line' })))
}
