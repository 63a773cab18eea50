import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** The code of an error of the system, such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A failure of the file system as an error for people; `problem`: the system's words. */
export function storageFailure(
  path: string,
  cause: unknown,
  problem = errorCode(cause) ?? String(cause),
): RecipisaError {
  if (errorCode(cause) === 'ENAMETOOLONG') return new RecipisaError('name-too-long', { path }, { cause })
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}
