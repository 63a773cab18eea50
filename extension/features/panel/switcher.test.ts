import { expect, test } from 'vitest'
import type { SpvRight, SpvRights } from '../../../shared/protocol/mailbox.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { isGone, switcherOf } from './switcher.ts'

const right = (cui: string): SpvRight => ({ cui, name: null, isPerson: false, state: 'declined', gone: false })
const rights: SpvRights = { asOf: 1, certificateSerial: null, rights: [right('14399840'), right('9010105')] }

test('whom only SPV names is offered beside the companies, each once', () => {
  const { companies, others } = switcherOf(SETTLED, rights)
  expect(companies.map(({ cui }) => cui)).toEqual(['14399840'])
  expect(others.map(({ cui }) => cui)).toEqual(['9010105'])
})

test('a chosen company is given up only once it is known that nobody names it', () => {
  expect(isGone('9010105', SETTLED, undefined)).toBe(false)
  expect(isGone('9010105', SETTLED, rights)).toBe(false)
  expect(isGone('1234567', SETTLED, rights)).toBe(true)
  expect(isGone(undefined, SETTLED, rights)).toBe(false)
})
