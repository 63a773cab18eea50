import { expect, test } from 'vitest'
import { figuresOf, indicatorRows } from './indicators.ts'

const statement = (...labels: [label: string, value: number | null][]) => ({
  year: 2024,
  cui: '14399840',
  name: '',
  caen: '',
  caenName: '',
  indicators: labels.map(([label, value], index) => ({ id: `I${index + 1}`, label, value })),
})

test('turnover, profit and employees are found by label, whatever the ids and diacritics', () => {
  const plain = statement(
    ['ACTIVE IMOBILIZATE - TOTAL', 1],
    ['Cifra de afaceri neta', 1200],
    ['VENITURI TOTALE', 1300],
    ['Profit brut', 90],
    ['Pierdere bruta', 0],
    ['Profit net', 80],
    ['Pierdere neta', 0],
    ['Numar mediu de salariati', 7],
  )
  const accented = statement(
    ['Număr mediu de salariați', 7],
    ['Profit net', 80],
    ['Pierdere netă', 0],
    ['Cifră de afaceri netă', 1200],
  )
  expect(figuresOf(plain)).toEqual({ turnover: 1200, profit: 80, employees: 7 })
  expect(figuresOf(accented)).toEqual({ turnover: 1200, profit: 80, employees: 7 })
})

test('a loss is a negative profit, also when one indicator holds both', () => {
  expect(figuresOf(statement(['Profit net', 0], ['Pierdere neta', 45])).profit).toBe(-45)
  expect(figuresOf(statement(['Profitul sau pierderea netă a exercițiului', -45])).profit).toBe(-45)
})

test('the gross result replaces a missing net one, and total income a missing turnover', () => {
  expect(figuresOf(statement(['Profit brut', 90], ['Venituri totale', 1300]))).toEqual({
    turnover: 1300,
    profit: 90,
    employees: null,
  })
})

test('a statement of another kind lacks these figures', () => {
  expect(figuresOf(statement(['DATORII - TOTAL', 5], ['Profit net', null]))).toEqual({
    turnover: null,
    profit: null,
    employees: null,
  })
})

test('an indicator is matched across years by label, and none is left out', () => {
  const earlier = statement(['Stocuri', 1], ['Ceva necunoscut', 2])
  const later = statement(['Ceva necunoscut', 3], ['STOCURI', 4], ['', 5])
  expect(indicatorRows([later, earlier]).map(({ label, id }) => label || id)).toEqual([
    'Ceva necunoscut',
    'STOCURI',
    'I3',
  ])
})
