import { join } from 'node:path'
import type { Disk } from '../../process/disk.ts'
import { safePart } from './names.ts'

/** How many of the latest answers to keep. */
const KEPT = 100

/** Keeps bytes that the host does not understand, under a name that sorts by time; removes the oldest beyond `KEPT`. */
export function createKeepAside(disk: Disk, folder: string, now: () => number) {
  let last = 0
  return async (name: string, bytes: Uint8Array): Promise<string> => {
    // Two answers within one millisecond, in this process or in two, must not overwrite each other.
    last = Math.max(last + 1, now())
    const stamp = new Date(last).toISOString().replace(/[-:]/g, '').replace('.', '-')
    const [, stem = name, ending = ''] = /^(.*)\.(\w{1,8})$/.exec(name) ?? []
    const file = `${stamp}_${process.pid}_${safePart(stem) || 'answer'}${ending && `.${ending.toLowerCase()}`}`
    await disk.makeFolder(folder)
    await disk.write(join(folder, file), bytes)
    // Its name comes first after a clock that was ahead.
    const others = (await disk.list(folder)).filter(other => other !== file).sort()
    for (const old of others.slice(0, Math.max(0, others.length + 1 - KEPT))) await disk.remove(join(folder, old))
    return join(folder, file)
  }
}
