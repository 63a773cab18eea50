import type { Row } from './support/row.ts'

/** The rows of the table by name, in its order; each is loaded in a process of its own. */
export const ROWS: Readonly<Record<string, () => Promise<{ row: Row }>>> = {
  sync: () => import('./rows/sync.ts'),
  archiving: () => import('./rows/archiving.ts'),
  reading: () => import('./rows/reading.ts'),
  index: () => import('./rows/index.ts'),
  start: () => import('./rows/start.ts'),
  memory: () => import('./rows/memory.ts'),
  port: () => import('./rows/port.ts'),
  batch: () => import('./rows/batch.ts'),
  bundles: () => import('./rows/bundles.ts'),
  pages: () => import('./rows/pages.ts'),
  card: () => import('./rows/card.ts'),
  desk: () => import('./rows/desk.ts'),
  hosts: () => import('./rows/hosts.ts'),
  verify: () => import('./rows/verify.ts'),
}
