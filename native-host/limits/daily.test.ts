import { expect, test } from 'vitest'
import type { QuotaKey, Quotas } from '../archive/core/archive.ts'
import { createDailyLimits, DAILY_LIMITS } from './daily.ts'

/** Counters in memory, like those of the archive on disk. */
function counters(): Quotas & { days(): string[] } {
  const used = new Map<string, number>()
  const key = ({ operation, subject, day }: QuotaKey) => `${operation} ${subject} ${day}`
  return {
    take(of, limit) {
      const count = used.get(key(of)) ?? 0
      if (count >= limit) return false
      used.set(key(of), count + 1)
      return true
    },
    exhaust: (of, limit) => void used.set(key(of), limit),
    used: of => used.get(key(of)) ?? 0,
    ofDay: () => [],
    days: () => [...used.keys()].map(text => text.slice(-10)),
  }
}
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds
const steady = (iso: string) => () => ({ earliest: at(iso), latest: at(iso) })

test('E-23 E-30 each subject has exactly the documented number of calls', async () => {
  expect(DAILY_LIMITS).toEqual({
    'list-by-days': 1500,
    'list-paginated': 100_000,
    rasp: 1000,
    status: 100,
    download: 10,
  })
  const daily = createDailyLimits({ quotas: counters(), bounds: steady('2026-11-21T10:00Z') })
  for (let n = 0; n < 10; n++) await daily.take('download', '1')
  const params = { operation: 'descarcare', limit: 10, subject: '1' }
  await expect(daily.take('download', '1')).rejects.toThrow(
    expect.objectContaining({ reason: 'quota-reached', params }),
  )
  expect(daily.today()).toBe('2026-11-21')
  await daily.take('download', '2')
  await daily.take('status', '1')
})

test('E-30 a day is a calendar day in Romania, in winter and in summer', async () => {
  const quotas = counters()
  const days = ['2026-01-15T21:59Z', '2026-01-15T22:01Z', '2026-07-15T20:59Z', '2026-07-15T21:01Z']
  for (const now of days) await createDailyLimits({ quotas, bounds: steady(now) }).take('rasp', '1')
  expect(quotas.days()).toEqual(['2026-01-15', '2026-01-16', '2026-07-15', '2026-07-16'])
})

test('E-30 around the authority’s midnight a call counts for both days', async () => {
  const quotas = counters()
  const bounds = () => ({ earliest: at('2026-11-21T21:59:59Z'), latest: at('2026-11-21T22:00:01Z') })
  const daily = createDailyLimits({ quotas, bounds })
  for (let n = 0; n < 10; n++) await daily.take('download', '1')
  expect(quotas.days()).toEqual(['2026-11-21', '2026-11-22'])
  await expect(daily.take('download', '1')).rejects.toThrow(/limit/)
  expect(daily.today()).toBe('2026-11-22')
})

test('a limit that the authority reports as reached is reached for the rest of the day only', async () => {
  const quotas = counters()
  const today = createDailyLimits({ quotas, bounds: steady('2026-11-21T10:00Z') })
  await today.exhaust('list-by-days', '14399840')
  await expect(today.take('list-by-days', '14399840')).rejects.toThrow(/limit/)
  await createDailyLimits({ quotas, bounds: steady('2026-11-22T10:00Z') }).take('list-by-days', '14399840')
})
