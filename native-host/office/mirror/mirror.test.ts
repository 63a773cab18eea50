import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  aMail,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  filesBelow,
  openTestArchive,
  PDF,
  temporaryFolder,
} from '../../archive/core/test-archive.fixture.ts'
import { personDisk } from '../../process/disk.ts'
import { mirrorDocuments } from './mirror.ts'
import { checkTemplate, DEFAULT_TEMPLATE, pathFrom } from './template.ts'

const never = new AbortController().signal

async function anArchive() {
  const archive = await openTestArchive(temporaryFolder())
  archive.messages.record([aMessage({ id: '1' }), aMessage({ id: '2' })])
  for (const id of ['1', '2']) await archive.messages.store(id, aZip(anInvoice({ number: 'A/1', line: `linia ${id}` })))
  archive.mailbox.record([aMail({ id: '7' })], 0)
  await archive.mailbox.store('7', PDF)
  return archive
}

test('documents lie under the template, two of the same name beside each other, and a second time writes nothing', async () => {
  const [archive, folder] = [await anArchive(), temporaryFolder()]
  const mirror = () => mirrorDocuments({ archive, folder, template: DEFAULT_TEMPLATE, signal: never })
  expect(await mirror()).toEqual({ written: 3, present: 0, failed: [] })
  const files = filesBelow(folder).filter(name => !name.startsWith('.'))
  expect(files).toHaveLength(3)
  expect(files.filter(name => name.startsWith(`${CUI}/2026/11/facturi-primite/A_1`))).toHaveLength(2)
  expect(await mirror()).toEqual({ written: 0, present: 3, failed: [] })
})

test('a document that the disk does not hand out is reported, and the others are mirrored', async () => {
  const [archive, folder] = [await anArchive(), temporaryFolder()]
  const stored = filesBelow(archive.folder).find(name => name.endsWith('_1.zip')) ?? expect.fail('it is not stored')
  rmSync(join(archive.folder, stored))
  mkdirSync(join(archive.folder, stored))
  expect(await mirrorDocuments({ archive, folder, template: DEFAULT_TEMPLATE, signal: never })).toMatchObject({
    written: 2,
    failed: [{ name: 'invoices 1', error: { reason: 'storage-failed' } }],
  })
})

test('what a person put there stays, and what somebody took away comes back', async () => {
  const [archive, folder] = [await anArchive(), temporaryFolder()]
  const mirror = () => mirrorDocuments({ archive, folder, template: '{number}', signal: never })
  writeFileSync(join(folder, 'A_1.zip'), 'al meu')
  await mirror()
  expect(readFileSync(join(folder, 'A_1.zip'), 'utf8')).toBe('al meu')
  const [mirrored = ''] = filesBelow(folder).filter(name => name.startsWith('A_1_'))
  rmSync(join(folder, mirrored))
  expect(await mirror()).toMatchObject({ written: 1, present: 2 })
})

test.skipIf(process.platform === 'win32')(
  'a link under the name of an unfinished copy leads nowhere else',
  async () => {
    const [archive, folder] = [await anArchive(), temporaryFolder()]
    const outside = join(temporaryFolder(), 'al-altuia.txt')
    writeFileSync(outside, 'al altuia')
    const write = (path: string, bytes: Uint8Array) => {
      if (!path.endsWith('.json')) symlinkSync(outside, path)
      return personDisk.write(path, bytes)
    }
    const disk = { ...personDisk, write }
    const mirror = mirrorDocuments({ archive, folder, template: '{number}', signal: never, disk })
    await expect(mirror).rejects.toMatchObject({ reason: 'storage-failed' })
    expect(readFileSync(outside, 'utf8')).toBe('al altuia')
  },
)

test.each(['../afara.zip', '/afara.zip', 'a/../../afara.zip', '..\\afara.zip', 'C:/afara.zip'])(
  'a ledger that somebody changed to %s leads nowhere else',
  async path => {
    const [archive, outer] = [await anArchive(), temporaryFolder()]
    const folder = join(outer, 'oglinda')
    mkdirSync(folder)
    const mirror = () => mirrorDocuments({ archive, folder, template: '{number}', signal: never })
    await mirror()
    const ledger = join(folder, '.recipisa-oglinda.json')
    writeFileSync(ledger, JSON.stringify({ template: '{number}', paths: { 'invoices 1': path } }))
    expect(await mirror()).toMatchObject({ written: 3, failed: [] })
    expect(filesBelow(outer).filter(name => !name.startsWith('oglinda/'))).toEqual([])
    expect(filesBelow(outer).filter(name => name.includes('afara'))).toEqual([])
  },
)

test('names of others lead nowhere else', () => {
  const places = {
    company: '../..',
    cui: '1',
    partner: 'CON',
    year: '2026',
    month: '11',
    day: '',
    kind: 'x',
    number: 'a/../b',
    id: '9',
  }
  expect(pathFrom('{company}/{partner}/{number}', places).split('/')).not.toContain('..')
  expect(pathFrom('{company}/{partner}/{number}', places).split('/')).toHaveLength(3)
})

test.each(['{firma}/{number}', '{company}', '../{number}', '{company}//{number}'])('%s is no template', template => {
  expect(() => checkTemplate(template)).toThrow(expect.objectContaining({ reason: 'mirror-template' }))
})
