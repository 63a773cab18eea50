import { statSync } from 'node:fs'

/** Files that may hold planted values of some kinds, because they were not written by the product. */
const ALLOWED: readonly { file: RegExp; kinds: readonly string[] }[] = [
  // The PIN that a test's person types at the window (test/contract/support/token.ts).
  { file: /[\\/]recipisa-token-\w+[\\/]typed$/, kinds: ['pin'] },
  // A browser's own history of visited pages: the code is in the address that the authority redirects to, and
  // is worthless once used, or after a minute.
  { file: /[\\/]browser[\\/]Default[\\/](History|Sessions[\\/]|Cache[\\/]Cache_Data[\\/])/, kinds: ['code'] },
  { file: /[\\/]firefox[\\/](places\.sqlite|sessionstore|cache2[\\/])/, kinds: ['code'] },
  // Firefox's own cookies, and the answers that set them. Chromium writes none of them in plain form.
  { file: /[\\/]firefox[\\/](cookies\.sqlite|sessionstore|cache2[\\/])/, kinds: ['cookie'] },
]

/** The product's own file for secrets, if there is no credential store; and its replacement during a write. */
const STORE = /[\\/](secrets\.json|\.secrets\.json\.\d+-\d+\.part)$/

/** Whether this file may hold a planted value. Only its owner may read the product's own store (H-09). */
export function mayHold(path: string, kind: string): boolean {
  if (STORE.test(path)) return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
  return ALLOWED.some(({ file, kinds }) => file.test(path) && kinds.includes(kind))
}
