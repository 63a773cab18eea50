import { afterEach, expect, test } from 'vitest'
import { seedWorld } from '../authority/world/seed.ts'
import { archivedFiles } from '../contract/support/archived-zips.ts'
import { startCommand } from '../contract/support/host.ts'
import { type Office, openOffice } from '../contract/support/office.ts'
import { withPeak } from '../support/peak-memory.ts'

let office: Office
afterEach(() => office.close())

/**
 * The real limit of 1,000 in a window of 20 s instead of 60, so that 2,000 invoices take 40 s and not two minutes. In a
 * still shorter window a moment's delay of the machine would count too much.
 */
const LIMIT = { requestsPerMinute: 1000, windowMs: 20_000 }
/** The same limit in requests a minute. */
const RATE = 3000

test('2,000 invoices of 40 companies come at 95 % of the request limit or more, without a single 429', {
  timeout: 120_000,
}, async () => {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 40, invoicesPerCompany: 50 }),
    answerDelayMs: 300,
    limits: LIMIT,
  })
  await office.addCompanies()
  const since = office.authority.journal.last
  const { code, json, peak } = await withPeak(startCommand(['invoices', 'sync', '--json'], office.env))

  expect(code).toBe(0)
  expect(json()).toMatchObject({ downloaded: 2000, failed: 0, expired: 0 })
  expect(archivedFiles(office.dataDir).size).toBe(2000)
  const requests = office.authority.journal.entries.filter(({ n, host }) => n > since && host.startsWith('api.'))
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  const [first = 0, ...rest] = requests.map(({ at }) => at).sort((a, b) => a - b)
  const span = (rest.at(-1) ?? first) - first
  expect((rest.length / span) * 60_000).toBeGreaterThanOrEqual(0.95 * RATE)
  expect(peak).toBeGreaterThan(0)
  expect(peak).toBeLessThan(150)
})
