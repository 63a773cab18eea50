import { beforeEach, describe, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import { NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { type LookupRequest, lookUp } from './look-up.ts'
import { readStatements } from './statements.ts'
import { never, ports } from './test-registers.fixture.ts'

const TODAY = '2026-11-20'
const DAY = 86_400_000
let parts: ReturnType<typeof ports>
beforeEach(async () => {
  parts = ports(await openTestArchive(temporaryFolder()), NOON)
})

async function look(change: Partial<LookupRequest> = {}) {
  const request: LookupRequest = {
    cuis: ['14399840'],
    registers: ['vat'],
    day: TODAY,
    refresh: false,
    async: false,
    ...change,
  }
  const progress: CompanyLookup[][] = []
  const companies = await lookUp(parts, request, { signal: never, progress: value => progress.push(value) })
  return { companies, progress }
}
const down = () => Promise.reject(new RecipisaError('maintenance', { operation: 'tva', status: 503 }))

test('P-14 each company, register and day is asked for once', async () => {
  await look()
  const again = await look()
  expect(parts.registers.asked).toHaveLength(1)
  expect(again.companies[0]?.vat).toMatchObject({ state: 'found', answeredAt: NOON, isStale: false, error: null })
  await look({ registers: ['farmers'] })
  await look({ day: '2026-11-19' })
  await look({ cuis: ['361757'] })
  expect(parts.registers.asked).toHaveLength(4)
})

test('P-11 a day before 1970, whose moment is a negative number, is asked like any other', async () => {
  for (const day of ['1969-12-31', '0001-01-01']) {
    const { companies } = await look({ day })
    expect(companies[0]?.vat).toMatchObject({ state: 'found', record: { asOf: day } })
  }
  expect(parts.registers.asked.map(({ day }) => day)).toEqual(['1969-12-31', '0001-01-01'])
})

test('P-14 a refresh asks again, shows the stored answer meanwhile, and renews its time', async () => {
  await look()
  parts.clock.set(NOON + 60_000)
  const { companies, progress } = await look({ refresh: true })
  expect(parts.registers.asked).toHaveLength(2)
  expect(progress[0]?.[0]?.vat).toMatchObject({ state: 'found', answeredAt: NOON, isStale: false })
  expect(companies[0]?.vat?.answeredAt).toBe(NOON + 60_000)
})

test('unknown answers are pending and arrive register by register', async () => {
  const { companies, progress } = await look({ registers: ['vat', 'cult'], cuis: ['14399840', '9900'] })
  expect(progress[0]?.map(({ vat, cult, farmers }) => [vat?.state, cult?.state, farmers])).toEqual([
    ['pending', 'pending', null],
    ['pending', 'pending', null],
  ])
  expect(companies.map(({ vat, cult }) => [vat?.state, cult?.state])).toEqual([
    ['found', 'found'],
    ['not-found', 'not-found'],
  ])
})

test('P-14 with the service down the older answer is shown as such, with the reason', async () => {
  await look()
  parts.clock.set(NOON + DAY)
  parts.registers.answer = down
  const { companies, progress } = await look({ day: '2026-11-21' })
  expect(progress[0]?.[0]?.vat).toMatchObject({ state: 'found', answeredAt: NOON, isStale: true, error: null })
  expect(companies[0]?.vat).toMatchObject({
    state: 'found',
    answeredAt: NOON,
    isStale: true,
    record: { asOf: TODAY },
    error: { details: { reason: 'maintenance' } },
  })
  expect((await look({ cuis: ['361757'], day: '2026-11-21' })).companies[0]?.vat).toMatchObject({
    state: 'failed',
    record: null,
    isStale: false,
  })
})

test('today’s answer does not serve a day of the past', async () => {
  await look()
  parts.registers.answer = down
  expect((await look({ day: '2019-01-01' })).companies[0]?.vat).toMatchObject({ state: 'failed', record: null })
})

test('an answer for a future day is valid until that day', async () => {
  await look({ day: '2026-11-25' })
  await look({ day: '2026-11-25' })
  expect(parts.registers.asked).toHaveLength(1)
  parts.clock.set(NOON + 5 * DAY)
  const { progress } = await look({ day: '2026-11-25' })
  expect(progress[0]?.[0]?.vat).toMatchObject({ state: 'found', isStale: true })
  expect(parts.registers.asked).toHaveLength(2)
  parts.clock.set(NOON + 50 * DAY)
  await look({ day: '2026-11-25' })
  expect(parts.registers.asked).toHaveLength(2)
})

test('P-08 a wrong check digit is flagged and still asked for; companies come once, in the given order', async () => {
  const { companies } = await look({ cuis: ['361757', '14399841', '361757', '14399840'] })
  expect(companies.map(({ cui, hasValidCheckDigit }) => [cui, hasValidCheckDigit])).toEqual([
    ['361757', true],
    ['14399841', false],
    ['14399840', true],
  ])
  expect(parts.registers.asked.map(({ cuis }) => cuis)).toEqual([['361757', '14399841', '14399840']])
})

test('one company that breaks the register does not hold up the others', async () => {
  const cuis = Array.from({ length: 40 }, (_, n) => String(1000 + n))
  parts.registers.answer = query =>
    query.cuis.includes('1033') ? Promise.reject(new RecipisaError('authority-note', { note: 'eroare' })) : undefined
  const { companies } = await look({ cuis })
  const failed = companies.filter(({ vat }) => vat?.state !== 'found')
  expect(failed.map(({ cui, vat }) => [cui, vat?.state, vat?.error?.details?.reason])).toEqual([
    ['1033', 'failed', 'authority-note'],
  ])
})

test.each([5, 30])('%d companies side by side that break the register do not hold up the others', async count => {
  const cuis = Array.from({ length: 100 }, (_, n) => String(1000 + n))
  const broken = cuis.slice(0, count)
  parts.registers.answer = query =>
    query.cuis.some(cui => broken.includes(cui))
      ? Promise.reject(new RecipisaError('answer-unexpected', { operation: 'tva' }))
      : undefined
  const { companies } = await look({ cuis })
  expect(companies.filter(({ vat }) => vat?.state === 'failed').map(({ cui }) => cui)).toEqual(broken)
  expect(companies.filter(({ vat }) => vat?.state === 'found')).toHaveLength(100 - count)
  expect(parts.registers.asked.length).toBeLessThan(80)
})

test('a register that answers nothing is not asked for each company', async () => {
  const cuis = Array.from({ length: 100 }, (_, n) => String(1000 + n))
  parts.registers.answer = () => Promise.reject(new RecipisaError('answer-unexpected', { operation: 'tva' }))
  const { companies } = await look({ cuis })
  expect(companies.every(({ vat }) => vat?.state === 'failed')).toBe(true)
  expect(parts.registers.asked.length).toBeLessThan(20)
})

test('a company missing from the answer is not one without data', async () => {
  parts.registers.answer = async () => ({ records: [], notFound: [], answeredAt: NOON })
  const { companies } = await look()
  expect(companies[0]?.vat).toMatchObject({ state: 'failed', error: { details: { reason: 'register-silent' } } })
})

test('P-04 "no statement" counts for a day, and not at all if a clock that was ahead gave its moment', async () => {
  const asked: number[] = []
  const registers = {
    ...parts.registers,
    statement: async ({ year }: { year: number }) => {
      asked.push(year)
      return undefined
    },
  }
  const read = () =>
    readStatements(
      { ...parts, registers },
      { cui: '14399840', years: [2025], refresh: false },
      { signal: never, progress: () => undefined },
    )
  parts.clock.set(NOON + 300 * DAY)
  await read()
  await read()
  expect(asked).toHaveLength(1)
  parts.clock.set(NOON)
  expect(await read()).toMatchObject([{ state: 'not-found', answeredAt: NOON, isStale: false }])
  expect(asked).toHaveLength(2)
})

test('a cancelled lookup ends with its reason', async () => {
  const stop = new AbortController()
  stop.abort(new RecipisaError('cancelled'))
  const request = { cuis: ['14399840'], registers: ['vat'] as const, day: TODAY, refresh: false, async: false }
  await expect(lookUp(parts, request, { signal: stop.signal, progress: () => undefined })).rejects.toMatchObject({
    reason: 'cancelled',
  })
})

describe('P-07 the asynchronous service', () => {
  test('P-07 gets its two seconds, is asked again while not ready, and its result is stored', async () => {
    parts.registers.looks = 3
    const { companies } = await look({ async: true })
    expect(parts.clock.slept[0]).toBeGreaterThanOrEqual(2000)
    expect(parts.registers.fetched).toHaveLength(3)
    expect(companies[0]?.vat?.state).toBe('found')
    await look({ async: true })
    expect(parts.registers.asked).toHaveLength(1)
  })

  test('P-07 the next process fetches the answer of a dead one and does not ask again', async () => {
    const { questions } = parts.archive.lookups
    const query = { cuis: ['14399840'], day: TODAY }
    const { correlationId } = await parts.registers.submitVat(query, never)
    questions.add({ ...query, correlationId, submittedAt: NOON })
    questions.release(correlationId)
    expect((await look({ async: true })).companies[0]?.vat?.state).toBe('found')
    expect(parts.registers.asked).toHaveLength(1)
    expect(parts.registers.fetched).toEqual([correlationId])
    expect(questions.adopt(TODAY)).toEqual([])
  })

  test('P-07 a question submitted while the clock was ahead is fetched as soon as any other, and forgotten like it', async () => {
    const { questions } = parts.archive.lookups
    for (const correlationId of [
      'gone',
      (await parts.registers.submitVat({ cuis: ['361757'], day: TODAY }, never)).correlationId,
    ]) {
      questions.add({ cuis: ['361757'], day: TODAY, correlationId, submittedAt: NOON + 2 * DAY })
      questions.release(correlationId)
    }
    await look({ async: true })
    expect(parts.clock.now() - NOON).toBeLessThan(30_000)
    expect(parts.archive.lookups.answer('vat', '361757', TODAY)).toBeDefined()
    expect(questions.adopt(TODAY)).toEqual([])
  })

  test('P-07 a lost result is forgotten and asked for anew', async () => {
    const { questions } = parts.archive.lookups
    questions.add({ correlationId: 'gone', cuis: ['14399840'], day: TODAY, submittedAt: NOON })
    questions.release('gone')
    expect((await look({ async: true })).companies[0]?.vat?.state).toBe('found')
    expect(parts.registers.asked).toHaveLength(1)
    expect(parts.registers.fetched).toHaveLength(2)
  })

  test('P-07 a result that is never ready is given up, and stays journaled for the next lookup', async () => {
    parts.registers.looks = Number.POSITIVE_INFINITY
    const { companies } = await look({ async: true })
    expect(companies[0]?.vat).toMatchObject({ state: 'failed', error: { details: { reason: 'async-not-ready' } } })
    expect(parts.archive.lookups.questions.adopt(TODAY)).toHaveLength(1)
  })

  test('P-07 a question that was given up holds up no later lookup: it is looked at once, and the companies are asked for anew', async () => {
    parts.registers.looks = Number.POSITIVE_INFINITY
    await look({ async: true })
    const [first] = parts.registers.fetched
    const { looked, since } = { looked: parts.registers.fetched.length, since: parts.clock.now() }
    parts.registers.looks = 1
    expect((await look({ async: true })).companies[0]?.vat?.state).toBe('found')
    expect(parts.registers.fetched.slice(looked).filter(id => id === first)).toHaveLength(1)
    expect(parts.clock.now() - since).toBeLessThan(10_000)
  })

  test('P-07 questions of a dead process that a failure keeps from being fetched are left to the next lookup', async () => {
    const { questions } = parts.archive.lookups
    for (const correlationId of ['one', 'other']) {
      questions.add({ correlationId, cuis: ['361757'], day: TODAY, submittedAt: NOON })
      questions.release(correlationId)
    }
    parts.registers.fetchVat = () => Promise.reject(new RecipisaError('maintenance', { operation: 'tva', status: 503 }))
    expect((await look({ async: true })).companies[0]?.vat?.state).toBe('failed')
    expect(questions.adopt(TODAY)).toHaveLength(2)
  })
})

describe('known companies', () => {
  test('are those that a register knows, newest first, by name, CUI and note', async () => {
    await look({ cuis: ['14399840', '9900'], registers: ['vat', 'farmers'] })
    const { lookups } = parts.archive
    const find = (search: string) =>
      lookups.known({ search, favourites: false, limit: 10, offset: 0 }).items.map(({ cui }) => cui)
    expect(find('')).toEqual(['14399840'])
    expect(find('firma s.r.l.')).toEqual(['14399840'])
    expect(find('ro14399840')).toEqual(['14399840'])
    lookups.mark('14399840', { note: 'client vechi, Brașov' })
    expect(find('brasov')).toEqual(['14399840'])
    expect(find('100%_')).toEqual([])
    expect(lookups.mark('14399840', { favourite: true })).toMatchObject({
      note: 'client vechi, Brașov',
      favourite: true,
    })
    expect((await look()).companies[0]).toMatchObject({ favourite: true, note: 'client vechi, Brașov' })
    expect(lookups.forget('14399840')).toBe(true)
    expect(find('')).toEqual([])
    expect(lookups.history('14399840', 10).map(({ register, found }) => [register, found])).toContainEqual([
      'vat',
      true,
    ])
  })
})
