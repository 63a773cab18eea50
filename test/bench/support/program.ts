import { fileURLToPath } from 'node:url'

/** The host as it is shipped; `npm run bench` has built it. */
export const PROGRAM = fileURLToPath(new URL('../../../dist/recipisa.js', import.meta.url))
