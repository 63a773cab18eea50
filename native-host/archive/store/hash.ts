import { hash } from 'node:crypto'

/** SHA-256 of bytes, or of a text's UTF-8, as 64 lower-case hexadecimal digits. */
export function sha256Of(content: Uint8Array | string): string {
  return hash('sha256', content)
}

/** Checks that a hash can name a file: 64 hexadecimal digits and nothing else. */
export function hex(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a hash that is not hexadecimal cannot name a file')
  return sha256
}
