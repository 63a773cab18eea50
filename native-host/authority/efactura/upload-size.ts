/** Largest file that upload accepts, bytes (10 MB). */
export const MAX_UPLOAD = 10 * 1024 * 1024
