import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDir } from './data-dir.ts'

test('data lies where each system keeps a user’s application data', () => {
  expect(defaultDataDir('linux', {}, '/home/ana')).toBe('/home/ana/.local/share/recipisa')
  expect(defaultDataDir('linux', { XDG_DATA_HOME: '/data' }, '/home/ana')).toBe('/data/recipisa')
  expect(defaultDataDir('darwin', {}, '/Users/ana')).toBe('/Users/ana/Library/Application Support/Recipisa')
  expect(defaultDataDir('win32', { LOCALAPPDATA: '/local' }, '/Users/ana')).toBe(join('/local', 'Recipisa'))
})
