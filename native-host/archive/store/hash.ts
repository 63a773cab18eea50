import { hash } from 'node:crypto'

/** SHA-256 as 64 hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

/** Checks that a hash can name a file: it is 64 hexadecimal digits and nothing else. */
export function hex(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a hash that is not hexadecimal cannot name a file')
  return sha256
}
