import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sha256Of } from '../../archive/store/hash.ts'
import type { Disk } from '../../process/disk.ts'

const FILE = '.recipisa-oglinda.id'
const LENGTH = 36
/** How long another seat may take between creating the file and writing it, and the pause between two looks, ms. */
const PATIENCE = 2000
const PAUSE = 50

/**
 * A mirror's name among the seats of an office, which reach its folder by paths of their own. The first seat writes it
 * into the folder. An id that its writer never finished still names the folder: every seat reads the same.
 */
export async function folderId(
  disk: Pick<Disk, 'create' | 'read'>,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, FILE)
  await disk.create(path, new TextEncoder().encode(randomUUID()))
  for (let waited = 0; ; waited += PAUSE) {
    const bytes = (await disk.read(path)) ?? new Uint8Array()
    // Whoever may write into the folder may have written anything of any length.
    if (bytes.length >= LENGTH || waited >= PATIENCE) return sha256Of(bytes)
    await wait(PAUSE, undefined, { signal })
  }
}
