import { describe, expect, test } from 'vitest'
import type { RequestParams } from './requests.ts'
import {
  INCOME_REASONS,
  incomeReasonLike,
  problemsOf,
  REQUEST_TYPES,
  requestShape,
  requestTypeLike,
} from './requests.ts'

const CUI = '14399840'
const found = (type: string, params: RequestParams = {}, cui = CUI) =>
  problemsOf(type, params, cui).map(({ reason, params: { field } }) => [reason, field])

describe('mistakes in a request', () => {
  test('S-06 every missing parameter is named before anything is sent', () => {
    const reasons = {
      year: 'request-year-missing',
      month: 'request-month-missing',
      reason: 'request-reason-missing',
      registration: 'request-registration-missing',
      from: 'request-period-missing',
      to: 'request-period-missing',
    }
    for (const { type, required } of REQUEST_TYPES)
      expect(found(type), type).toEqual(required.map(field => [reasons[field], field]))
  })

  test('S-07 D208 takes month 6 or 12 only', () => {
    for (const month of [6, 12]) expect(found('D208', { year: 2025, month })).toEqual([])
    for (const month of [1, 5, 7, 11])
      expect(found('D208', { year: 2025, month })).toEqual([['request-half-year', 'month']])
    expect(found('D300', { year: 2025, month: 5 })).toEqual([])
  })

  test('S-07 an income certificate takes a motiv from the list, letter by letter', () => {
    expect(INCOME_REASONS).toHaveLength(30)
    for (const reason of INCOME_REASONS) expect(found('Adeverinte Venit', { year: 2025, reason })).toEqual([])
    for (const reason of ['scoala', 'Scoală', 'Vacanta'])
      expect(found('Adeverinte Venit', { year: 2025, reason })).toEqual([['request-reason-unknown', 'reason']])
  })

  test('a motiv is found in the list’s spelling however a person writes it', () => {
    expect(incomeReasonLike(' școala ')).toBe('Scoala')
    expect(incomeReasonLike('EXECUTOR  JUDECĂTORESC')).toBe('Executor judecatoresc')
    expect(incomeReasonLike('Vacanta')).toBeUndefined()
  })

  test('S-07 a duplicate receipt takes a number, and D394 mismatches a period that goes forward', () => {
    expect(found('Duplicat Recipisa')).toEqual([['request-registration-missing', 'registration']])
    expect(found('Duplicat Recipisa', { registration: 'INTERNT-1-2026' })).toEqual([])
    expect(found('NeconcordanteD394', { year: 2025, from: 1, to: 1 })).toEqual([])
    expect(found('NeconcordanteD394', { year: 2025, from: 4, to: 3 })).toEqual([['request-period-inverted', 'to']])
    expect(found('NeconcordanteD394', { year: 2025, to: 3 })).toEqual([['request-period-missing', 'from']])
  })

  test('S-07 Fisa Rol takes a branch or none; others take none', () => {
    expect(found('Fisa Rol')).toEqual([])
    expect(found('Fisa Rol', { branch: '21' })).toEqual([])
    expect(found('Fisa Rol', { branch: '1960101410019' })).toEqual([['cui-invalid', 'branch']])
    expect(found('VECTOR FISCAL', { branch: '21' })).toEqual([['request-field-unused', 'branch']])
  })

  test('S-07 CAF is refused with its own reason, in any case, and an unknown type with another', () => {
    for (const type of ['CAF', 'caf', ' CAF ']) expect(found(type)).toEqual([['request-not-offered', undefined]])
    expect(REQUEST_TYPES.some(({ type }) => (type as string) === 'CAF')).toBe(false)
    for (const type of ['', 'D999', 'vector fiscal', '__proto__', 'toString'])
      expect(found(type)).toEqual([['request-type-unknown', undefined]])
  })

  test('a company is a CUI or the 13 digits of a CNP', () => {
    for (const cui of ['21', '14399840', '8000000000', '1960101410019'])
      expect(found('VECTOR FISCAL', {}, cui)).toEqual([])
    for (const cui of ['', '1', '12345678901', '123456789012', 'RO21'])
      expect(found('VECTOR FISCAL', {}, cui)).toEqual([['cui-invalid', 'cui']])
  })

  test('a field without a value counts as absent', () => {
    const params = { branch: undefined, year: undefined } as unknown as RequestParams
    expect(found('VECTOR FISCAL', params)).toEqual([])
    expect(found('D205', params)).toEqual([['request-year-missing', 'year']])
  })
})

test('a type is found however a person spells its case and spaces', () => {
  expect(['vector fiscal', ' Nota  obligatiilor DE plata', 'd300'].map(requestTypeLike)).toEqual([
    'VECTOR FISCAL',
    'Nota obligatiilor de plata',
    'D300',
  ])
  expect(requestTypeLike('vector')).toBeUndefined()
  expect(requestShape('vector fiscal')).toBeUndefined()
  expect(requestShape('D208')?.months).toEqual([6, 12])
})
