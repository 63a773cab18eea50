import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Every file under a folder, by its path. */
export async function filesUnder(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // Sockets and the browser's lock links are no files.
    if (!entry.isFile()) continue
    try {
      files.set(path, await readFile(path))
    } catch (error) {
      // A living browser takes its temporary files away.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return files
}

/** SHA-256 of every ZIP under a folder, sorted. */
export async function zipHashes(folder: string): Promise<string[]> {
  const files = await filesUnder(folder)
  return [...files]
    .filter(([path]) => path.endsWith('.zip'))
    .map(([, bytes]) => sha256(bytes))
    .sort()
}
