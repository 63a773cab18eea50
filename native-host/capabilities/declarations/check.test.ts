import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isNotFound } from '../../../shared/filings/settled.ts'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { CUI, NOON, PDF, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { checkDeclaration } from './check.ts'
import type { DeclarationPorts } from './ports.ts'

const OTHER_CUI = '1590082'
const HOUR = 3_600_000
const notHere = () => expect.fail('the portal is not needed to ask')

function row(filingNumber: string, state: StatusRow['state']): StatusRow {
  const day = '2026-11-20'
  const wording = state ?? 'ceva'
  const told = { state, wording, form: 'D300', isCounter: false, uploadedOn: day, registeredOn: day }
  return { ...told, filingNumber, registrationNumber: `INTERNT-${filingNumber}-2026`, hasReceipt: true }
}

/**
 * `world` may change meanwhile; without a `receipt` the page hands none out. A second call for a `dataDir` is a
 * restart.
 */
async function office(
  rows: readonly StatusRow[],
  world: { now: number; receipt?: Uint8Array } = { now: NOON, receipt: PDF },
  dataDir = temporaryFolder(),
) {
  const archive = await openNewArchive({ dataDir, environment: 'prod', now: () => world.now })
  onTestFinished(() => archive.close())
  const calls = { queries: [] as string[], receipts: [] as string[] }
  const ports: DeclarationPorts = {
    archive,
    portal: { submit: notHere },
    session: { use: notHere, status: notHere },
    statusPage: {
      async query({ filingNumber }) {
        calls.queries.push(filingNumber)
        return { kind: 'found', rows: [...rows], period: null }
      },
      async receipt(uploadIndex) {
        calls.receipts.push(uploadIndex)
        return world.receipt
      },
    },
    now: () => world.now,
    explain: error => {
      throw error
    },
  }
  const add = (filingNumber: string, cui = CUI) => {
    const known = { companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null }
    const followed = { ...known, cui, filingNumber, isCounter: false, origin: 'elsewhere' } as const
    const { id } = archive.declarations.add(followed)
    archive.declarations.update(id, { nextCheckAt: world.now })
    return id
  }
  const check = (id: number) => checkDeclaration(ports, id, new AbortController().signal)
  return { archive, ports, declarations: archive.declarations, calls, add, check }
}

test('D-06 one answer of the page settles all due declarations of the company, and no other’s', async () => {
  const { declarations, calls, add, check } = await office([row('1', 'valid'), row('2', 'has-errors'), row('3', null)])
  const [one, two, three, notListed, foreign, later] = [
    add('1'),
    add('2'),
    add('3'),
    add('4'),
    add('5', OTHER_CUI),
    add('6'),
  ]
  declarations.update(later, { nextCheckAt: NOON + 1 })
  await check(one)
  const stateOf = (id: number) => {
    const { state, receipt, nextCheckAt, trouble } = declarations.get(id) ?? expect.fail('it is gone')
    return { state, receipt, nextCheckAt, reason: trouble?.details.reason }
  }
  expect(stateOf(one)).toMatchObject({ state: 'valid', receipt: 'archived', nextCheckAt: null })
  // The next step is its receipt.
  expect(stateOf(two)).toMatchObject({ state: 'has-errors', receipt: 'none', nextCheckAt: NOON })
  expect(stateOf(three)).toMatchObject({ state: 'processing', reason: 'answer-unexpected' })
  expect(stateOf(three).nextCheckAt).toBeGreaterThan(NOON)
  for (const id of [notListed, foreign]) expect(stateOf(id)).toMatchObject({ state: 'processing', nextCheckAt: NOON })
  expect(stateOf(later)).toMatchObject({ state: 'processing', nextCheckAt: NOON + 1 })
  await check(two)
  expect(calls).toEqual({ queries: ['1'], receipts: ['1', '2'] })
  expect(stateOf(two)).toMatchObject({ receipt: 'archived', nextCheckAt: null })
})

test('D-08 patience for a receipt counts from the outcome: days after the submission, across a restart, at most a day', async () => {
  const [dataDir, world] = [temporaryFolder(), { now: NOON } as { now: number; receipt?: Uint8Array }]
  const rows = [row('1', 'processing'), row('2', 'processing')]
  const before = await office(rows, world, dataDir)
  const [ready, never] = [before.add('1'), before.add('2')]
  await before.check(ready)
  world.now += 72 * HOUR
  rows.splice(0, 2, row('1', 'valid'), row('2', 'has-errors'))
  await before.check(ready)
  await before.check(never)
  for (const id of [ready, never]) {
    const { state, receipt, nextCheckAt } = before.declarations.get(id) ?? expect.fail('it is gone')
    expect([state === 'processing', receipt]).toEqual([false, 'none'])
    expect(nextCheckAt).toBeGreaterThan(world.now)
  }
  before.archive.close()

  const after = await office(rows, world, dataDir)
  world.now += 20 * HOUR
  await after.check(never)
  expect(after.declarations.get(never)).toMatchObject({ receipt: 'none', nextCheckAt: expect.any(Number) })
  world.receipt = PDF
  await after.check(ready)
  expect(after.declarations.get(ready)).toMatchObject({ state: 'valid', receipt: 'archived', nextCheckAt: null })
  delete world.receipt
  world.now += 5 * HOUR
  await after.check(never)
  expect(after.declarations.get(never)).toMatchObject({ receipt: 'unavailable', nextCheckAt: null })
})

test('D-08 a declaration restored from the journal with its outcome has its patience from the first look on', async () => {
  const [dataDir, world] = [temporaryFolder(), { now: NOON }]
  const before = await office([row('1', 'valid')], world, dataDir)
  const id = before.add('1')
  await before.check(id)
  before.archive.close()
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })
  world.now += 72 * HOUR
  const after = await office([row('1', 'valid')], world, dataDir)
  await after.check(id)
  expect(after.declarations.get(id)).toMatchObject({ state: 'valid', receipt: 'none', nextCheckAt: expect.any(Number) })
})

