import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { rebuildArchive } from '../core/rebuild.ts'
import {
  aMessage,
  anInvoice,
  aZip,
  CUI,
  filesBelow,
  NOON,
  openTestArchive,
  withMessages,
} from '../core/test-archive.fixture.ts'

const quiet = () => undefined
const { signal } = new AbortController()

/** An archive of three documents; the system does not hand out the file of the second. */
async function withUnreadable() {
  const { archive, dataDir, folder, messages } = await withMessages(...['1', '2', '3'].map(id => aMessage({ id })))
  for (const id of ['1', '2', '3']) await messages.store(id, aZip(anInvoice({ number: `F-${id}` })))
  const path = join(folder, filesBelow(folder).find(name => name.endsWith('_2.zip')) ?? expect.fail('it is not stored'))
  rmSync(path)
  mkdirSync(path)
  return { archive, dataDir, path }
}

test('H-13 a document that cannot be read is reported, and a check reads the others all the same', async () => {
  const { archive, path } = await withUnreadable()
  expect(await archive.verify(quiet, signal)).toEqual({
    checked: 3,
    problems: [{ id: '2', path, problem: 'unreadable' }],
  })
  expect(archive.messages.pending([CUI])).toEqual([])
})

test.each([
  ['lost', ['F-1', undefined, 'F-3']],
  ['whole', ['F-1', 'F-2', 'F-3']],
])('H-13 a document that cannot be read keeps no rebuild of a %s index from the others', async (index, numbers) => {
  const { archive, dataDir, path } = await withUnreadable()
  archive.close()
  if (index === 'lost') rmSync(join(dataDir, 'recipisa.db'))
  await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
  const { messages, verify } = await openTestArchive(dataDir)
  expect(['1', '2', '3'].map(id => messages.get(id)?.item.invoice?.number)).toEqual(numbers)
  expect((await verify(quiet, signal)).problems).toEqual([{ id: '2', path, problem: 'unreadable' }])
})

test('H-12 a document that cannot be read keeps no sync from describing the others', async () => {
  const { archive, dataDir } = await withUnreadable()
  const db = new DatabaseSync(join(dataDir, 'recipisa.db'))
  onTestFinished(() => db.close())
  // As an upgrade does.
  db.exec("UPDATE messages SET undescribed = 'waiting'")
  const { messages } = archive
  for (const id of messages.undescribed()) await messages.describe(id)
  expect(messages.undescribed()).toEqual(['2'])
  expect(messages.get('2')?.item.invoice?.number).toBe('F-2')
})

test('a rebuild passes over a person’s own files among the documents, whatever their names', async () => {
  const { archive, dataDir, folder, messages } = await withMessages(aMessage({ id: '1' }))
  await messages.store('1', aZip())
  archive.close()
  for (const name of ['2026', `${CUI}/2025`, `${CUI}/2026/01`]) writeFileSync(join(folder, name), 'al meu')
  expect(await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })).toMatchObject({ indexed: 1 })
})
