import { join } from 'node:path'

/** For what tests make once and use again, also in another run; no test needs it. `npm ci` removes it. */
export const CACHE_FOLDER = join(import.meta.dirname, '../../node_modules/.cache')
