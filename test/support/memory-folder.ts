import { existsSync, readFileSync, statfsSync } from 'node:fs'

/** Linux's file system in memory. */
const FOLDER = '/dev/shm'
/** The space that concurrent tests need there, bytes. */
const NEEDED = 1024 ** 3

/**
 * A folder in memory for temporary files; undefined without one, or with one that is too small or forbids
 * programs. On a disk, tests would wait for it after each document, as the archive must.
 */
export function memoryFolder(): string | undefined {
  if (!existsSync('/proc/mounts')) return undefined
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  // device, folder, type, options; the last mount of a folder is in effect.
  const options = mounts.map(line => line.split(' ')).findLast(([, folder]) => folder === FOLDER)?.[3]
  if (options === undefined || options.split(',').includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(FOLDER)
  return bavail * bsize >= NEEDED ? FOLDER : undefined
}
