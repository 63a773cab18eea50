import { join } from 'node:path'

/** For what outlives a run of the tests and may be lost: their results, and what is made once. `npm ci` removes it. */
export const CACHE_FOLDER = join(import.meta.dirname, '../../node_modules/.cache')
