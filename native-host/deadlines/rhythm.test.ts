import { expect, test } from 'vitest'
import { type Filed, missingByRhythm } from './rhythm.ts'

const filed = (form: string, ...periods: string[]): Filed[] =>
  periods.map(period => {
    const [year = 0, month = 0] = period.split('-').map(Number)
    return {
      cui: '14399840',
      form,
      year,
      month,
      on: `${month === 12 ? year + 1 : year}-${month === 12 ? '01' : String(month + 1).padStart(2, '0')}-2${month % 5}`,
    }
  })

test('W-05 a declaration that was filed for three months and not for the last one is missing', () => {
  const missing = missingByRhythm(filed('D300', '2026-07', '2026-08', '2026-09'), '2026-11-21')
  expect(missing).toEqual([{ cui: '14399840', form: 'D300', year: 2026, month: 10, every: 1, usualOn: '2026-11-24' }])
})

test('W-05 what is filed, has not ended or has stopped is not missing', () => {
  expect(missingByRhythm(filed('D300', '2026-08', '2026-09', '2026-10'), '2026-11-21')).toEqual([])
  expect(missingByRhythm(filed('D300', '2026-05', '2026-06', '2026-07'), '2026-11-21')).toEqual([])
  expect(missingByRhythm(filed('D300', '2026-07', '2026-09'), '2026-11-21')).toEqual([])
})

test('W-05 a missing declaration stays on the list until the one after it is missing too', () => {
  const months = filed('D300', '2026-06', '2026-07', '2026-08')
  expect(missingByRhythm(months, '2026-10-31')).toMatchObject([{ month: 9, usualOn: '2026-10-23' }])
  expect(missingByRhythm(months, '2026-11-01')).toMatchObject([{ month: 9, usualOn: '2026-10-23' }])
  expect(missingByRhythm(months, '2026-11-23')).toMatchObject([{ month: 9, usualOn: '2026-10-23' }])
  expect(missingByRhythm(months, '2026-11-24')).toEqual([])
  // Without a known day nothing tells when the next one is missing.
  const undated = months.map(each => ({ ...each, on: null }))
  expect(missingByRhythm(undated, '2026-10-31')).toHaveLength(1)
  expect(missingByRhythm(undated, '2026-11-01')).toEqual([])
})

test('W-05 quarters are a rhythm, over the end of a year too', () => {
  const quarters = filed('D100', '2026-03', '2026-06', '2026-09')
  expect(missingByRhythm(quarters, '2026-12-31')).toEqual([])
  expect(missingByRhythm(quarters, '2027-01-02')).toMatchObject([{ form: 'D100', year: 2026, month: 12, every: 3 }])
  expect(missingByRhythm(filed('D112', '2026-10', '2026-11', '2026-12'), '2027-02-01')).toMatchObject([
    { year: 2027, month: 1, every: 1 },
  ])
})

test('W-05 each company and form has a rhythm of its own', () => {
  const others = filed('D112', '2026-08', '2026-09', '2026-10').map(each => ({ ...each, cui: '8609468' }))
  const missing = missingByRhythm([...others, ...filed('D300', '2026-07', '2026-08', '2026-09')], '2026-11-21')
  expect(missing.map(({ cui, form }) => `${cui} ${form}`)).toEqual(['14399840 D300'])
})

test('W-05 the usual day of a quarter is in the month after it, and stays there in the months that follow', () => {
  const quarters = ['2026-03', '2026-06', '2026-09'].map(period => {
    const [year = 0, month = 0] = period.split('-').map(Number)
    return { cui: '14399840', form: 'D300', year, month, on: `2026-${String(month + 1).padStart(2, '0')}-25` }
  })
  for (const today of ['2027-01-10', '2027-02-10', '2027-03-10'])
    expect(missingByRhythm(quarters, today)).toMatchObject([{ year: 2026, month: 12, usualOn: '2027-01-25' }])
})

test('W-05 a form that was filed late once has its usual day from the others; a day that a month lacks is its last', () => {
  const on = (month: number, day: string) => ({ cui: '14399840', form: 'D390', year: 2026, month, on: day })
  const once = [on(7, '2026-08-31'), on(8, '2026-10-05'), on(9, '2026-10-20')]
  expect(missingByRhythm(once, '2026-11-21')).toMatchObject([{ month: 10, usualOn: '2026-11-30' }])
  expect(
    missingByRhythm(
      once.map(each => ({ ...each, on: null })),
      '2026-11-21',
    ),
  ).toMatchObject([{ usualOn: null }])
})

test('W-05 a form that is filed two months after its period has its usual day there', () => {
  const filed = [3, 6, 9].map(month => ({
    ...{ cui: '14399840', form: 'D406', year: 2026, month },
    on: `2026-${String(month + 2).padStart(2, '0')}-28`,
  }))
  expect(missingByRhythm(filed, '2027-01-10')).toMatchObject([{ month: 12, usualOn: '2027-02-28' }])
})
