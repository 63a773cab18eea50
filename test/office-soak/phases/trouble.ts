import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../authority/world/random.ts'
import type { Desk } from '../support/desk.ts'
import { inventFault, nameOf, strike } from '../support/faults.ts'
import type { Outage } from '../support/outages.ts'
import type { Premises } from '../support/premises.ts'
import { type Filing, fileTwice, inventFiling } from './filings.ts'

export type Trouble = { outages: Outage[]; filings: Filing[]; struck: Map<string, number> }

type Size = { documents: number; faults: number; filings: number; marks: number }

/**
 * A day on which everything goes wrong, one thing after the other, while documents come in, all seats sync, pairs of seats
 * file the same invoice, and people write notes.
 */
export async function goThroughTrouble(premises: Premises, random: Random, size: Size): Promise<Trouble> {
  const trouble: Trouble = { outages: [], filings: [], struck: new Map() }
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const share = (all: number, n: number) =>
    Math.floor((all * (n + 1)) / size.faults) - Math.floor((all * n) / size.faults)
  const working = premises.desks.map(desk => work(desk, isOver))
  const filing: Promise<void>[] = []
  for (let n = 0; n < size.faults; n++) {
    for (let left = share(size.documents, n); left > 0; ) left -= trade(premises, random)
    for (let left = share(size.filings, n); left > 0; left--) {
      const invented = inventFiling(premises, random)
      trouble.filings.push(invented)
      filing.push(fileTwice(invented))
    }
    for (let left = share(size.marks, n); left > 0; left--) filing.push(mark(premises, random))
    const fault = inventFault(premises, random)
    const outage = await strike(fault, premises, random)
    if (!outage) continue
    trouble.outages.push(outage)
    trouble.struck.set(nameOf(fault), (trouble.struck.get(nameOf(fault)) ?? 0) + 1)
  }
  over.abort()
  await Promise.all([...working, ...filing])
  return trouble
}

/** A seat syncs again and again; whatever ends a sync is a fault, and the next one goes on. */
async function work(desk: Desk, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await desk.sync().catch(() => wait(100))
    await wait(500)
  }
}

/** A document comes to the authority; gives its number of entries. */
function trade({ world: { authority } }: Premises, random: Random): number {
  const cuis = [...authority.world.companies.keys()]
  const uploadedAt = authority.clock.now() - random.between(60_000, 3_600_000)
  return authority.world.addInvoice({ seller: random.pick(cuis), buyer: '1590082', uploadedAt }).messages.length
}

/** Somebody writes a note beside an invoice, unless the host is killed meanwhile. */
async function mark({ desks, world: { authority } }: Premises, random: Random): Promise<void> {
  const desk = random.pick(desks.filter(({ kind }) => kind === 'browser'))
  const selection = { ids: [random.pick([...authority.world.messages.keys()])] }
  const note = `notă ${random.between(1, 1e9)}`
  const write = async () => {
    await desk.up()
    await desk.host().start('books.mark', { selection, note }).answer
  }
  await Promise.allSettled([write()])
}
