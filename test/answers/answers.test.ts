import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../authority/world/world.ts'
import { HostProcess } from '../contract/support/host.ts'
import { openOffice } from '../contract/support/office.ts'
import { recordPart } from '../proof/part.ts'
import { publishedAnswers } from './answers.ts'
import { CLASSIFIED } from './classified.ts'
import { DOORS, type Place } from './doors.ts'

const CUI = '14399840'
const ANSWERS = publishedAnswers()
const ALL = [...ANSWERS.values()].flat().length

let place: Place
/** The number of answers whose outcome matches the table. */
let right = 0
const begun = performance.now()

beforeAll(async () => {
  const office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      // The invoice whose signature the authority checks.
      world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - 86_400_000 })
      return world
    },
  })
  await office.addCompanies([CUI])
  place = { office, host: new HostProcess(office.env), cui: CUI }
})
afterAll(async () => {
  recordPart({
    part: 'answers',
    promise: 'Every answer that the authority publishes becomes what the table says',
    ids: ['E-03', 'E-07', 'E-21'],
    unit: 'answers',
    tried: ALL,
    broken: ALL - right,
    seconds: (performance.now() - begun) / 1000,
  })
  await place.host.close()
  await place.office.close()
})

test('every published answer has a row that quotes it, and every row has an answer', () => {
  const published = [...ANSWERS].map(([operation, answers]) => [operation, answers.map(one => one.situation).sort()])
  const rows = Object.entries(CLASSIFIED).map(([operation, row]) => [operation, Object.keys(row).sort()])
  expect(rows.sort()).toEqual(published.sort())
  for (const [operation, answers] of ANSWERS)
    for (const { situation, words } of answers)
      expect(words, situation).toContain(CLASSIFIED[operation]?.[situation]?.says)
})

describe('E-03 E-07 E-21 behind the front door each published answer becomes what the table says', () => {
  test.each([...ANSWERS])('%s', async (operation, answers) => {
    const outcomes = await DOORS[operation]?.(place, answers)
    for (const { situation } of answers) {
      const row = CLASSIFIED[operation]?.[situation]
      const outcome = outcomes?.get(situation)
      expect.soft(outcome?.becomes, situation).toBe(row?.becomes)
      if (row?.isTold) expect.soft(outcome?.told, situation).toContain(row.says)
      if (outcome?.becomes === row?.becomes && (!row?.isTold || outcome?.told.includes(row.says))) right++
    }
  })
})
