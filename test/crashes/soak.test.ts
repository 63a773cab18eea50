import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../authority/world/random.ts'
import { createWorld } from '../authority/world/world.ts'
import { archivedFiles } from '../contract/support/archived-zips.ts'
import { childEnv } from '../contract/support/host.ts'
import { openOffice } from '../contract/support/office.ts'
import { prepare } from '../contract/support/prepare.ts'
import { numberOption } from '../proof/options.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { BUYER, inventFilings, OWN } from './support/filings.ts'
import type { Shift, Used } from './support/soak-runner.ts'

const DAYS = numberOption('days', IS_LONG ? 60 : 4)
const SHIFTS_PER_DAY = IS_LONG ? 4 : 1
const DOCUMENTS_PER_SHIFT = 3
/** The interval between uploads, days: each takes seconds until the lists have it. */
const UPLOAD_EVERY = 5
/** Days after which access tokens are taken away before their time. */
const REVOKED_EVERY = 9
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** By how much the last third of the days may lie above the first, as a share. */
const GROWTH = 0.05
/** A morning four weeks before the end of summer time, so that the change lies within. */
const START = Date.parse('2027-02-26T07:00:00+02:00')

test('H-08 E-33 a runner of many days uses no more memory, and no more handles, on the last than on the first', async () => {
  const ahead = START - Date.now()
  const random = createRandom(1)
  const office = await openOffice({
    clockOffsetMs: ahead,
    pace: { processingMs: 0, indexingMs: 0 },
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, BUYER]) world.addCompany(cui, `Firma ${cui} SRL`)
      return world
    },
  })
  onTestFinished(() => office.close())
  const { authority, dataDir } = office
  await office.addCompanies()
  const startedAt = performance.now()
  // The service could give it out for two days more, and fails to.
  const uploadedAt = authority.clock.now() - 58 * DAY
  const [lost] = authority.world.addInvoice({ seller: OWN, buyer: '1590082', uploadedAt }).messages
  const match = { path: '/descarcare', query: { id: lost?.id ?? '' } }
  const failure = authority.faults.add({ match, times: 'always', effect: { kind: 'status', status: 500 } })

  const runner = fork(join(import.meta.dirname, 'support/soak-runner.ts'), {
    execArgv: ['--expose-gc'],
    env: childEnv(office.env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const days: Used[] = []
  const problems: string[] = []
  for (let shift = 0; shift < DAYS * SHIFTS_PER_DAY; shift++) {
    authority.clock.advance(DAY / SHIFTS_PER_DAY)
    if (shift === 2 * SHIFTS_PER_DAY) failure.remove()
    if (shift % (REVOKED_EVERY * SHIFTS_PER_DAY) === SHIFTS_PER_DAY) authority.tokens.revokeAccess()
    for (let n = 0; n < DOCUMENTS_PER_SHIFT; n++) {
      const uploadedAt = authority.clock.now() - random.between(1, 5) * HOUR
      authority.world.addInvoice({ seller: OWN, buyer: BUYER, uploadedAt })
    }
    const isMorning = shift % SHIFTS_PER_DAY === 0
    const [filing] = shift % (UPLOAD_EVERY * SHIFTS_PER_DAY) === 0 ? inventFilings(office, random) : []
    const used = await workedBy(runner, { ahead: authority.clock.now() - Date.now(), upload: filing?.path ?? null })
    if (typeof used === 'string') problems.push(`shift ${shift}: ${used}`)
    else if (isMorning) days.push(used)
  }
  runner.disconnect()
  await once(runner, 'exit')
  const given = authority.expected().flatMap(({ messages }) => messages)
  const archived = new Set(archivedFiles(dataDir).values())
  const missing = given.filter(({ sha256, id }) => !archived.has(sha256) && id !== lost?.id)
  if (missing.length > 0) problems.push(`not archived: ${missing.map(({ id }) => id).join(', ')}`)
  const state = await prepare(office.env, async call => (await call('invoices.get', { id: lost?.id ?? '' })).item.state)
  if (state !== 'expired') problems.push(`the message that left is ${state}`)
  problems.push(...growth(days))
  recordPart({
    part: 'soak',
    promise: 'a runner of 60 days archives everything, with memory and handles flat',
    ids: ['H-08', 'E-33'],
    unit: 'days',
    tried: DAYS,
    broken: problems.length,
    seconds: (performance.now() - startedAt) / 1000,
  })
  if (IS_LONG)
    console.info(
      days
        .map(({ heap, external, resources, archived: count }) => `${heap} ${external} ${resources} ${count}`)
        .join('\n'),
    )
  expect(problems).toEqual([])
})

async function workedBy(runner: ChildProcess, shift: Shift): Promise<Used | string> {
  runner.send(shift)
  const [answer] = (await once(runner, 'message')) as [{ used: Used } | { error: string }]
  return 'used' in answer ? answer.used : answer.error
}

/** The growth of the last third of the days over the first; empty for less than two weeks. */
function growth(days: readonly Used[]): string[] {
  if (days.length < 14) return []
  const third = Math.floor(days.length / 3)
  const mean = (part: readonly Used[], of: keyof Used) => part.reduce((sum, day) => sum + day[of], 0) / part.length
  const [first, last] = [days.slice(0, third), days.slice(-third)]
  const grown = (['heap', 'external'] as const)
    .filter(of => mean(last, of) > mean(first, of) * (1 + GROWTH))
    .map(of => `${of} has grown from ${mean(first, of)} to ${mean(last, of)} bytes`)
  const resources = (part: readonly Used[]) => part.map(day => day.resources)
  const isMore = Math.min(...resources(last)) > Math.max(...resources(first))
  return isMore ? [...grown, `handles and timers: ${resources(first)}, then ${resources(last)}`] : grown
}
