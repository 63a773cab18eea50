import { expect, test } from 'vitest'
import { ALL, countOf, isSelected, NONE, selecting, toggled } from './selection.ts'

test('U-12 rows are selected one by one, in a row, and all of a filter with exceptions', () => {
  const two = toggled(toggled(NONE, '1'), '2')
  expect(countOf(two, 100)).toBe(2)
  expect(countOf(toggled(two, '1'), 100)).toBe(1)
  const some = selecting(two, ['2', '3', '4'], true)
  expect(['1', '2', '3', '4', '5'].filter(id => isSelected(some, id))).toEqual(['1', '2', '3', '4'])

  const without = toggled(ALL, '7')
  expect(countOf(without, 10_000)).toBe(9999)
  expect([isSelected(without, '7'), isSelected(without, '8')]).toEqual([false, true])
  expect(countOf(selecting(without, ['7', '8'], true), 10_000)).toBe(10_000)
})
