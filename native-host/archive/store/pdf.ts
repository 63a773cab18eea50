/** A PDF identifies itself within this many bytes (ISO 32000-1, annex H.3.4.1). */
const HEAD = 1024

/** Whether the bytes are a PDF, whatever their label says (S-05). */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD, bytes.length)).includes('%PDF-', 0, 'latin1')
}
