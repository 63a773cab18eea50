import { expect, test } from 'vitest'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import { aMessage, CUI, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import type { Services } from '../../services.ts'
import { exportsOperations } from './exports.ts'

test('H-01 the list of exports fits into an answer, however many left documents out', async () => {
  const archive = await openTestArchive(temporaryFolder())
  const details = { reason: 'document-part-missing', params: { id: '1', part: 'p'.repeat(2000) } }
  const error = { code: 'not-found' as const, message: 'm'.repeat(1000), details }
  const skips: Export['skips'] = Array.from({ length: 20 }, (_, n) => ({ id: String(n), error }))
  archive.messages.record([aMessage({ id: '1', cui: CUI })])
  for (let n = 0; n < 30; n++) {
    const { id } = await archive.exports.begin({
      area: 'invoices',
      format: 'xml',
      folder: null,
      fileName: 'f',
      locale: 'ro',
      ids: ['1'],
    })
    archive.exports.setProgress(id, { done: 20, skipped: 20, skips })
  }
  const operations = exportsOperations({ archive: async () => archive } as unknown as Services)
  const answer = await operations['exports.list'](
    {},
    { signal: new AbortController().signal, progress: () => undefined },
  )
  expect(JSON.stringify(answer).length).toBeLessThan(1_000_000)
  expect(answer.exports[0]?.id).toBe(30)
})
