import { expect, test } from 'vitest'
import { MAX_NOTE } from '../../../shared/domain/books.ts'
import { aMessage, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import type { Services } from '../../services.ts'
import { invoicesOperations } from './invoices.ts'

const context = { signal: new AbortController().signal, progress: () => undefined }

test('H-01 W-01 a page of invoices with long notes fits into an answer, and the next one goes on after it', async () => {
  const archive = await openTestArchive(temporaryFolder())
  archive.messages.record(Array.from({ length: 150 }, (_, n) => aMessage({ id: String(n + 1) })))
  archive.books.mark(archive.books.select({ filter: {} }), { note: 'ș'.repeat(MAX_NOTE) }, 'ana')
  const operations = invoicesOperations({ archive: async () => archive } as unknown as Services)
  const ids: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await operations['invoices.list']({ limit: 500, offset: 0, ...(after ? { after } : {}) }, context)
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_000_000)
    ids.push(...page.items.map(({ id }) => id))
    after = page.next ?? null
  }
  expect(ids).toEqual(Array.from({ length: 150 }, (_, n) => String(150 - n)))
})
