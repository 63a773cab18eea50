import { expect, test } from 'vitest'
import { isRecent } from './recent.ts'

test('a moment is recent until its time is over, and not if a clock that was set back puts it into the future', () => {
  const moments = [1000, 901, 900, 1001, 9_000_000]
  expect(moments.map(moment => isRecent(moment, 100, 1000))).toEqual([true, true, false, false, false])
})
