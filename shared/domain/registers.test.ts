import { expect, test } from 'vitest'
import { isMemberRegister, REGISTER_NAMES, type RegisterName } from './register-names.ts'
import { vatPeriod } from './vat-period.ts'

const period = (from: string | null, to: string | null) => ({ from, to, cancelledOn: null, note: '' })
type Period = ReturnType<typeof period>
const on = (asOf: string | null, ...periods: Period[]) => vatPeriod({ asOf, vat: { isPayer: true, periods } })
const current = (...periods: Period[]) => on(null, ...periods)

test('the current VAT period is the latest open one, else the latest', () => {
  const [old, open, later] = [
    period('2010-01-01', '2015-01-01'),
    period('2016-01-01', null),
    period('2020-01-01', null),
  ]
  expect(current()).toBeUndefined()
  expect(current(open, old)).toEqual(open)
  expect(current(later, open, old)).toEqual(later)
  expect(current(period('2018-01-01', '2019-01-01'), old)).toEqual(period('2018-01-01', '2019-01-01'))
  expect(current(old, period(null, null))).toEqual(old)
})

test('for an earlier day, the VAT period is the one of that day, else the latest before it', () => {
  const [old, open] = [period('2010-01-01', '2015-06-30'), period('2021-03-01', null)]
  expect(on('2009-12-31', open, old)).toBeUndefined()
  expect(on('2010-01-01', open, old)).toEqual(old)
  expect(on('2015-06-30', open, old)).toEqual(old)
  expect(on('2020-06-15', open, old)).toEqual(old)
  expect(on('2021-03-01', open, old)).toEqual(open)
  expect(on('2026-11-28', open, old)).toEqual(open)
  expect(on('2026-11-28', period('2027-01-01', null), old)).toEqual(old)
})

test('P-05 farmers and cult say only whether a company is in them', () => {
  expect(REGISTER_NAMES.filter(isMemberRegister)).toEqual(expect.arrayContaining(['farmers', 'cult']))
  expect(['vat', 'e-invoicing'].map(name => isMemberRegister(name as RegisterName))).toEqual([false, false])
})
