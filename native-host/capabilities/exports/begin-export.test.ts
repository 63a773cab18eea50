import { expect, test } from 'vitest'
import { aMessage, NOON, withMessages } from '../../archive/core/test-archive.fixture.ts'
import { beginExport } from './begin-export.ts'

test('U-12 a document that is named twice is exported once, and the name of the file counts it once', async () => {
  const { archive } = await withMessages(aMessage({ id: '1' }), aMessage({ id: '2' }))
  const order = { area: 'invoices', format: 'csv', locale: 'ro', filter: {} } as const
  const { fileName, total } = await beginExport(archive, { ...order, except: [], ids: ['1', '2', '1'] }, NOON)
  expect([fileName, total]).toEqual(['lista-facturi_2026-11-20_2.csv', 2])
})
