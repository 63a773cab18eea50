import { RecipisaError } from './recipisa-error.ts'

/** Reasons why the other seats' work is unknown: this seat works alone, or asks its person. */
export const OFFICE_AWAY: ReadonlySet<string> = new Set([
  'office-unreachable',
  'office-certificate',
  'office-sign-in',
  'office-missing',
  'office-older',
  'office-newer',
  'office-password-missing',
])

/** Reasons why the office's S3 store cannot be used now. Everything else goes on. */
export const OFFICE_STORAGE: ReadonlySet<string> = new Set([
  'office-storage',
  'office-storage-key',
  'office-storage-insecure',
])

/** Whether the S3 store cannot take or give any document now. */
export const isStorageAway = (error: unknown): error is RecipisaError =>
  error instanceof RecipisaError && OFFICE_STORAGE.has(error.reason)
