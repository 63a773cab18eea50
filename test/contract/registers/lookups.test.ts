import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { waitFor } from '../../support/wait-for.ts'
import { command, type Env, type Finished, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

const [ALFA, BETA, NOBODY] = ['14399840', '361757', '14399841'] as const

let office: Office
/** A machine that has never signed in, new for each test. */
let env: Env
let machines = 0
beforeAll(async () => {
  office = await openOffice()
  const { registers } = office.authority
  registers.set(ALFA, { name: 'ȘTEFAN & FIII SRL', vat: [{ from: '2010-01-01', to: null }], struckOffOn: null })
  registers.set(ALFA, { inactive: { from: '2025-05-05', to: null }, eInvoicing: null, farmer: null, cult: null })
  registers.set(BETA, { name: 'BETA SRL', inactive: null, eInvoicing: null })
  registers.set(NOBODY, 'unknown')
})
afterAll(() => office.close())
beforeEach(() => {
  office.authority.faults.clear()
  const dataDir = join(office.dataDir, `machine-${machines++}`)
  mkdirSync(dataDir, { recursive: true })
  env = { RECIPISA_PROFILE: office.env.RECIPISA_PROFILE ?? '', RECIPISA_DATA_DIR: dataDir }
})

type Companies = ResultOf<'lookups.get'>
const lookup = (...args: string[]) => command(['companies', 'lookup', ...args], env)
const companiesOf = ({ json }: Finished) => (json() as Companies).companies
const questions = () => office.authority.registers.questions
const strike = (path: string) =>
  office.authority.faults.add({ match: { path }, times: 'always', effect: { kind: 'page', page: 'maintenance-503' } })

test('P-11 without a day the registers are asked for Romania’s today, with one for that; no sign-in is needed', async () => {
  const since = questions().length
  const before = romaniaDay(Date.now())
  const [today] = companiesOf(await lookup('RO 14399840', '--json'))
  expect([before, romaniaDay(Date.now())]).toContain(today?.day)
  const [past] = companiesOf(await lookup('14399840', '--date', '2020-02-29', '--json'))
  expect(past).toMatchObject({
    day: '2020-02-29',
    vat: { record: { asOf: '2020-02-29', inactive: { isInactive: false } } },
  })
  expect(today).toMatchObject({ vat: { record: { inactive: { isInactive: true, since: '2025-05-05' } } } })
  expect(questions().slice(since)).toEqual([
    { register: 'vat', cuis: [ALFA], day: today?.day },
    { register: 'vat', cuis: [ALFA], day: '2020-02-29' },
  ])
})

test('P-08 a CUI is read as people write it, a wrong check digit is flagged and asked for, and anything else is never sent', async () => {
  const since = questions().length
  const found = companiesOf(await lookup('C.I.F. RO14399840', 'CUI: 361.757 ', 'ro 14399841', '--json'))
  expect(found.map(({ cui, hasValidCheckDigit, vat }) => [cui, hasValidCheckDigit, vat?.state])).toEqual([
    [ALFA, true, 'found'],
    [BETA, true, 'found'],
    [NOBODY, false, 'not-found'],
  ])
  expect(
    questions()
      .slice(since)
      .map(({ cuis }) => cuis),
  ).toEqual([[ALFA, BETA, NOBODY]])
  for (const wrong of ['abc', '1800101221144', '0', '123456789012', '']) {
    const { code, json } = await lookup(ALFA, '--refresh', '--json', '--', wrong)
    expect([code, json()], wrong).toMatchObject([2, { error: { details: { reason: 'cui-invalid' } } }])
  }
  expect(questions().length).toBe(since + 1)
})

test('P-14 an answer is asked for once over all processes, its time is shown, and a refresh renews it', async () => {
  const since = questions().length
  const [first] = companiesOf(await lookup(ALFA, '--json'))
  const host = new HostProcess(env)
  const [again] = (await host.request('lookups.get', { cuis: [ALFA] })).companies
  expect(again?.vat?.answeredAt).toBe(first?.vat?.answeredAt)
  expect(questions().length).toBe(since + 1)
  const [renewed] = (await host.request('lookups.get', { cuis: [ALFA], refresh: true })).companies
  expect(renewed?.vat?.answeredAt).toBeGreaterThan(first?.vat?.answeredAt ?? Number.POSITIVE_INFINITY)
  expect(questions().length).toBe(since + 2)
  const { items } = await host.request('lookups.history', { cui: ALFA })
  expect(items).toEqual([{ register: 'vat', day: first?.day, answeredAt: renewed?.vat?.answeredAt, found: true }])
  await host.close()
  expect((await lookup(ALFA)).stdout).toMatch(/Answered\s+\w{3} \d/)
})

test('P-14 with the service down the older answer is shown as such, and the exit code says so', async () => {
  await lookup(ALFA)
  strike('v9/tva')
  const { code, stdout } = await lookup(ALFA, '--refresh')
  expect(code).toBe(1)
  expect(stdout).toContain('ȘTEFAN & FIII SRL')
  expect(stdout).toContain('(older answer)')
  expect(stdout).toMatch(/Problem\s+.*unavailable \(503\)/)
  const unknown = companiesOf(await lookup(BETA, '--json'))
  expect(unknown[0]?.vat).toMatchObject({ state: 'failed', record: null, error: { code: 'service-unavailable' } })
})

test('progress brings stored answers at once, then those of each register', async () => {
  await lookup(ALFA)
  office.authority.faults.add({ match: { path: 'ws/cult' }, effect: { kind: 'delay', ms: 400 } })
  const host = new HostProcess(env)
  const asked = host.start('lookups.get', { cuis: [ALFA], registers: ['vat', 'cult'] })
  const { progress } = await host.message(one => one.id === asked.id && 'progress' in one)
  expect(progress).toMatchObject({
    companies: [{ vat: { state: 'found' }, cult: { state: 'pending' }, farmers: null }],
  })
  expect((await asked.answer).result).toMatchObject({ companies: [{ cult: { state: 'found' } }] })
  await host.close()
})

test('P-12 a company outside the opt-in register is said to be just that, in both languages', async () => {
  const english = (await lookup(ALFA)).stdout
  expect(english).toMatch(/opt-in register\)\s+not in the opt-in register/)
  const romanian = await command(['companies', 'lookup', ALFA], { ...env, LC_ALL: 'ro_RO.UTF-8' })
  expect(romanian.stdout).toContain('nu este în registrul opțional')
  expect(`${english}${romanian.stdout}`).not.toMatch(/cannot receive|nu poate primi/i)
})

