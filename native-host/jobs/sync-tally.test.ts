import { expect, test } from 'vitest'
import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { SyncTally } from './sync-tally.ts'

const error: ErrorBody = { code: 'refused', message: 'x', details: {} }

test('counts are kept by company and summed', () => {
  const tally = new SyncTally(['1', '2', '3'])
  tally.listed('1', 4)
  tally.ended('1', 'downloaded')
  tally.ended('1', 'expired')
  tally.failed('1', '77', error)
  tally.listed('2', 1)
  tally.ended('2', 'downloaded')
  tally.notListed('3', error)
  expect(tally.result(10, 20)).toMatchObject({ downloaded: 2, expired: 1, failed: 1, startedAt: 10, endedAt: 20 })
  expect(tally.result(10, 20).companies[0]).toEqual({
    cui: '1',
    listed: 4,
    downloaded: 1,
    expired: 1,
    failed: 1,
    error: null,
    failures: [{ id: '77', error }],
  })
  expect(['1', '2', '3'].map(cui => tally.complete(cui))).toEqual([false, true, false])
  expect(tally.progress()).toMatchObject({ companiesListed: 3, companies: 3, done: 4, phase: 'downloading' })
})

test('H-01 the failures in a result are bounded, so that it fits a message', () => {
  const cuis = Array.from({ length: 100 }, (_, n) => String(n))
  const tally = new SyncTally(cuis)
  for (const cui of cuis) for (let n = 0; n < 50; n++) tally.failed(cui, String(n), error)
  const { companies, failed } = tally.result(0, 0)
  expect(failed).toBe(5000)
  expect(Math.max(...companies.map(company => company.failures.length))).toBe(20)
  expect(companies.reduce((sum, company) => sum + company.failures.length, 0)).toBe(400)
})
