import { expect, test } from 'vitest'
import { isMemberRegister, REGISTER_NAMES } from './register-names.ts'
import { vatPeriod } from './vat-period.ts'

const period = (from: string | null, to: string | null) => ({ from, to, cancelledOn: null, note: '' })
const current = (...periods: ReturnType<typeof period>[]) => vatPeriod({ isPayer: true, periods })

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

test('P-05 farmers and cult say only whether a company is in them', () => {
  expect(REGISTER_NAMES.filter(isMemberRegister)).toEqual(['farmers', 'cult'])
})
