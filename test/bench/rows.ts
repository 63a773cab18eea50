import type { Row } from './support/row.ts'

/** The rows of the table by name, in its order; each is loaded in a process of its own. */
export const ROWS: Readonly<Record<string, () => Promise<{ row: Row }>>> = {
  bundles: () => import('./rows/bundles.ts'),
  start: () => import('./rows/start.ts'),
  index: () => import('./rows/index.ts'),
  reading: () => import('./rows/reading.ts'),
  archiving: () => import('./rows/archiving.ts'),
}
