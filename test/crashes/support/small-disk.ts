import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../planted/look.ts'

/** A file system of its own in memory, which can be filled up and made read-only. */
export type SmallDisk = {
  readonly folder: string
  /** Fills it until this many bytes are left. */
  leave(bytes: number): void
  /** Removes the filling. */
  makeRoom(): void
  setReadOnly(isReadOnly: boolean): void
  unmount(): void
}

/** Undefined if this account may not mount anything. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-disk-'))
  const mount = (...args: readonly string[]) => execFileSync('mount', [...args, folder], { stdio: 'pipe' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'recipisa-test')
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filling = join(folder, 'filling')
  return {
    folder,
    leave(bytes) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - bytes), 1))
    },
    makeRoom: () => rmSync(filling, { force: true }),
    setReadOnly: isReadOnly => void mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`),
    unmount() {
      // A mounted folder cannot be removed itself.
      for (const name of readdirSync(folder)) removeFolder(join(folder, name))
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
