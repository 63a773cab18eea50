import { inventCompany } from './companies.ts'
import { createRandom, type Random } from './random.ts'
import { createWorld, type NewDocument, type Upload, type World, type WorldOptions } from './world.ts'

export type SeedOptions = WorldOptions & {
  companies: number
  /** List entries of each company, exactly. */
  invoicesPerCompany: number
  /** Age of the oldest entries; 58 days when absent. */
  oldestDays?: number
  seed?: number
}

const DAY = 86_400_000
const MINUTE = 60_000

/** Companies with a believable mix of documents over the past weeks; identical for the same options and clock. */
export function seedWorld(options: SeedOptions): World {
  const random = createRandom(options.seed ?? 20_261_121)
  const world = createWorld(options)
  const taken = new Set<string>()
  for (let n = 0; n < options.companies; n++) {
    const { cui, name } = inventCompany(random, taken)
    world.addCompany(cui, name)
  }
  const partners = Array.from({ length: 60 }, () => inventCompany(random, taken))
  for (const partner of partners) world.nameParty(partner)

  const now = options.now()
  const oldest = (options.oldestDays ?? 58) * DAY
  for (const { cui } of world.companies.values()) {
    let left = options.invoicesPerCompany
    // Invoices that a buyer may write about: sent, accepted, and an hour old.
    const sent: Upload[] = []
    while (left > 0) {
      // The last ones are a few hours old; the rest lie anywhere in the window.
      const age = left <= 2 ? random.between(20 * MINUTE, 300 * MINUTE) : random.between(30 * MINUTE, oldest)
      const invented = inventDocument(random, cui, random.pick(partners).cui, left)
      const about = invented.document === 'buyer-message' && sent.length > 0 ? random.pick(sent) : undefined
      const document = about ? { ...invented, buyer: about.buyer.cui, refersTo: about.uploadIndex } : invented
      const uploadedAt = Math.max(now - age, (about?.processedAt ?? 0) + MINUTE)
      const processedAt = uploadedAt + random.between(1_000, 60_000)
      const indexedAt = processedAt + random.between(2_000, 14 * MINUTE)
      const { upload, messages } = world.addInvoice({ ...document, uploadedAt, processedAt, indexedAt })
      left -= messages.length
      const isPast = processedAt < now - 60 * MINUTE
      const isSent = upload.seller.cui === cui && upload.document === 'invoice' && !upload.selfBilled
      if (isPast && isSent && upload.outcome === 'ok') sent.push(upload)
    }
  }
  return world
}

function inventDocument(random: Random, own: string, partner: string, left: number): NewDocument {
  const dice = random.next()
  const sent: NewDocument = { seller: own, buyer: partner, number: invoiceNumber(random) }
  const received: NewDocument = { seller: partner, buyer: own, number: invoiceNumber(random) }
  if (dice < 0.04) return { ...sent, outcome: 'nok' }
  // Seller equals buyer: two entries for one upload index.
  if (dice < 0.07 && left >= 2) return { ...sent, buyer: own, selfBilled: true }
  // Written by the buyer on the seller's behalf.
  if (dice < 0.09) return { ...received, selfBilled: true }
  if (dice < 0.12) return { ...sent, document: 'buyer-message' }
  if (dice < 0.13)
    return { ...received, type: 'NOTIFICARE SISTEM', details: 'Notificare privind factura din sistemul național' }
  if (dice < 0.18) return { ...sent, document: 'credit-note' }
  return dice < 0.58 ? received : sent
}

function invoiceNumber(random: Random): string {
  const series = random.pick(['FCT', 'MST', 'ABC', 'TS', 'DEV'])
  return `${series}-2026-${String(random.between(1, 99_999)).padStart(5, '0')}`
}
