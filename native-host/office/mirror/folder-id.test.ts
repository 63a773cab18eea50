import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { personDisk } from '../../process/disk.ts'
import { folderId } from './folder-id.ts'

const never = new AbortController().signal
const idOf = (folder: string) => folderId(personDisk, folder, never)

test('seats that name a folder at once agree, later ones too, and another folder has another id', async () => {
  const folder = temporaryFolder()
  const ids = await Promise.all(Array.from({ length: 20 }, () => idOf(folder)))
  expect(new Set([...ids, await idOf(folder)]).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['.recipisa-oglinda.id'])
  expect(await idOf(temporaryFolder())).not.toBe(ids[0])
})

test('a seat waits for an id that another one is writing', async () => {
  const folder = temporaryFolder()
  const path = join(folder, '.recipisa-oglinda.id')
  writeFileSync(path, '')
  let reads = 0
  const disk = {
    ...personDisk,
    read: async (file: string) => {
      const bytes = await personDisk.read(file)
      if (++reads === 2) writeFileSync(path, '3f0c2f0e-8c1b-4a51-9d49-2f4ad1a9a3c5')
      return bytes
    },
  }
  expect(await folderId(disk, folder, never)).toBe(await idOf(folder))
  expect(reads).toBe(3)
})

test('an id that a killed program never wrote is no obstacle', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.recipisa-oglinda.id'), '')
  const [one, other] = await Promise.all([idOf(folder), idOf(folder)])
  expect(one).toBe(other)
})
