import { existsSync, realpath } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, win32 } from 'node:path'
import { promisify } from 'node:util'

/** File systems of other machines by their magic number (linux/magic.h, and statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph, 9p. */
const REMOTE: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
  1397113167: 'AFS',
  12805120: 'Ceph',
}

/** `//server/share`, on Windows with backslashes or in the long form `\\?\UNC\server\share`. */
const SHARE = /^[\\/]{2}(?:[^\\/?.]|[?.][\\/]UNC[\\/])/i
/** `server:/folder` */
const EXPORT = /^[^\s/]+:\//

/** How long to wait for macOS's program, ms. */
const PATIENCE = 5000

type System = {
  /** Linux: the file system of an existing path. */
  look: (path: string) => Promise<{ type: number }>
  /** Windows: the real path of an existing one, behind letters of drives and links. */
  resolve: (path: string) => Promise<string>
  /** macOS: the line that df(1) prints about an existing path. It begins with the disk or the share. */
  mount: (path: string) => Promise<string>
}

const SYSTEM: System = {
  look: statfs,
  resolve: path => promisify(realpath.native)(path),
  async mount(path) {
    const { execFile } = await import('node:child_process')
    const { stdout } = await promisify(execFile)('/bin/df', ['-P', path], { timeout: PATIENCE, env: {} })
    return stdout.split('\n')[1] ?? ''
  },
}

/**
 * The network file system that a folder lies on, by name; undefined for a disk of this machine, and if the system does
 * not say. SQLite must not be opened there: its locks do not hold between machines, and two would damage the database.
 */
export async function networkDriveOf(
  folder: string,
  platform: NodeJS.Platform = process.platform,
  { look, resolve, mount }: System = SYSTEM,
): Promise<string | undefined> {
  if (platform === 'win32') {
    const places = [folder, await ofNearest(folder, win32.dirname, resolve)]
    return places.some(place => SHARE.test(place)) ? 'SMB' : undefined
  }
  if (platform === 'darwin') {
    const source = await ofNearest(folder, dirname, mount)
    return SHARE.test(source) ? 'SMB' : EXPORT.test(source) ? 'NFS' : undefined
  }
  if (platform !== 'linux') return undefined // the numbers are Linux's own
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  const { type } = await look(existing)
  return REMOTE[type >>> 0]
}

/** The answer about a folder, or else about the nearest one above it that has one; empty if none has. */
async function ofNearest(
  folder: string,
  above: (path: string) => string,
  ask: (path: string) => Promise<string>,
): Promise<string> {
  try {
    return await ask(folder)
  } catch {
    // Not there yet, or a virtual drive whose real path Windows does not tell.
    return above(folder) === folder ? '' : ofNearest(above(folder), above, ask)
  }
}
