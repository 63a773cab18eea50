import type { Random } from '../authority/world/random.ts'
import { type Firm, FOREIGN_FIRMS, inventClients, inventFirm, type Taken } from './firms.ts'
import { inventInvoice } from './invent-invoice.ts'
import type { Invoice } from './invoice.ts'

/** A company of the office: whom it trades with, and how it numbers what it sends. */
export type Client = Firm & {
  partners: readonly Firm[]
  series: string
  /** The last number that it gave, and the last invoice with it. */
  last: number
  lastSent: { number: string; issueDate: string; buyer: Invoice['buyer']; uploadIndex: string } | null
  /** Until when the office had rights for it, epoch ms. */
  until: number
}

const DAY = 86_400_000
const SERIES = ['FCT', 'MST', 'ABC', 'TS', 'DEV', 'F', 'FF', 'BZ']

/** Companies of very different sizes, and the firms around them. */
export function inventOffice(random: Random, companies: number, now: number) {
  const taken: Taken = new Set()
  const firms = inventClients(random, taken, companies)
  const around = Array.from({ length: Math.max(40, companies * 6) }, () => inventFirm(random, taken))
  const clients = firms.map((firm, n): Client => {
    const partners = Array.from({ length: random.between(4, 30) }, () => random.pick(around))
    // For one in twenty the rights have ended; half of those never had any.
    const isLost = n % 20 === 9
    const until = isLost ? (n % 40 === 9 ? now - random.between(40, 200) * DAY : 0) : now
    return { ...firm, partners, series: random.pick(SERIES), last: random.between(100, 4000), lastSent: null, until }
  })
  return { clients, pick: pickBySize(random, clients) }
}

/** The first companies have most documents, as in any office (Zipf's law, mild). */
function pickBySize(random: Random, clients: readonly Client[]) {
  const upTo: number[] = []
  for (const n of clients.keys()) upTo.push((upTo.at(-1) ?? 0) + 1 / (n + 4) ** 0.7)
  return (at: number): Client => {
    for (;;) {
      const place = random.next() * (upTo.at(-1) ?? 1)
      const client = clients[upTo.findIndex(end => end >= place)]
      if (client && client.until >= at) return client
    }
  }
}

export function inventSent(random: Random, client: Client, day: string): Invoice {
  const dice = random.next()
  const issued = random.next() < 0.93 ? day : before(day, random.between(1, 9))
  client.last += 1
  const number = `${client.series}${random.next() < 0.5 ? '-' : ' '}${client.last}`
  const { lastSent } = client
  if (lastSent && dice < 0.07) {
    const { number: corrected, issueDate, buyer } = lastSent
    const kind = dice < 0.035 ? 'storno' : 'credit-note'
    const preceding = { number: corrected, issueDate }
    return inventInvoice(random, { seller: client, buyer, number, issueDate: issued, kind, preceding })
  }
  const buyer = dice > 0.97 ? random.pick(FOREIGN_FIRMS) : pickPartner(random, client)
  return inventInvoice(random, { seller: client, buyer, number, issueDate: issued })
}

export function inventReceived(random: Random, client: Client, day: string): Invoice {
  const dice = random.next()
  const seller = pickPartner(random, client)
  const number = `${random.pick(SERIES)}${random.pick(['-', '', ' '])}${random.between(1, 99_999)}`
  const issueDate = before(day, random.pick([0, 0, 0, 1, 1, 2, 3, 4, 6]))
  const kind = dice < 0.02 ? 'storno' : dice < 0.04 ? 'credit-note' : 'invoice'
  return inventInvoice(random, { seller, buyer: client, number, issueDate, kind })
}

/** Most trade is with the first few. */
const pickPartner = (random: Random, { partners }: Client): Firm =>
  random.pick(random.next() < 0.6 ? partners.slice(0, 4) : partners)

const before = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString()