test('P-05 P-06 all registers of a company in one go; a day to come is answered for today by the cult register', async () => {
  const day = '2031-01-01'
  const all = ['vat', 'e-invoicing', 'farmers', 'cult'].flatMap(register => ['--register', register])
  const [found] = companiesOf(await lookup(ALFA, ...all, '--date', day, '--json'))
  expect(found).toMatchObject({
    vat: { state: 'found' },
    eInvoicing: { state: 'not-found' },
    farmers: { state: 'found', record: { isMember: false } },
    cult: { state: 'found', record: { isMember: false } },
  })
  expect([romaniaDay(office.authority.clock.now())]).toContain(found?.cult?.record?.asOf)
  const said = (await lookup(ALFA, ...all, '--date', day)).stdout
  expect(said).toContain(`not a member (answered for ${found?.cult?.record?.asOf})`)
  expect(said).toMatch(/Farmers' register\s+not a member$/m)
  expect(said).toMatch(/Answered\s+Religious entities register: \w{3} \d/)
})

test('P-05 a company is shown by its name whichever register was asked, and until when it was a member', async () => {
  office.authority.registers.set(BETA, {
    farmer: { from: '2018-01-01', to: '2021-06-30' },
    cult: { from: '2020-02-03', to: null },
    caen: '',
  })
  const { stdout } = await lookup(BETA, '--register', 'farmers', '--register', 'cult')
  expect(stdout).toMatch(/^Name\s+BETA SRL$/m)
  expect(stdout).toMatch(/Farmers' register\s+not a member until 2021-06-30$/m)
  expect(stdout).toMatch(/Religious entities register\s+member since 2020-02-03$/m)
  expect((await lookup(BETA, ALFA, '--register', 'cult')).stdout).toMatch(/^361757\s+BETA SRL\s+member/m)
  // P-13: an empty field of the register gives no line.
  expect((await lookup(BETA)).stdout).not.toMatch(/^CAEN/m)
  office.authority.registers.set(BETA, { farmer: null, cult: null })
})

test('P-03 the e-invoicing register is told in our words, also where its state is a mere flag', async () => {
  const said = async (stare: unknown, dataRadiere = '') => {
    const found = [{ cui: Number(BETA), registru: 'RO e-Factura', dataInscriere: '2022-07-01', dataRadiere, stare }]
    office.authority.faults.clear()
    office.authority.faults.add({
      match: { path: '/interogare' },
      effect: { kind: 'body', body: JSON.stringify({ found, notFound: [] }) },
    })
    return (await lookup(BETA, '--register', 'e-invoicing', '--refresh')).stdout
  }
  expect(await said(true)).toMatch(/E-invoicing register\s+RO e-Factura, member, since 2022-07-01$/m)
  expect(await said('neînregistrat', '2024-01-31')).toContain(
    'RO e-Factura, not a member, since 2022-07-01 until 2024-01-31',
  )
  expect(await said('în curs')).toContain('RO e-Factura, în curs, since 2022-07-01')
})

test('P-04 a statement is read once and kept; a year without one is an answer', async () => {
  const { registers } = office.authority
  registers.setStatement(ALFA, 2022, [
    { indicator: 'I13', val_indicator: 1234567, val_den_indicator: 'Cifra de afaceri neta' },
  ])
  registers.setStatement(ALFA, 2023, 'none')
  const said = await command(['companies', 'statements', ALFA, '2022'], env)
  expect(said.stdout).toMatch(/I13\s+Cifra de afaceri neta\s+1,234,567/)
  const since = questions().length
  const host = new HostProcess(env)
  const { statements } = await host.request('lookups.statements', { cui: ALFA, years: [2022, 2023] })
  expect(statements.map(({ year, state }) => [year, state])).toEqual([
    [2022, 'found'],
    [2023, 'not-found'],
  ])
  expect(questions().length).toBe(since + 1)
  await host.close()
  expect((await command(['companies', 'statements', ALFA, '2023'], env)).code).toBe(0)
  strike('/bilant')
  const older = await command(['companies', 'statements', ALFA, '2022', '--refresh'], env)
  expect([older.code, older.stdout]).toEqual([
    1,
    expect.stringMatching(/I13.*Answered: .*\(older answer\)\nProblem: .*503/s),
  ])
  const failed = await command(['companies', 'statements', BETA, '2022'], env)
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/could not be checked\nProblem: .*503/)])
})

