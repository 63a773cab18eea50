import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plan } from './plan.ts'

/** A plan in which a promise was once broken, as small as it became, and what broke. */
export type Kept = { what: string; plan: Plan }

const FOLDER = fileURLToPath(new URL('kept', import.meta.url))

/** All that were kept. They run each time. */
export function keptPlans(folder = FOLDER): Kept[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  return names.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Kept)
}

/** Keeps a plan from now on; returns its file. */
export function keepPlan({ what, plan }: Kept, folder = FOLDER): string {
  mkdirSync(folder, { recursive: true })
  // A seed's decisions change with the simulator: one seed can break in two ways.
  const mark = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 6)
  const file = join(folder, `seed-${plan.seed}-${mark}.json`)
  writeFileSync(file, `${JSON.stringify({ what, plan }, null, 2)}\n`)
  return file
}
