import { expect, test } from 'vitest'
import { openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { never, ports } from '../../capabilities/registers/test-registers.fixture.ts'
import { lookupsOperations } from './lookups.ts'

test.each([
  ['2026-11-20T21:59Z', '2026-11-20'],
  ['2026-11-20T22:01Z', '2026-11-21'],
  ['2026-07-20T20:59Z', '2026-07-20'],
  ['2026-07-20T21:01Z', '2026-07-21'],
])('P-11 at %s, where no day is given, the registers are asked for Romania’s %s', async (moment, today) => {
  const now = Temporal.Instant.from(moment).epochMilliseconds
  const { archive, registers, explain } = ports(await openTestArchive(temporaryFolder()), now)
  const operations = lookupsOperations({
    archive: async () => archive,
    promptRegisters: async () => registers,
    explain,
    now: () => now,
  })
  const params = { cuis: ['RO 14399840'], registers: ['vat' as const], refresh: false, async: false }
  const context = { signal: never, progress: () => undefined }
  const { companies } = await operations['lookups.get'](params, context)
  await operations['lookups.get']({ ...params, day: '2019-02-28' }, context)
  expect(companies).toMatchObject([{ cui: '14399840', day: today, vat: { record: { asOf: today } } }])
  expect(registers.asked.map(({ day }) => day)).toEqual([today, '2019-02-28'])
})