test('P-07 the question of a process that is killed before its result is fetched by the next one', async () => {
  const { registers } = office.authority
  registers.quirks.readyMs = 3_600_000
  const since = questions().length
  const host = new HostProcess(env)
  host.send({ id: 1, method: 'lookups.get', params: { cuis: [ALFA], async: true } })
  // It has polled for the result, so the question is in the journal.
  await office.authority.journal.waitFor({ path: 'v7/ws/tva', completed: true })
  host.child.kill('SIGKILL')
  await host.exited
  office.authority.clock.advance(3_600_000)
  registers.quirks.readyMs = 2000
  const [found] = companiesOf(await lookup(ALFA, '--async', '--json'))
  expect(found?.vat?.state).toBe('found')
  expect(
    questions()
      .slice(since)
      .filter(({ register }) => register === 'async'),
  ).toHaveLength(1)
  expect(
    questions()
      .slice(since)
      .filter(({ register }) => register === 'vat'),
  ).toEqual([])
})

test('P-07 a service that does not know a question yet is asked again for its result', async () => {
  const { quirks } = office.authority.registers
  Object.assign(quirks, { notReady: 'unknown-id', readyMs: 3_600_000 })
  const since = questions().length
  const looking = lookup(ALFA, '--async', '--json')
  await waitFor('it has asked for the result once', () =>
    questions()
      .slice(since)
      .some(({ register }) => register === 'async-result'),
  )
  office.authority.clock.advance(3_600_000)
  const [found] = companiesOf(await looking)
  expect(found?.vat).toMatchObject({ state: 'found', error: null })
  expect(
    questions()
      .slice(since)
      .map(({ register }) => register),
  ).toEqual(['async', 'async-result', 'async-result'])
  Object.assign(quirks, { notReady: 'json', readyMs: 2000 })
})

