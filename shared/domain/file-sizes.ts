import { RecipisaError } from '../errors/recipisa-error.ts'

/** Largest file that upload accepts, bytes (10 MB). */
export const MAX_UPLOAD = 10 * 1024 * 1024
/** Largest file to submit as a declaration, bytes. The portal documents no limit; it was never seen to accept more. */
const MAX_DECLARATION = 30 * 1024 * 1024
/** Largest file to read as a list of companies, bytes. */
const MAX_LIST = 64_000_000

/** The error `upload-too-large`; undefined if the file is not. */
export function uploadTooLarge({ length }: Uint8Array): RecipisaError | undefined {
  return length > MAX_UPLOAD ? new RecipisaError('upload-too-large', { bytes: length, limit: MAX_UPLOAD }) : undefined
}

/** The error `declaration-too-large`; undefined if the file is not. */
export function declarationTooLarge({ length }: Uint8Array, fileName: string): RecipisaError | undefined {
  if (length <= MAX_DECLARATION) return undefined
  const [size = 0, most = 0] = [length, MAX_DECLARATION].map(bytes => Math.ceil(bytes / 1024 / 1024))
  return new RecipisaError('declaration-too-large', { fileName, size, most })
}

/** The error `list-too-large`; undefined if the file is not. */
export function listTooLarge({ length }: Uint8Array, fileName: string): RecipisaError | undefined {
  return length > MAX_LIST ? new RecipisaError('list-too-large', { fileName, most: MAX_LIST / 1_000_000 }) : undefined
}
