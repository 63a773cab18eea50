import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../authority/world/random.ts'
import type { HostProcess } from '../../contract/support/host.ts'
import type { Desk } from '../support/desk.ts'
import type { Ledger } from '../support/ledger.ts'
import type { Premises } from '../support/premises.ts'

const DOCUMENTS = 20
/** How often a seat is asked whether it has it, ms. */
const EVERY = 20
/** The promise, s. */
const TARGET = 2
const PATIENCE = 60_000

/** How long it takes from the moment a seat has downloaded a document until a colleague's browser has it. */
export async function measureNews(premises: Premises, random: Random, ledger: Ledger): Promise<void> {
  const { authority } = premises.world
  const browsers = premises.desks.filter(({ kind }) => kind === 'browser')
  const partners = [...authority.world.companies.keys()]
  const times: number[] = []
  for (let n = 0; n < DOCUMENTS; n++) {
    const seller = random.pick(partners)
    const from = random.pick(browsers.filter(({ reaches }) => reaches(seller)))
    const to = random.pick(browsers.filter(desk => desk !== from))
    const uploadedAt = authority.clock.now() - 60_000
    const [message] = authority.world.addInvoice({ seller, buyer: '1590082', uploadedAt }).messages
    const syncing = from.host().start('invoices.sync', { cuis: [seller] }).answer
    const { endedAt } = await authority.journal.waitFor(
      ({ path, query, completed }) => path.endsWith('/descarcare') && query.id === message?.id && completed,
    )
    await hasDocument(to, message?.id ?? '')
    times.push((Date.now() - (endedAt ?? 0)) / 1000)
    await syncing
  }
  times.sort((a, b) => a - b)
  ledger.time("a colleague's new document is seen, median", times[Math.floor(times.length / 2)] ?? 0, TARGET)
  ledger.time("a colleague's new document is seen, worst", times.at(-1) ?? 0, TARGET)
}

async function hasDocument(desk: Desk, id: string): Promise<void> {
  const until = performance.now() + PATIENCE
  while (!(await isArchived(desk.host(), id))) {
    if (performance.now() > until) throw new Error(`${desk.name} never saw ${id}`)
    await wait(EVERY)
  }
}

const isArchived = async (host: HostProcess, id: string) => {
  const { items } = await host.request('invoices.list', { search: id, limit: 1 })
  return items[0]?.state === 'archived'
}
