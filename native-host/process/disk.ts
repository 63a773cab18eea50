import { closeSync, constants, fsyncSync, openSync, realpath } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, storageFailure } from './error-code.ts'
import { closeToOthers } from './owner-only-folder.ts'
import { whileHeld } from './while-held.ts'

/**
 * The few operations that the host needs on files; tests substitute their own. Work of `write`, `create` and `syncFolder`
 * survives a loss of power once they return. Throws `storage-failed` or `name-too-long`, which name the path.
 */
export type Disk = {
  makeFolder(path: string): Promise<void>
  /** Makes the folder, and closes an existing one with a wider mode to others. */
  makePrivate(path: string): Promise<void>
  /** Writes the whole file and syncs it. A crash can leave a part: see `replaceFile`. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Writes a new file and syncs it; false if there is one. Others may see it empty before its bytes are there. */
  create(path: string, bytes: Uint8Array): Promise<boolean>
  /** Creates or empties a file that is written piece by piece. A crash leaves a part. */
  begin(path: string): Promise<BegunFile>
  rename(from: string, to: string): Promise<void>
  syncFolder(path: string): Promise<void>
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Names in a folder; empty if there is no such folder. */
  list(path: string): Promise<string[]>
  remove(path: string): Promise<void>
  /** The one path of what exists, without symbolic links. */
  realPath(path: string): Promise<string>
}

/** A file that is being written; `close` syncs it. A second `close` does nothing, whatever came of the first. */
export type BegunFile = { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> }

/** Modes of what is new; the process's umask takes bits away. */
type Modes = { folder: number; file: number }
const PRIVATE: Modes = { folder: 0o700, file: 0o600 }

/**
 * A file that is created or emptied. Others may write into a person's folder, and may have put a link under its name: it is
 * not followed. Windows has no such flag.
 */
const EMPTIED =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | ((constants.O_NOFOLLOW as number | undefined) ?? 0)

/** What differs between systems. */
type System = { platform: NodeJS.Platform; rename(from: string, to: string): Promise<void> }
const SYSTEM: System = { platform: process.platform, rename }

export const diskOn = ({ platform, rename }: System, modes: Modes = PRIVATE): Disk => ({
  makeFolder: path => guard(path, () => makeFolder(path, modes.folder)),
  makePrivate: path =>
    guard(path, async () => {
      await makeFolder(path, PRIVATE.folder)
      await closeToOthers(path)
    }),

  write: (path, bytes) =>
    guard(path, async () => {
      const file = await open(path, EMPTIED, modes.file)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    }),

  create: (path, bytes) =>
    guard(path, async () => {
      try {
        await writeFile(path, bytes, { flag: 'wx', mode: modes.file, flush: true })
        return true
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      }
    }),

  begin: path =>
    guard(path, async () => {
      const file = await open(path, EMPTIED, modes.file)
      let isOpen = true
      return {
        write: bytes => guard(path, () => file.writeFile(bytes)),
        close: () =>
          guard(path, async () => {
            if (!isOpen) return
            isOpen = false
            try {
              await file.sync()
            } finally {
              await file.close()
            }
          }),
      }
    }),

  rename: (from, to) => guard(to, () => whileHeld(platform, () => rename(from, to))),
  syncFolder: path => guard(path, () => syncFolder(path)),
  read: path => guard(path, () => absentAs(undefined, readFile(path))),
  list: path => guard(path, () => absentAs([], readdir(path))),
  remove: path => guard(path, () => whileHeld(platform, () => rm(path, { force: true }))),
  realPath: path => guard(path, () => realPath(path)),
})

/** The host's own files: only their owner can read them. */
export const realDisk: Disk = diskOn(SYSTEM)
/** Files in a person's folder: whoever can read those of other programs there can read them. */
export const personDisk: Disk = diskOn(SYSTEM, { folder: 0o777, file: 0o666 })

/** The one of node:fs/promises fails on virtual drives of Windows. */
const realPath = promisify(realpath)

/** Folders whose names this process knows to survive a loss of power. */
const lasting = new Set<string>()

/**
 * Makes a folder and the missing ones above it. A name survives a loss of power once its parent folder is synced, and
 * the parent's maker may have died before that: so each folder is synced before anything is put into it.
 */
async function makeFolder(path: string, mode: number): Promise<void> {
  const isNew = await makeOne(path, mode)
  if (!isNew && lasting.has(path)) return
  try {
    await syncFolder(dirname(path))
  } catch (error) {
    // Someone else made a folder that this user may not even look into.
    if (isNew || errorCode(error) !== 'EACCES') throw error
  }
  lasting.add(path)
}

/** Whether the folder is new; those above it are made first. */
async function makeOne(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    if (errorCode(error) !== 'ENOENT') throw error
  }
  await makeFolder(dirname(path), mode)
  return makeOne(path, mode)
}

/**
 * The errors of file systems that cannot sync a folder, such as some network drives: their servers take care of the
 * names.
 */
const CANNOT_SYNC: ReadonlySet<string | undefined> = new Set(['EINVAL', 'EBADF', 'ENOTSUP'])

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; NTFS journals file names itself.
  if (process.platform === 'win32') return
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } catch (error) {
    if (!CANNOT_SYNC.has(errorCode(error))) throw error
  } finally {
    await folder.close()
  }
}

/** The same without a pause, for callers within a transaction. Throws Node's own errors. */
export function syncFolderSync(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!CANNOT_SYNC.has(errorCode(error))) throw error
  } finally {
    closeSync(folder)
  }
}

/** Nothing has this name, or a file is where its folder would be. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

async function absentAs<T, U>(instead: U, work: Promise<T>): Promise<T | U> {
  try {
    return await work
  } catch (error) {
    if (ABSENT.has(errorCode(error))) return instead
    throw error
  }
}

async function guard<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) === undefined || !(error instanceof Error)) throw error
    // Node's message continues with the call and its paths; ours already names the path.
    throw storageFailure(path, error, error.message.split(',')[0])
  }
}
