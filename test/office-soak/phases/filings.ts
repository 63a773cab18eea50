import { setTimeout as wait } from 'node:timers/promises'
import { sampleXml } from '../../authority/documents/sample.ts'
import type { Random } from '../../authority/world/random.ts'
import { sha256 } from '../../contract/support/uploads.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Attempt, attemptsOf } from '../support/archives.ts'
import type { Desk } from '../support/desk.ts'
import type { Ledger } from '../support/ledger.ts'
import type { Premises } from '../support/premises.ts'

/** An invoice that two seats upload. */
export type Filing = { bytes: Buffer; sha256: string; name: string; by: readonly Desk[] }

let numbers = 0

/** An invoice of a company that two of the seats, at least, may file for. */
export function inventFiling({ world: { authority }, desks }: Premises, random: Random): Filing {
  const cuis = [...authority.world.companies.keys()]
  const seller = random.pick(cuis)
  const buyer = random.pick(cuis.filter(cui => cui !== seller))
  const number = `S-${++numbers}`
  const bytes = Buffer.from(sampleXml({ seller, buyer, number, seed: numbers }))
  const able = desks.filter(({ reaches }) => reaches(seller))
  const first = random.pick(able)
  const second = random.pick(able.filter(desk => desk !== first))
  return { bytes, sha256: sha256(bytes), name: `${number}.xml`, by: [first, second] }
}

/** Both seats at the same moment; whoever is refused, or killed, is not asked again. */
export async function fileTwice({ by, bytes, name }: Filing): Promise<void> {
  await Promise.allSettled(by.map(desk => desk.upload(bytes, name)))
}

/** The same invoice from two seats at the same time, while everybody can be reached. */
export async function fileTogether(
  premises: Premises,
  random: Random,
  ledger: Ledger,
  pairs: number,
): Promise<Filing[]> {
  const filings = Array.from({ length: pairs }, () => inventFiling(premises, random))
  for (let at = 0; at < filings.length; at += 4) await Promise.all(filings.slice(at, at + 4).map(fileTwice))
  const timesOf = (filing: Filing) => premises.world.authority.uploadsOf(filing.sha256).length
  ledger.promise(
    'one of two simultaneous uploads of the same invoice is sent',
    pairs,
    'pairs',
    filings.filter(filing => timesOf(filing) !== 1).map(filing => `${filing.name} was sent ${timesOf(filing)} times`),
  )
  return filings
}

/** States after which nothing becomes of an upload any more. */
const OVER = new Set(['ok', 'nok', 'not-taken'])
const PATIENCE = 300_000

/**
 * Brings all filings to their end, as people would: what nobody sent is sent by the first seat, what is open is checked.
 * Every filing then has arrived at most once, and every seat says the same and the truth of it.
 */
export async function settleFilings(premises: Premises, filings: readonly Filing[]): Promise<string[]> {
  const { authority } = premises.world
  const missing = () => filings.filter(filing => authority.uploadsOf(filing.sha256).length === 0)
  let wrong: string[] = []
  const settled = async () => {
    for (const filing of missing()) await filing.by[0]?.upload(filing.bytes, filing.name)
    for (const desk of premises.desks) await checkOpen(desk)
    wrong = premises.desks.flatMap(desk => untruths(premises, desk, filings))
    if (wrong.length > 0) await wait(1000)
    return wrong.length === 0
  }
  await waitFor('every seat knows what became of every filing', settled, PATIENCE).catch(error => {
    if (wrong.length === 0) throw error
  })
  return wrong
}

async function checkOpen(desk: Desk): Promise<void> {
  if (desk.kind === 'browser') {
    const { items } = await desk.host().request('uploads.list', { open: true, limit: 500 })
    for (const { id } of items) await desk.host().start('uploads.check', { id }).answer
    return
  }
  await desk.run(['uploads', 'check'])
  await desk.run(['office', 'exchange'])
}

function untruths({ world: { authority } }: Premises, desk: Desk, filings: readonly Filing[]): string[] {
  const attempts = Map.groupBy(attemptsOf(desk), ({ sha256 }) => sha256)
  return filings.flatMap(filing => {
    const arrived = authority.uploadsOf(filing.sha256)
    if (arrived.length > 1) return [`${filing.name} was sent ${arrived.length} times`]
    const rows = (attempts.get(filing.sha256) ?? []).filter(({ state }) => !['not-sent', 'rejected'].includes(state))
    // Its seat was killed while it was sent: nobody can know that nothing arrived, and a person decides.
    const isTrue = ({ state, number }: Attempt) =>
      arrived[0] ? OVER.has(state) && number === arrived[0].uploadIndex : state === 'unknown'
    return rows.length === 1 && rows.every(isTrue)
      ? []
      : [`${desk.name} says of ${filing.name}: ${JSON.stringify(rows)}, and it is ${arrived[0]?.uploadIndex}`]
  })
}
