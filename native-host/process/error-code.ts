import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** The code of an error of the system, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A failure of the file system as an error for people. */
export function storageFailure(path: string, cause: unknown): RecipisaError {
  return new RecipisaError('storage-failed', { path, problem: errorCode(cause) ?? String(cause) }, { cause })
}
