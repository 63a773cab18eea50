import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../archive/core/test-archive.fixture.ts'
import { realDisk, syncFolderSync } from './disk.ts'

test('folders are made with those above them, for their owner alone; a second time nothing happens', async () => {
  const path = join(temporaryFolder(), '14399840/2026/11')
  await realDisk.makeFolder(path)
  await realDisk.makeFolder(path)
  await Promise.all(['a', 'b', 'a/c'].map(name => realDisk.makeFolder(join(path, name))))
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(await realDisk.list(path)).toEqual(['a', 'b'])
})

test('a begun file is closed once, however often that is asked', async () => {
  const path = join(temporaryFolder(), 'a.zip.part')
  const file = await realDisk.begin(path)
  await file.write(new Uint8Array(3))
  await file.close()
  await file.close()
  expect(await realDisk.read(path)).toHaveLength(3)
})

test('a file where a folder should be is said by its path, and stays', async () => {
  const path = join(temporaryFolder(), 'archive')
  writeFileSync(path, 'mine')
  await expect(realDisk.makeFolder(join(path, '2026'))).rejects.toMatchObject({
    reason: 'storage-failed',
    params: { path: join(path, '2026') },
  })
  expect(Buffer.from((await realDisk.read(path)) ?? []).toString()).toBe('mine')
})

test.runIf(process.platform === 'linux')('a file system that cannot sync folders is used all the same', async () => {
  await realDisk.syncFolder('/proc')
  syncFolderSync('/proc')
})
