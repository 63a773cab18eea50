import { randomUUID } from 'node:crypto'

/** One file of a form: the field's name, the file's name, its media type and its bytes. */
export type FormFile = { field: string; fileName: string; mediaType: string; bytes: Uint8Array }

/** Files as multipart/form-data (RFC 7578). Field and file names must hold neither quotes nor line ends. */
export function multipart(files: readonly FormFile[]): { contentType: string; body: Uint8Array } {
  const boundary = `recipisa-${randomUUID()}`
  const parts = files.flatMap(({ field, fileName, mediaType, bytes }) => {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${fileName}"`
    return [
      Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: ${mediaType}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]
  })
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}
