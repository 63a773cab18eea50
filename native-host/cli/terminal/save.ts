import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fileNameFrom } from '../../../shared/text/file-name.ts'
import { storageFailure } from '../../process/error-code.ts'
import { replaceFileSync } from '../../process/replace-file.ts'

/**
 * Writes a file that the person named, whole or not at all, and returns its path. Replaces an older file with that
 * name; a link stays a link. Writes to a pipe or a device directly.
 */
export function saveAs(file: string, bytes: Uint8Array): string {
  const path = resolve(file)
  checkTarget(path)
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) {
    storage(path, () => writeFileSync(path, bytes))
    return path
  }
  const target = existing ? realpathSync(path) : path
  storage(path, () => replaceFileSync(target, bytes, 'person'))
  return path
}

/** Throws `argument-invalid` or `name-too-long` if no file can have this name; called before long work. */
export function checkTarget(file: string): void {
  const path = resolve(file)
  const refuse = (problem: string) => {
    throw new RecipisaError('argument-invalid', { name: '--output', value: path, problem })
  }
  if (storage(path, () => statSync(path, { throwIfNoEntry: false }))?.isDirectory()) refuse('it is a folder')
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) refuse('its folder does not exist')
}

function storage<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw storageFailure(path, cause)
  }
}

/**
 * Writes a file whose name the person did not choose into the current folder, and returns its path. Never replaces
 * another file with that name: the new one gets a number before the extension.
 */
export function saveNew(name: string, bytes: Uint8Array, folder = process.cwd()): string {
  const { name: stem, ext } = parse(fileNameFrom(basename(name)))
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? `${stem}${ext}` : `${stem}_${count}${ext}`)
    if (!existsSync(path)) return saveAs(path, bytes)
    if (statSync(path).isFile() && storage(path, () => readFileSync(path)).equals(bytes)) return path
  }
}
