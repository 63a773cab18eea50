import { afterEach, expect, test } from 'vitest'
import { lookUpList, many, peakOf } from '../contract/support/long-lists.ts'
import { type Office, openOffice } from '../contract/support/office.ts'

let office: Office
afterEach(() => office.close())

test('10,000 CUIs in one register take at most 1.02 times what the rule allows, within 100 MB more than one CUI takes', {
  timeout: 120_000,
}, async () => {
  /**
   * Nearly twice the real rate of one a second, so that 100 questions take 55 s. At a higher rate the few milliseconds
   * that the machine needs for each question would use up most of the 2 %.
   */
  const perSecond = 1.8
  office = await openOffice({ limits: { publicRequestsPerSecond: perSecond } })
  // Each answer takes longer than the time between two questions.
  office.authority.faults.add({ match: { path: 'v9/tva' }, times: 'always', effect: { kind: 'delay', ms: 1500 } })
  const idle = await peakOf(office, ['companies', 'lookup', '14399840'])
  const since = office.authority.journal.last
  const peak = await lookUpList(office, many(10_000))

  const asked = office.authority.journal.entries.filter(({ n, host }) => n > since && host.startsWith('webservicesp.'))
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
  const times = asked.map(({ at }) => at).sort((a, b) => a - b)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const allowed = (99 * 1000) / perSecond
  expect(span).toBeGreaterThanOrEqual(allowed * 0.99)
  expect(span).toBeLessThanOrEqual(allowed * 1.02)
  expect(peak - idle).toBeLessThan(100)
})
