import { expect, test } from 'vitest'
import { isMemberRegister, REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { createCompanyPage } from './company.ts'
import { found, lookupOf, memberOf, NOT_FOUND, PENDING, vatRecordOf } from './lookups.fixture.ts'

type Frame = { id: number; method: string; params: Record<string, unknown> }

function open(day?: string) {
  const host = inMemoryHost({
    'lookups.history': () => ({ items: [] }),
    'lookups.statements': params => ({
      statements: (params as { years: number[] }).years.map(year => ({ year, ...NOT_FOUND })),
    }),
    'lookups.mark': params => ({
      company: {
        cui: '14399840',
        name: 'ACME SRL',
        lookedUpAt: 1,
        favourite: false,
        note: '',
        ...(params as { favourite?: boolean; note?: string }),
      },
    }),
  })
  let known = 0
  const company = createCompanyPage(connectHost(host.open), {
    cui: '14399840',
    day,
    thisYear: 2026,
    onKnown: () => {
      known += 1
    },
  })
  const frames = (method: string) => host.received.filter((frame): frame is Frame => (frame as Frame).method === method)
  const asked = (register: string) => {
    const frame = frames('lookups.get').findLast(({ params }) => (params.registers as string[])[0] === register)
    if (!frame) throw new Error(`${register} was not asked`)
    return frame
  }
  const answer = (register: string, changes: Parameters<typeof lookupOf>[0]) =>
    host.say({ id: asked(register).id, result: { companies: [lookupOf(changes)] } })
  const answerAll = () => {
    answer('vat', { vat: found(vatRecordOf()) })
    answer('e-invoicing', { eInvoicing: NOT_FOUND })
    for (const register of REGISTER_NAMES.filter(isMemberRegister))
      answer(register, { [REGISTER_FIELDS[register]]: found(memberOf()) })
  }
  return { host, company, frames, asked, answer, answerAll, known: () => known }
}

test('each register is shown as soon as it has answered', async () => {
  const { host, company, frames, asked, answer, known } = open()
  void company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  host.say({ id: asked('cult').id, progress: { companies: [lookupOf({ cult: PENDING })] } })
  expect(company.lookup.value?.cult?.state).toBe('pending')
  answer('farmers', { farmers: found(memberOf({ isMember: true })) })
  await expect.poll(() => company.lookup.value?.farmers?.record?.isMember).toBe(true)
  expect(company.lookup.value?.vat).toBeNull()
  expect(company.busy.value).toBe(true)
  expect(frames('lookups.statements')).toEqual([])
  expect(known()).toBe(0)
  answer('vat', { vat: found(vatRecordOf()) })
  await expect.poll(known).toBe(1)
})

test('statements do not wait for a register that fails slowly', async () => {
  const { company, frames, answer } = open()
  void company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  answer('vat', { vat: found(vatRecordOf()) })
  answer('e-invoicing', { eInvoicing: NOT_FOUND })
  await expect.poll(() => company.statements.value.length).toBe(6)
  expect(company.busy.value).toBe(true)
})

test('statements are loaded after the registers: six years, the latest first', async () => {
  const { company, frames, answerAll, known } = open()
  const loaded = company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  answerAll()
  await loaded
  expect(frames('lookups.statements')[0]?.params.years).toEqual([2025, 2024, 2023, 2022, 2021, 2020])
  expect(company.statements.value.map(({ year }) => year)).toEqual([2025, 2024, 2023, 2022, 2021, 2020])
  expect(known()).toBe(1)
  await company.earlierYears()
  expect(frames('lookups.statements')[1]?.params.years).toEqual([2019, 2018, 2017, 2016, 2015, 2014])
  expect(company.statements.value).toHaveLength(12)
})

test('P-11 a day is sent only if it is not today', async () => {
  const today = open()
  void today.company.load()
  await expect.poll(() => today.frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  expect(today.asked('vat').params).not.toHaveProperty('day')
  const earlier = open('2020-01-31')
  void earlier.company.load()
  await expect.poll(() => earlier.frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  expect(earlier.asked('vat').params.day).toBe('2020-01-31')
})

test('P-14 a refresh queries every register again and keeps the last answers visible until then', async () => {
  const { host, company, frames, asked, answerAll } = open()
  const loaded = company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  answerAll()
  await loaded
  void company.load(true)
  const refreshes = () => frames('lookups.get').slice(REGISTER_NAMES.length)
  await expect.poll(() => refreshes().length).toBe(REGISTER_NAMES.length)
  expect(refreshes().every(({ params }) => params.refresh === true)).toBe(true)
  host.say({ id: asked('vat').id, progress: { companies: [lookupOf({ vat: PENDING })] } })
  expect(company.lookup.value?.vat?.record?.name).toBe('ACME SRL')
})

test('open queries are aborted when the page is left', async () => {
  const { host, company, frames } = open()
  void company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  company.close()
  const cancelled = host.received.flatMap(frame =>
    'cancel' in (frame as object) ? [(frame as { cancel: number }).cancel] : [],
  )
  expect(cancelled.sort()).toEqual(
    frames('lookups.get')
      .map(({ id }) => id)
      .sort(),
  )
})

test('a refused question is reported once, and the registers are no longer pending', async () => {
  const { host, company, frames } = open()
  const loaded = company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  for (const { id } of frames('lookups.get')) {
    host.say({ id, error: { code: 'invalid-input', message: 'no CUI', details: { reason: 'cui-invalid' } } })
  }
  await loaded
  expect(company.error.value).toMatchObject({ body: { code: 'invalid-input' } })
  expect(company.busy.value).toBe(false)
})

test('the host stores favourite and note, and the registers’ answers stay', async () => {
  const { company, frames, answerAll, known } = open()
  const loaded = company.load()
  await expect.poll(() => frames('lookups.get').length).toBe(REGISTER_NAMES.length)
  answerAll()
  await loaded
  await company.mark({ favourite: true })
  expect(frames('lookups.mark')[0]?.params).toEqual({ cui: '14399840', favourite: true })
  expect(company.lookup.value).toMatchObject({ favourite: true, vat: { state: 'found' } })
  expect(known()).toBe(2)
})
