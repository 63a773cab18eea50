import type { Random } from '../../authority/world/random.ts'
import { createWorld, type World } from '../../authority/world/world.ts'
import { BUYER, OWN } from './filings.ts'

/** List entries of each company. */
const DOCUMENTS = 30
const MINUTE = 60_000

/** Two companies that trade with each other. */
export function smallWorld(random: Random, now: () => number): World {
  const world = createWorld({ now })
  for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
  for (let n = 0; n < DOCUMENTS; n++) {
    const [seller, buyer] = random.next() < 0.5 ? [OWN, BUYER] : [BUYER, OWN]
    const document = random.pick(['invoice', 'invoice', 'credit-note'] as const)
    const outcome = random.next() < 0.1 ? 'nok' : 'ok'
    world.addInvoice({ seller, buyer, document, outcome, uploadedAt: now() - (n + 30) * MINUTE })
  }
  return world
}
