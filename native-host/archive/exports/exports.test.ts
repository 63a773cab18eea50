import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import { CUI, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'
import { openFolder, openZip } from './export-files.ts'

const aFile = (bytes: Uint8Array) => ({ folder: CUI, fileName: 'a.zip', bytes })

test('U-12 what a killed process has left of a ZIP goes with its export', async () => {
  const dataDir = temporaryFolder()
  const { exports } = await openTestArchive(dataDir)
  const begun = await exports.begin({
    area: 'invoices',
    format: 'xml',
    locale: 'ro',
    folder: null,
    fileName: 'f.zip',
    ids: ['1'],
  })
  const sink = await exports.open(begun)
  await sink.put(aFile(new Uint8Array(100)))
  exports.claim(begun.id)
  exports.finish(begun.id, { cancelled: true })
  expect(readdirSync(join(dataDir, 'exports'))).toEqual([`${begun.id}.zip.part`])
  expect(await exports.remove(begun.id)).toBe(true)
  expect(readdirSync(join(dataDir, 'exports'))).toEqual([])
  await sink.abandon()
})

test('U-12 a folder has whole files only, whenever the disk is full', async () => {
  const folder = temporaryFolder()
  const full: Disk = {
    ...realDisk,
    async write(path, bytes) {
      await realDisk.write(path, bytes.subarray(0, 10))
      throw new RecipisaError('storage-failed', { path, problem: 'ENOSPC' })
    },
  }
  const bytes = new Uint8Array(100).fill(7)
  await expect((await openFolder(full, folder)).put(aFile(bytes))).rejects.toMatchObject({ reason: 'storage-failed' })
  expect(existsSync(join(folder, CUI, 'a.zip'))).toBe(false)
  await (await openFolder(realDisk, folder)).put(aFile(bytes))
  expect(readdirSync(join(folder, CUI))).toEqual(['a.zip'])
  expect(readFileSync(join(folder, CUI, 'a.zip'))).toHaveLength(100)
})

test('U-12 files of one name stay beside each other, and none is replaced', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, CUI))
  writeFileSync(join(folder, CUI, 'a.zip'), 'mine')
  // A browser's unfinished download
  writeFileSync(join(folder, CUI, 'a_2.zip.part'), 'mine')
  const sink = await openFolder(realDisk, folder)
  for (const bytes of [new Uint8Array(3), new Uint8Array(4), new Uint8Array(3)]) await sink.put(aFile(bytes))
  expect(readdirSync(join(folder, CUI)).toSorted()).toEqual(['a.zip', 'a_2.zip', 'a_2.zip.part', 'a_3.zip'])
  expect(readFileSync(join(folder, CUI, 'a.zip'), 'utf8')).toBe('mine')
  await expect(sink.put({ ...aFile(new Uint8Array(3)), folder: '../x' })).rejects.toThrow()
})

test('U-12 a ZIP that no program could read again is refused before it is written', async () => {
  const folder = temporaryFolder()
  const sink = await openZip(realDisk, join(folder, '1'), '1.zip', 1000)
  await sink.put(aFile(new Uint8Array(900)))
  await expect(sink.put({ ...aFile(new Uint8Array(101)), fileName: 'b.zip' })).rejects.toMatchObject({
    reason: 'export-zip-too-large',
  })
  await sink.abandon()
  expect(readdirSync(folder)).toEqual([])
})

test('U-12 a ZIP that cannot get its name or be synced leaves nothing behind, and the first error is the one told', async () => {
  const folder = temporaryFolder()
  const failing = (at: string) => async (path: string) => {
    throw new RecipisaError('storage-failed', { path, problem: at })
  }
  const withoutName: Disk = { ...realDisk, rename: failing('rename') }
  const withoutSync: Disk = {
    ...realDisk,
    async begin(path) {
      const { write, close } = await realDisk.begin(path)
      return { write, close: () => close().then(() => failing('sync')(path)) }
    },
  }
  for (const [disk, problem, end] of [
    [withoutName, 'rename', undefined],
    [withoutSync, 'sync', 'sync'],
  ] as const) {
    const sink = await openZip(disk, join(folder, '1'), '1.zip')
    await sink.put(aFile(new Uint8Array(100)))
    await expect(sink.close()).rejects.toMatchObject({ params: { problem } })
    const abandoned = await sink.abandon().then(
      () => undefined,
      (error: unknown) => (error instanceof RecipisaError ? error.params.problem : error),
    )
    expect(abandoned).toBe(end)
    expect(readdirSync(folder)).toEqual([])
  }
})

test('U-12 whoever can read files of other programs in the chosen folder can read the exported ones', async () => {
  const [folder, { exports }] = [temporaryFolder(), await openTestArchive(temporaryFolder())]
  const order = { area: 'invoices', format: 'xml', locale: 'ro', folder, fileName: 'f.zip', ids: ['1'] } as const
  await (await exports.open(await exports.begin({ ...order, ids: [...order.ids] }))).put(aFile(new Uint8Array(3)))
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, 'other/a.zip'), 'of another program')
  const modesOf = (name: string) => [name, `${name}/a.zip`].map(path => statSync(join(folder, path)).mode)
  expect(modesOf(CUI)).toEqual(modesOf('other'))
})