test('D-08 the receipt of a late outcome is looked for after a failure too, whenever the declaration was submitted', async () => {
  const world = { now: NOON }
  const rows = [row('1', 'processing')]
  const { archive, ports, declarations, add } = await office(rows, world)
  const id = add('1')
  world.now += 22 * 24 * HOUR
  rows.splice(0, 1, row('1', 'valid'))
  const receipt = () => Promise.reject(new RecipisaError('unreachable', { host: 'x', problem: 'x' }))
  const failing = { ...ports, archive, statusPage: { ...ports.statusPage, receipt }, explain: asReason }
  await checkDeclaration(failing, id, new AbortController().signal)
  const { state, nextCheckAt, trouble } = declarations.get(id) ?? expect.fail('it is gone')
  expect([state, trouble?.details.reason]).toEqual(['valid', 'unreachable'])
  expect(nextCheckAt).toBeGreaterThan(world.now)
})

test('D-03 a declaration of unknown outcome that was not found in 21 days is searched for no more', async () => {
  const world = { now: NOON }
  const { declarations, add, check } = await office([row('1', 'valid')], world)
  add('1')
  const lost = add('2')
  declarations.update(lost, { state: 'unknown', filingNumber: null, form: 'D112' })
  world.now += 20 * 24 * HOUR
  await check(lost)
  const before = declarations.get(lost) ?? expect.fail('it is gone')
  expect([before.nextCheckAt !== null, isNotFound(before)]).toEqual([true, false])
  world.now += 2 * 24 * HOUR
  await check(lost)
  const after = declarations.get(lost) ?? expect.fail('it is gone')
  expect([after.nextCheckAt, isNotFound(after)]).toEqual([null, true])
})

test('D-03 a search that fails after 21 days does not end, because it proves nothing', async () => {
  const world = { now: NOON }
  const { ports, declarations, add, check } = await office([row('1', 'valid')], world)
  add('1')
  const lost = add('2')
  declarations.update(lost, { state: 'unknown', filingNumber: null, form: 'D112' })
  world.now += 22 * 24 * HOUR
  const query = () => Promise.reject(new RecipisaError('unreachable', { host: 'x', problem: 'x' }))
  const failing = { ...ports, statusPage: { ...ports.statusPage, query }, explain: asReason }
  await checkDeclaration(failing, lost, new AbortController().signal)
  const before = declarations.get(lost) ?? expect.fail('it is gone')
  expect([before.trouble?.details.reason, isNotFound(before)]).toEqual(['unreachable', false])
  expect(before.nextCheckAt).toBeGreaterThan(world.now)
  await check(lost)
  expect(isNotFound(declarations.get(lost) ?? expect.fail('it is gone'))).toBe(true)
})

const asReason = (error: unknown) => (error instanceof RecipisaError ? error : expect.fail(String(error)))
