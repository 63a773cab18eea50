import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** File systems of other machines by their magic number (linux/magic.h, and statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph, 9p. */
const REMOTE: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB2',
  0x5346414f: 'AFS',
  0x00c36400: 'Ceph',
}

type Look = (path: string) => Promise<{ type: number }>

/**
 * The network file system that a folder lies on, by name; undefined for a disk of this machine, and where the system does
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
