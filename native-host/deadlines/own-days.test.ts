import { expect, test } from 'vitest'
import { parseOwnDays } from './own-days.ts'

test('W-05 a person’s file names free days, and worked ones with a minus', () => {
  const { free, working } = parseOwnDays('# 2026\n2026-06-12  # bridge\n\n- 2026-06-20\r\n', 'days.txt')
  expect([...free, ...working]).toEqual(['2026-06-12', '2026-06-20'])
})

test.each(['2026-02-30', '12.06.2026', 'free 2026-06-12'])('W-05 a line "%s" is named, not skipped', line => {
  expect(() => parseOwnDays(`2026-06-12\n${line}`, 'days.txt')).toThrow(
    expect.objectContaining({ reason: 'free-days-invalid', params: expect.objectContaining({ line: 2 }) }),
  )
})
