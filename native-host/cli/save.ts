import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** Writes a file that the person named, whole or not at all; an older one of that name is replaced. Gives its path. */
export function saveAs(file: string, bytes: Uint8Array): string {
  const path = resolve(file)
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  try {
    const handle = openSync(temporary, 'w', 0o600)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    const problem = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new RecipisaError('storage-failed', { path, problem }, { cause })
  }
  return path
}

/** Writes a file whose name the person did not choose: what already has that name is never replaced by something else. */
export function saveNew(name: string, bytes: Uint8Array): string {
  const path = resolve(basename(name))
  if (!existsSync(path)) return saveAs(path, bytes)
  if (readFileSync(path).equals(bytes)) return path
  throw new RecipisaError('argument-invalid', { name: '--output', value: path, problem: 'there is another file' })
}
