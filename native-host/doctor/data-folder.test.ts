import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDataFolder, checkFreeSpace, judgeSpace } from './data-folder.ts'
import { aMachine } from './machine.fixture.ts'

test('the data folder is the person’s own, closed to others, and takes a file, of which nothing stays', async () => {
  const machine = aMachine()
  const folder = machine.pathOf('~/data')
  expect((await checkDataFolder(machine, folder)).finding).toBe('data-folder-absent')
  mkdirSync(folder, { mode: 0o700 })
  expect((await checkDataFolder(machine, folder)).finding).toBe('data-folder-fine')
  expect(readdirSync(folder)).toEqual([])
  chmodSync(folder, 0o755)
  expect((await checkDataFolder(machine, folder)).finding).toBe('data-folder-open')
  expect((await checkDataFolder({ ...machine, uid: 4242 }, folder)).finding).toBe('data-folder-foreign')
})

test('a file in the place of the data folder is broken', async () => {
  const machine = aMachine({ '~/data': '' })
  const check = await checkDataFolder(machine, machine.pathOf('~/data'))
  expect(check).toMatchObject({ finding: 'data-folder-unusable', state: 'broken', params: { problem: 'ENOTDIR' } })
})

test('free space is that of the disk on which the folder will be', async () => {
  const machine = aMachine()
  const [there, later] = await Promise.all([checkFreeSpace(machine.root), checkFreeSpace(machine.pathOf('~/a/b/c'))])
  expect(Number(there.params.megabytes)).toBeGreaterThan(0)
  expect(later.finding).toBe(there.finding)
})

test('free space is found also where a file stands in the way of the folder', async () => {
  const machine = aMachine({ '~/file': '' })
  expect((await checkFreeSpace(machine.pathOf('~/file/data'))).params.megabytes).toBeGreaterThan(0)
})

test('less than a gigabyte is something to look at, less than 100 MB is broken', () => {
  const findings = [1024, 1023, 100, 99].map(megabytes => judgeSpace(megabytes).finding)
  expect(findings).toEqual(['space-fine', 'space-low', 'space-low', 'space-none'])
})
