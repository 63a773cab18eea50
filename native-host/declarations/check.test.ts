import { expect, test } from 'vitest'
import type { StatusRow } from '../../shared/protocol/declarations.ts'
import { CUI, NOON, openTestArchive, PDF, temporaryFolder } from '../archive/fixture.ts'
import { checkDeclaration } from './check.ts'
import type { DeclarationPorts } from './ports.ts'

const OTHER_CUI = '1590082'
const notHere = () => expect.fail('the portal is not needed to ask')

function row(filingNumber: string, state: StatusRow['state']): StatusRow {
  const day = '2026-11-20'
  const wording = state ?? 'ceva'
  const told = { state, wording, form: 'D300', isCounter: false, uploadedOn: day, registeredOn: day }
  return { ...told, filingNumber, registrationNumber: `INTERNT-${filingNumber}-2026`, hasReceipt: true }
}

async function office(rows: readonly StatusRow[]) {
  const archive = await openTestArchive(temporaryFolder())
  const calls = { queries: [] as string[], receipts: [] as string[] }
  const ports: DeclarationPorts = {
    archive,
    portal: { upload: notHere },
    session: { use: notHere, status: notHere },
    statusPage: {
      async query({ filingNumber }) {
        calls.queries.push(filingNumber)
        return { kind: 'found', rows: [...rows], period: null }
      },
      async receipt(uploadIndex) {
        calls.receipts.push(uploadIndex)
        return PDF
      },
    },
    now: () => NOON,
    explain: error => {
      throw error
    },
  }
  const add = (filingNumber: string, cui = CUI) => {
    const known = { companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null }
    const followed = { ...known, cui, filingNumber, isCounter: false, origin: 'elsewhere' } as const
    const { id } = archive.declarations.add(followed)
    archive.declarations.update(id, { nextCheckAt: NOON })
    return id
  }
  const check = (id: number) => checkDeclaration(ports, id, new AbortController().signal)
  return { declarations: archive.declarations, calls, add, check }
}

test('D-06 one answer of the page settles all filings of the company that are due, and no other’s', async () => {
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
  // Its receipt is the next thing to do for it.
  expect(stateOf(two)).toMatchObject({ state: 'has-errors', receipt: 'none', nextCheckAt: NOON })
  expect(stateOf(three)).toMatchObject({ state: 'processing', reason: 'answer-unexpected' })
  expect(stateOf(three).nextCheckAt).toBeGreaterThan(NOON)
  for (const id of [notListed, foreign]) expect(stateOf(id)).toMatchObject({ state: 'processing', nextCheckAt: NOON })
  expect(stateOf(later)).toMatchObject({ state: 'processing', nextCheckAt: NOON + 1 })
  await check(two)
  expect(calls).toEqual({ queries: ['1'], receipts: ['1', '2'] })
  expect(stateOf(two)).toMatchObject({ receipt: 'archived', nextCheckAt: null })
})
