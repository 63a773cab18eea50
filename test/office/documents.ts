import { buyerMessageXml } from '../authority/documents/headers.ts'
import type { Random } from '../authority/world/random.ts'
import type { Clock } from './clock.ts'
import type { createFilings } from './filings.ts'
import type { Invoice } from './invoice.ts'
import { ublOf } from './invoice-xml.ts'
import { errorDetails, errorsOf, invoiceDetails, type Listed, listed, type Numbers, plain } from './lists.ts'
import { type Client, inventReceived, inventSent } from './trade.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** For how long the office has filed with this program. */
const FILES = 300 * DAY

const FILED_HERE = 0.15
/** How many of those are refused the first time: more in the last days, so that every office has something to mend. */
const REFUSED = { usually: 0.08, lately: 0.6 }
const LATELY = 12 * DAY

/** A refused invoice that is still to be filed again. */
type Correction = { at: number; client: Client; invoice: Invoice; refused: number }

export type Desk = {
  random: Random
  clock: Clock
  pick: (at: number) => Client
  numbers: Numbers
  file: ReturnType<typeof createFilings>
  /** The last moment of the office. */
  end: number
  corrections: Correction[]
  /** Does what else is done in the office until a moment. */
  before(at: number): Promise<void>
}

/** The list entries until a moment, the oldest first: exactly this many, some filed here before. */
export async function documentsUntil(desk: Desk, until: number, count: number): Promise<Listed[]> {
  const { random, clock } = desk
  const from = Math.max(clock.now(), until - DAY / 4)
  const moments = Array.from({ length: count }, () => from + Math.floor(random.next() * (until - from)))
  const entries: Listed[] = []
  for (const at of moments.sort((a, b) => a - b)) {
    if (entries.length >= count) break
    await desk.before(at)
    const found = await entriesAt(desk, at, count - entries.length)
    entries.push(...found)
  }
  return entries
}

async function entriesAt(desk: Desk, at: number, room: number): Promise<Listed[]> {
  const { random, pick, numbers, corrections } = desk
  const [due] = corrections
  if (due && due.at <= at) {
    corrections.shift()
    return [await filed(desk, at, due)]
  }
  const client = pick(at)
  const day = new Date(at).toISOString().slice(0, 10)
  const dice = random.next()
  const one = (invoice: Invoice, uploadIndex: string, type: string): Listed => ({
    message: listed({ ...entry(desk, at, client, uploadIndex), type, details: invoiceDetails(uploadIndex, invoice) }),
    content: ublOf(invoice),
  })
  if (dice < 0.012 && client.lastSent) {
    const { uploadIndex } = client.lastSent
    const text = random.pick([
      'Vă rugăm să corectați adresa de livrare.',
      'Cantitatea facturată nu corespunde avizului.',
    ])
    const details = `Mesaj de la cumparator pentru factura cu id_incarcare=${uploadIndex}`
    const index = numbers.uploadIndex()
    return [
      {
        message: listed({ ...entry(desk, at, client, index), type: 'MESAJ CUMPARATOR PRIMIT', details }),
        content: plain(buyerMessageXml({ refersTo: uploadIndex, text })),
      },
    ]
  }
  if (dice < 0.016) {
    const uploadIndex = numbers.uploadIndex()
    const details = errorDetails(uploadIndex)
    return [
      {
        message: listed({ ...entry(desk, at, client, uploadIndex), type: 'ERORI FACTURA', details }),
        content: errorsOf(uploadIndex, client, random.between(1, 999), null),
      },
    ]
  }
  if (dice < 0.6) return [one(inventReceived(random, client, day), numbers.uploadIndex(), 'FACTURA PRIMITA')]
  const invoice = inventSent(random, client, day)
  if (at > desk.end - FILES && random.next() < FILED_HERE)
    return [await filed(desk, at, { at, client, invoice, refused: 0 })]
  const uploadIndex = numbers.uploadIndex()
  client.lastSent = { number: invoice.number, issueDate: invoice.issueDate, buyer: invoice.buyer, uploadIndex }
  if (dice > 0.998 && room > 1) {
    // Written by itself to itself: two entries of one upload index.
    const own = { ...invoice, buyer: client, selfBilled: true }
    return [one(own, uploadIndex, 'FACTURA TRIMISA'), one(own, uploadIndex, 'FACTURA PRIMITA')]
  }
  return [one(invoice, uploadIndex, 'FACTURA TRIMISA')]
}

/** Files an invoice here; nearly all that are refused are filed again. */
async function filed(desk: Desk, at: number, { client, invoice, refused }: Correction): Promise<Listed> {
  const { random, clock, numbers, file, corrections } = desk
  clock.goTo(at)
  const uploadIndex = numbers.uploadIndex()
  const base = entry(desk, clock.now() + MINUTE, client, uploadIndex)
  const content = ublOf(invoice)
  const isRefused = refused === 0 && random.next() < REFUSED[at > desk.end - LATELY ? 'lately' : 'usually']
  const facts = { client, invoice, content, uploadIndex, downloadId: base.id }
  const { id, findings } = await file(facts, isRefused ? 'nok' : 'ok', refused || null)
  if (!isRefused) {
    client.lastSent = { number: invoice.number, issueDate: invoice.issueDate, buyer: invoice.buyer, uploadIndex }
    return {
      message: listed({ ...base, type: 'FACTURA TRIMISA', details: invoiceDetails(uploadIndex, invoice) }),
      content,
    }
  }
  if (random.next() < (at > desk.end - LATELY ? 0.3 : 0.95))
    corrections.push({ at: at + random.between(20 * MINUTE, DAY), client, invoice, refused: id })
  return {
    message: listed({ ...base, type: 'ERORI FACTURA', details: errorDetails(uploadIndex) }),
    content: errorsOf(uploadIndex, client, Number(uploadIndex) % 1000, findings),
  }
}

const entry = ({ numbers }: Desk, at: number, { cui }: Client, uploadIndex: string) => ({
  id: numbers.id(),
  uploadIndex,
  cui,
  // The lists have no seconds.
  createdAt: at - (at % MINUTE),
})
