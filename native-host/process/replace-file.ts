import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Disk } from './disk.ts'
import { isRunning } from './running.ts'
import { whileHeldSync } from './while-held.ts'

/** The owner of a file's folder. */
type Owner = 'host' | 'person'

/**
 * Replaces a file in a folder, which must exist: readers find the old bytes or the new ones, never a part, even after a
 * crash. The bytes are on disk when this returns. So is their name, unless the caller syncs the folder later. `owner`:
 * the folder's owner; among a person's files fewer names count as leftovers. Throws `storage-failed`, which names the
 * file.
 */
export async function replaceFile(
  disk: Disk,
  path: string,
  bytes: Uint8Array,
  folder: 'sync-now' | 'sync-later' = 'sync-now',
  owner: Owner = 'host',
): Promise<void> {
  const part = partPath(path)
  try {
    await removeLeftovers(disk, path, owner)
    await disk.write(part, bytes)
    await disk.rename(part, path)
  } catch (error) {
    // A part that cannot be removed now is a leftover for a later run; the first error names the problem.
    await disk.remove(part).catch(() => undefined)
    throw naming(path, error)
  }
  if (folder === 'sync-now') await disk.syncFolder(dirname(path))
}

/** What differs between systems. */
type System = { platform: NodeJS.Platform; rename(from: string, to: string): void }

/**
 * The same without a pause, for callers that cannot wait: within a transaction, or for a person at the command line. The
 * folder is not synced. Throws Node's own errors.
 */
export function replaceFileSync(
  path: string,
  bytes: Uint8Array,
  owner: Owner,
  system: System = { platform: process.platform, rename: renameSync },
): void {
  const part = partPath(path)
  const folder = dirname(path)
  for (const name of leftoversOf(path, readdirSync(folder), owner)) rmSync(join(folder, name), { force: true })
  try {
    const file = openSync(part, 'wx', 0o600)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    whileHeldSync(system.platform, () => system.rename(part, path))
  } finally {
    rmSync(part, { force: true })
  }
}

let parts = 0

/** Hidden, with one writer: two processes, or two calls in one, may replace a file at the same time. */
function partPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}-${++parts}.part`)
}

/** Files that look like leftovers, by folder. Looking once is enough: this process cleans up after itself. */
const found = new Map<string, string[]>()

async function removeLeftovers(disk: Disk, path: string, owner: Owner): Promise<void> {
  const folder = dirname(path)
  const names = found.get(folder) ?? (await disk.list(folder)).filter(name => /\.(part|tmp)$/.test(name))
  found.set(folder, names)
  for (const name of leftoversOf(path, names, owner)) await disk.remove(join(folder, name))
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The names in a file's folder that are parts of a dead writer. */
function leftoversOf(path: string, names: readonly string[], owner: Owner): string[] {
  const target = basename(path)
  return names.filter(name => {
    if (name.startsWith(`.${target}.`)) {
      const [, pid] = /^\.(\d+)(?:-\d+)?\.part$/.exec(name.slice(target.length + 1)) ?? []
      return pid !== undefined && !isRunning(Number(pid))
    }
    if (owner === 'person' || !name.startsWith(`${target}.`)) return false
    // Names from earlier versions: <file>.part, <file>.<pid>.part, <file>.<uuid>.part, <file>.<pid>.tmp.
    const rest = name.slice(target.length)
    const [, pid] = /^\.(\d+)\.(?:part|tmp)$/.exec(rest) ?? []
    return pid === undefined ? new RegExp(`^(?:\\.${UUID})?\\.part$`).test(rest) : !isRunning(Number(pid))
  })
}

/** The part's name means nothing to a person. */
function naming(path: string, error: unknown): unknown {
  if (!(error instanceof RecipisaError) || !('path' in error.params)) return error
  return new RecipisaError(error.reason, { ...error.params, path }, { cause: error.cause })
}
