import { join } from 'node:path'
import type { Disk } from '../../process/disk.ts'
import { safePart } from './names.ts'

/** Answers kept for inspection, the latest ones. */
const KEPT = 100

/** Keeps bytes that nobody understood, under a name that sorts by time; forgets the oldest beyond `KEPT`. */
export function createKeepAside(disk: Disk, folder: string, now: () => number) {
  let last = 0
  return async (name: string, bytes: Uint8Array): Promise<string> => {
    // Two of one millisecond, here or in another process, shall not overwrite each other.
    last = Math.max(last + 1, now())
    const stamp = new Date(last).toISOString().replace(/[-:]/g, '').replace('.', '-')
    const [, stem = name, ending = ''] = /^(.*)\.(\w{1,8})$/.exec(name) ?? []
    const file = `${stamp}_${process.pid}_${safePart(stem) || 'answer'}${ending && `.${ending.toLowerCase()}`}`
    await disk.makeFolder(folder)
    await disk.write(join(folder, file), bytes)
    const kept = (await disk.list(folder)).sort()
    for (const old of kept.slice(0, Math.max(0, kept.length - KEPT))) await disk.remove(join(folder, old))
    return join(folder, file)
  }
}