test('a pause that the registers ask for is reported at once, with stored answers, and the registers are left alone', async () => {
  await lookup(ALFA)
  const since = questions().length
  office.authority.faults.add({ match: { path: '/tva' }, times: 'always', effect: { kind: 'status', status: 429 } })
  const paused = { isStale: true, record: { cui: ALFA }, error: { code: 'rate-limited' } }
  const refused = await lookup(ALFA, '--refresh', '--json')
  expect([refused.code, companiesOf(refused)]).toMatchObject([5, [{ vat: paused }]])
  const after = office.authority.journal.entries.length
  const held = await lookup(ALFA, '--refresh', '--json')
  expect([held.code, companiesOf(held)]).toMatchObject([5, [{ vat: paused }]])
  const statement = await command(['companies', 'statements', ALFA, '2020', '--json'], env)
  expect([statement.code, statement.json()]).toMatchObject([5, { error: { details: { reason: 'rate-limited' } } }])
  expect(office.authority.journal.entries.length).toBe(after)
  expect(questions().length).toBe(since)
})

test('a lookup of many companies with one invalid CUI asks for none; a company named twice is answered once', async () => {
  const since = questions().length
  const hundred = Array.from({ length: 100 }, (_, n) => String(1000 + n))
  expect((await lookup(...hundred, 'abc', '--json')).code).toBe(2)
  expect(questions().length).toBe(since)
  const found = companiesOf(await lookup(ALFA, ...hundred, 'RO14399840', '--json'))
  expect(found.map(({ cui }) => cui)).toEqual([ALFA, ...hundred])
})

test('companies that were looked up are known by name, marked, noted and forgotten', async () => {
  await lookup(ALFA, BETA, NOBODY)
  const host = new HostProcess(env)
  const known = async (search = '') => (await host.request('lookups.known', { search })).items.map(({ cui }) => cui)
  expect((await known()).sort()).toEqual([ALFA, BETA])
  expect(await known('stefan')).toEqual([ALFA])
  const { company } = await host.request('lookups.mark', { cui: BETA, favourite: true, note: 'sună luni' })
  expect(company).toMatchObject({ favourite: true, note: 'sună luni', name: 'BETA SRL' })
  expect((await host.request('lookups.known', { favourites: true })).items.map(({ cui }) => cui)).toEqual([BETA])
  expect(await host.request('lookups.forget', { cui: BETA })).toEqual({ forgotten: true })
  expect(await known()).toEqual([ALFA])
  await host.close()
})

test('an impossible day is refused before any request', async () => {
  const since = questions().length
  const host = new HostProcess(env)
  for (const day of ['2026-02-31', '2026-13-01', '2026-2-1', ''])
    await expect(host.request('lookups.get', { cuis: [ALFA], day })).rejects.toThrow(/day: /)
  expect(questions().length).toBe(since)
  await host.close()
})

test('wrong command lines are refused without a request', async () => {
  const since = questions().length
  const [list, folder] = [join(office.dataDir, 'list.txt'), join(office.dataDir, 'folder.csv')]
  writeFileSync(list, `${ALFA}\n`)
  mkdirSync(folder)
  for (const args of [
    [],
    [ALFA, '--register', 'other'],
    [ALFA, '--date', '2026-02-31'],
    [ALFA, '--output', 'a.csv'],
    [ALFA, '--file', 'list.txt'],
    ['--file', 'list.txt', '--output', 'a.pdf'],
    ['--file', list, '--output', join(office.dataDir, 'nowhere', 'a.csv')],
    ['--file', list, '--output', folder],
    ['--file', join(office.dataDir, 'nowhere.csv')],
    [ALFA, '--async', '--register', 'cult'],
  ])
    expect((await lookup(...args, '--json')).code, args.join(' ')).toBe(2)
  expect(questions().length).toBe(since)
})
