import { expect, test } from 'vitest'
import { archiveOf, packed } from '../../../test/authority/documents/hostile.ts'
import { Database } from '../../archive/core/database.ts'
import { databasePath } from '../../archive/core/paths.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  CUI,
  DETACHED,
  NOON,
  openTestArchive,
  temporaryFolder,
} from '../../archive/core/test-archive.fixture.ts'
import { runSync, type Source } from './sync.ts'

const zipOf = (xml: string) => {
  const files = Object.entries({ '1.xml': Buffer.from(xml), 'semnatura_1.xml': Buffer.from(DETACHED) })
  return archiveOf(files.map(([name, bytes]) => ({ name, ...packed(bytes) })))
}

test('H-12 invoices behind 32 MB of elements arrive and are described in the same sync; interrupted descriptions are repeated', async () => {
  const bomb = zipOf(`<Invoice>${'<a/>'.repeat(8_000_000)}</Invoice>`)
  expect(bomb.length).toBeLessThan(60_000)
  const good = zipOf(anInvoice())
  const entries = Array.from({ length: 13 }, (_, n) =>
    aMessage({ id: String(n + 1), createdAt: NOON - (20 - n) * 3_600_000 }),
  )
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.companies.put(CUI, 'granted')
  const asked: string[] = []
  const source: Source = {
    list: async () => ({ messages: entries, completeUntil: NOON - 5000, certificate: null, unread: undefined }),
    download: async id => {
      asked.push(id)
      return { kind: 'zip', bytes: id === '1' ? bomb : good }
    },
  }
  const sync = () =>
    runSync(
      { archive, source, now: () => NOON, requestsPerMinute: 60, certificate: async () => null },
      {},
      { signal: new AbortController().signal, progress: () => undefined },
    )
  expect(await sync()).toMatchObject({ downloaded: 13, failed: 0 })
  const numbers = () => archive.messages.list(ALL).items.map(({ id, invoice }) => [Number(id), invoice?.number])
  const expected = entries.map(({ id }) => [Number(id), id === '1' ? undefined : 'FCT-1001']).toReversed()
  expect(numbers()).toEqual(expected)
  expect(archive.messages.get('1')?.item.undescribed?.details.reason).toBe('document-too-complex')

  // Like a document whose process died while describing it.
  const db = await Database.open(databasePath(dataDir))
  db.run(`UPDATE messages SET invoice = NULL, undescribed = 'waiting', describe_attempts = 1 WHERE id = '5'`)
  db.close()
  expect(await sync()).toMatchObject({ downloaded: 0, failed: 0 })
  expect(numbers()).toEqual(expected)
  expect(asked).toHaveLength(13)
})
