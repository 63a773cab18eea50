import { zipSync } from 'fflate'
import type { MadeFile } from './formats/format.ts'

/** One file unchanged, several as a ZIP of this name. */
export function pack(files: readonly MadeFile[], name: string): MadeFile {
  const [only] = files
  if (only && files.length === 1) return only
  return { name, bytes: zipSync(Object.fromEntries(files.map(file => [file.name, file.bytes]))) }
}
