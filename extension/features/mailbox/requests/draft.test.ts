import { expect, test } from 'vitest'
import { REQUEST_TYPES, type RequestType, requestShape } from '../../../../shared/domain/requests.ts'
import { fieldsOf, lastingParams, paramsOf, problemsByField, sameParams, usualFields } from './draft.ts'

const shapeOf = (type: RequestType) => {
  const shape = requestShape(type)
  if (!shape) throw new Error(type)
  return shape
}
const NOVEMBER = Date.parse('2026-11-20T10:00:00Z')
const NEW_YEAR = Date.parse('2026-12-31T22:30:00Z') // already January in Romania

test('the default month is the previous one, on the Romanian calendar', () => {
  expect(usualFields(NOVEMBER)).toMatchObject({ year: '2026', month: '10' })
  expect(usualFields(NEW_YEAR)).toMatchObject({ year: '2026', month: '12' })
})

test('a request has only the parameters of its type, whatever was typed before', () => {
  const fields = { ...usualFields(NOVEMBER), reason: 'Pensie', registration: 'INTERNT-1-2026', branch: ' RO 9010105 ' }
  expect(paramsOf(shapeOf('VECTOR FISCAL'), fields)).toEqual({})
  expect(paramsOf(shapeOf('D300'), fields)).toEqual({ year: 2026, month: 10 })
  expect(paramsOf(shapeOf('Adeverinte Venit'), fields)).toEqual({ year: 2026, reason: 'Pensie' })
  expect(paramsOf(shapeOf('NeconcordanteD394'), fields)).toEqual({ year: 2026, from: 1, to: 10 })
  expect(paramsOf(shapeOf('Duplicat Recipisa'), fields)).toEqual({ registration: 'INTERNT-1-2026' })
  expect(paramsOf(shapeOf('Fisa Rol'), fields)).toEqual({ branch: '9010105' })
})

test('the default half-year is the last that ended', () => {
  const halfYear = (year: string, month: string) => paramsOf(shapeOf('D208'), { year, month })
  expect(halfYear('2026', '10')).toEqual({ year: 2026, month: 6 })
  expect(halfYear('2026', '12')).toEqual({ year: 2026, month: 12 })
  expect(halfYear('2026', '3')).toEqual({ year: 2025, month: 12 })
  expect(halfYear('', '3')).toEqual({ month: 12 })
})

test('with the default fields every type lacks only what cannot be guessed', () => {
  const lacking = REQUEST_TYPES.flatMap(shape => [
    ...problemsByField(shape, paramsOf(shape, usualFields(NOVEMBER))).keys(),
  ])
  expect([...new Set(lacking)].sort()).toEqual(['reason', 'registration'])
})

test('a problem is shown at its field', () => {
  const shape = shapeOf('NeconcordanteD394')
  const problems = problemsByField(shape, paramsOf(shape, { year: '2026', from: '9', to: '3' }))
  expect([...problems].map(([field, { reason }]) => [field, reason])).toEqual([['to', 'request-period-inverted']])
  const year = problemsByField(shapeOf('D101'), paramsOf(shapeOf('D101'), { year: 'anul trecut' }))
  expect([...year.keys()]).toEqual(['year'])
})

test('S-07 a branch is a CUI as people write it; an invalid one is reported instead of dropped', () => {
  const shape = shapeOf('Fisa Rol')
  expect(paramsOf(shape, { branch: ' ro 14.399.840 ' })).toEqual({ branch: '14399840' })
  expect(paramsOf(shape, { branch: '  ' })).toEqual({})
  for (const branch of ['abc', '14399840; 21', '1960101410019', '12345678901234']) {
    const [problem] = problemsByField(shape, paramsOf(shape, { branch })).values()
    expect(problem, branch).toMatchObject({ reason: 'cui-invalid', params: { field: 'branch', value: branch } })
  }
})

test('every field of every type is shown once', () => {
  for (const shape of REQUEST_TYPES) {
    expect([...fieldsOf(shape)].sort()).toEqual([...shape.required, ...shape.optional].sort())
  }
})

test('a favourite keeps the parameters that stay the same next month', () => {
  expect(lastingParams({ year: 2026, month: 10, reason: 'Pensie' })).toEqual({ reason: 'Pensie' })
  expect(sameParams({ year: 2026, month: 10 }, { month: 10, year: 2026 })).toBe(true)
  expect(sameParams({ year: 2026 }, { year: 2025 })).toBe(false)
})
