import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { homeFolder } from './home.ts'

test('a home folder that the environment leaves empty is that of the system', () => {
  expect(homeFolder('/home/ana')).toBe('/home/ana')
  for (const nothing of ['', 'relative/folder']) expect(homeFolder(nothing)).toBe(userInfo().homedir)
})
