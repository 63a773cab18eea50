import { statSync } from 'node:fs'

/** Files in which planted values of some kinds may stand, because somebody else than the product put them there. */
const ALLOWED: readonly { file: RegExp; kinds: readonly string[] }[] = [
  // What the person of a test types at a window that asks for a PIN (test/contract/support/token.ts).
  { file: /[\\/]recipisa-token-\w+[\\/]typed$/, kinds: ['pin'] },
  // A browser's own memory of the pages that it went to: the code stands in the address that the authority redirects to, and
  // is worth nothing once it was used, or after a minute.
  { file: /[\\/]browser[\\/]Default[\\/](History|Sessions[\\/]|Cache[\\/]Cache_Data[\\/])/, kinds: ['code'] },
  { file: /[\\/]firefox[\\/](places\.sqlite|sessionstore|cache2[\\/])/, kinds: ['code'] },
  // Firefox's own cookies, and the answers that set them. Chromium writes none of them down as it is.
  { file: /[\\/]firefox[\\/](cookies\.sqlite|sessionstore|cache2[\\/])/, kinds: ['cookie'] },
]

/** The product's own file for secrets, where there is no credential store; and the new one before it takes its place. */
const STORE = /[\\/]secrets\.json[^\\/]*$/

/** Whether a planted value may stand in this file. The store's own has to be its owner's alone (H-09). */
export function mayHold(path: string, kind: string): boolean {
  if (STORE.test(path)) return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
  return ALLOWED.some(({ file, kinds }) => file.test(path) && kinds.includes(kind))
}
