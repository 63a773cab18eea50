import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Content of every file under a folder, by path; empty if the folder does not exist. */
export async function filesUnder(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  // Running programs create and remove files and folders during the read.
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) for (const [below, bytes] of await filesUnder(path)) files.set(below, bytes)
    // Sockets and the browser's lock links are not files.
    const bytes = entry.isFile() ? await unlessGone(readFile(path)) : undefined
    if (bytes) files.set(path, bytes)
  }
  return files
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** SHA-256 of every document of an archive with this ending, sorted; without unfinished ones. */
export async function archivedHashes(archive: string, ending: '.zip' | '.pdf'): Promise<string[]> {
  const files = await filesUnder(archive)
  return [...files]
    .filter(([path]) => path.endsWith(ending) && !path.includes('/.incoming/'))
    .map(([, bytes]) => sha256(bytes))
    .sort()
}
