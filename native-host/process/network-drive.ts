import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** File systems of other machines by their magic number (linux/magic.h, and statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph, 9p. */
const REMOTE: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  1397113167: 'AFS',
  12805120: 'Ceph',
}

type Look = (path: string) => Promise<{ type: number }>

/**
 * The network file system that a folder lies on, by name; undefined for a disk of this machine, and if the system does
 * not say. SQLite must not be opened there: its locks do not hold between machines, and two would damage the database.
 */
export async function networkDriveOf(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  look: Look = statfs,
): Promise<string | undefined> {
  if (platform === 'win32') return /^[\\/]{2}[^\\/?.]/.test(folder) ? 'SMB' : undefined
  if (platform !== 'linux') return undefined // the numbers are Linux's own
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  const { type } = await look(existing)
  return REMOTE[type >>> 0]
}
