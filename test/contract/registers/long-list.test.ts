import { afterEach, expect, test } from 'vitest'
import { lookUpList, many, peakOf } from '../support/long-lists.ts'
import { type Office, openOffice } from '../support/office.ts'

let office: Office
afterEach(() => office.close())

test('a list of 100,000 rows, in which companies come again, is read, asked and written', {
  timeout: 600_000,
}, async () => {
  office = await openOffice({ limits: { publicRequestsPerSecond: 500 }, registers: { toleranceMs: 60_000 } })
  const idle = await peakOf(office, ['companies', 'lookup', '14399840'])
  const companies = many(10_000)
  const peak = await lookUpList(office, Array.from({ length: 10 }, () => companies).flat())
  // Its table of 32 MB is in memory three times at the end; seen: 330 to 370 MB more.
  expect(peak - idle).toBeLessThan(450)
})
