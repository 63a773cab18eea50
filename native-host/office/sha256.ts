import { createHash } from 'node:crypto'

/** 64 lower-case hex digits. */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
