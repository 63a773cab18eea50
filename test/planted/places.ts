import { statSync } from 'node:fs'

/** A file in which planted values of some kinds may stand, and why. */
type Allowed = { file: RegExp; kinds: readonly string[]; why: string }

const ALLOWED: readonly Allowed[] = []

/** The product's own file for secrets, where there is no credential store; and the new one before it takes its place. */
const STORE = /[\\/]secrets\.json[^\\/]*$/

/** Whether a planted value may stand in this file. The store's own has to be its owner's alone (H-09). */
export function mayHold(path: string, kind: string): boolean {
  if (STORE.test(path)) return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
  return ALLOWED.some(({ file, kinds }) => file.test(path) && kinds.includes(kind))
}
