import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Authority } from '../authority/authority.ts'
import { toldRate } from '../authority/efactura/limits.ts'
import { createRandom } from '../authority/world/random.ts'
import { openOffice } from '../contract/support/office.ts'
import { numberOption } from '../proof/options.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { processesEnded } from '../support/processes.ts'
import { BUYER, OWN } from './support/filings.ts'
import { browserLane, commandLane, type Shared } from './support/lanes.ts'
import { settle } from './support/settle.ts'
import { smallWorld } from './support/small-world.ts'

const SECONDS = numberOption('seconds', IS_LONG ? 600 : 6)
const SEED = numberOption('seed', 1)
/** Less than a first sync alone asks for at once, so that four programs without a pace break it at once. */
const LIMIT = { requestsPerMinute: 50, windowMs: 10_000 }
/** By how much the delays of two requests may differ on a busy machine, ms. */
const BUSY_ROOM = 3000
const NEW_DOCUMENT_EVERY = 1500
/** The duration of an upload's transmission, ms. */
const UPLOAD_TAKES = 1000

test('H-02 H-08 E-33 E-05 four programs over one data folder do everything once and keep the limit together', async () => {
  const random = createRandom(SEED)
  const office = await openOffice({
    pace: { processingMs: 1000, indexingMs: 1000 },
    limits: LIMIT,
    world: now => smallWorld(random, now),
  })
  onTestFinished(() => office.close())
  tellRate(office.authority)
  // Long enough for another program to find an upload on its way.
  office.authority.faults.add({
    match: { path: '/upload' },
    times: 'always',
    effect: { kind: 'delay', ms: UPLOAD_TAKES },
  })
  await office.addCompanies()
  const shared: Shared = {
    office,
    filings: [],
    count: { deeds: 0 },
    seen: { sideBySide: 0, progress: 0, cancelled: 0 },
    cancels: [],
    problems: [],
  }
  const lanes = [
    browserLane('browser 1', shared, createRandom(SEED * 4)),
    browserLane('browser 2', shared, createRandom(SEED * 4 + 1)),
    commandLane('command line 1', shared, createRandom(SEED * 4 + 2)),
    commandLane('command line 2', shared, createRandom(SEED * 4 + 3)),
  ]
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > SECONDS * 1000
  await Promise.all([...lanes.map(lane => lane.work(isOver)), trade(office.authority, isOver)])

  const { problems } = shared
  problems.push(...(await settle(office, shared.filings)))
  const refused = office.authority.journal.count({ status: 429 })
  if (refused > 0) problems.push(`${refused} requests above the limit`)
  problems.push(...downloadedAgain(shared))
  for (const [what, times] of Object.entries(shared.seen))
    if (IS_LONG && times === 0) problems.push(`not once seen at a browser: ${what}`)
  await processesEnded(`RECIPISA_DATA_DIR=${office.dataDir}`).catch((error: unknown) => problems.push(String(error)))
  recordPart({
    part: 'processes',
    promise: 'four programs over one data folder do everything once and keep the limit together',
    ids: ['H-02', 'H-08', 'E-33', 'E-05'],
    unit: 'deeds',
    tried: shared.count.deeds,
    broken: problems.length,
    seconds: (performance.now() - startedAt) / 1000,
  })
  expect(problems, `seed ${SEED}`).toEqual([])
})

/** Documents downloaded twice although nobody cancelled anything meanwhile: a cancel may come before the disk. */
function downloadedAgain({ office: { authority }, cancels }: Shared): string[] {
  const given = authority.journal.find({ path: '/descarcare', status: 200, completed: true })
  return given.flatMap((second, at) => {
    const first = given.slice(0, at).findLast(({ query }) => query.id === second.query.id)
    if (!first || cancels.some(({ from, to }) => from <= second.at && to >= first.at)) return []
    return [`${second.query.id} was downloaded at ${first.at} and again at ${second.at}`]
  })
}

function tellRate({ profilePath }: Authority): void {
  const profile = JSON.parse(readFileSync(profilePath, 'utf8')) as object
  const rate = toldRate({ ...LIMIT, requestsPerMinute: LIMIT.requestsPerMinute - 1 }, BUSY_ROOM)
  writeFileSync(profilePath, JSON.stringify({ ...profile, requestsPerMinute: rate }))
}

/** Partners keep sending invoices. */
async function trade({ world }: Authority, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    world.addInvoice({ seller: OWN, buyer: BUYER })
    await wait(NEW_DOCUMENT_EVERY)
  }
}
