import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** The bytes of a chosen file in base64. Throws `file-unreadable` when the browser cannot read it. */
export async function contentOf(file: File): Promise<string> {
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch (cause) {
    throw new RecipisaError('file-unreadable', { fileName: file.name }, { cause })
  }
  return new Uint8Array(bytes).toBase64()
}
