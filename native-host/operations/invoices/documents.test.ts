import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { MAX_FRAME_FROM_HOST } from '../../../shared/protocol/envelope.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { createServices } from '../../services.ts'
import { createHandlers } from '../core/handlers.ts'
import { invoke } from '../core/invoke.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'recipisa-documents-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const bytes = zipSync({ 'a.xml': randomBytes(3_000_000) }, { level: 0 })

async function servicesWithDocument() {
  const archive = await openNewArchive({ dataDir, environment: 'prod', now: Date.now })
  archive.companies.put('14399840', 'granted')
  archive.messages.record([
    {
      id: '1',
      uploadIndex: '2',
      cui: '14399840',
      kind: 'received',
      type: 'FACTURA PRIMITA',
      createdAt: Date.now(),
      details: '',
      sellerCui: null,
      buyerCui: null,
      selfBilled: false,
    },
  ])
  archive.messages.claim('1')
  await archive.messages.store('1', bytes)
  archive.close()
  return createServices({ dataDir, profilePath: undefined, env: {}, now: Date.now, command: [process.execPath] })
}

test('H-01 a document larger than a message comes in pieces and is verified as a whole', async () => {
  const services = await servicesWithDocument()
  const handlers = createHandlers(services)
  const context = { signal: new AbortController().signal, progress: () => undefined }
  const document = { area: 'invoices', id: '1', as: 'zip' } as const
  const pieces: Buffer[] = []
  let offset: number | null = 0
  let sha256 = ''
  while (offset !== null) {
    const params: unknown = { document, offset }
    const piece = (await invoke(handlers, 'documents.read', params, context)) as ResultOf<'documents.read'>
    expect(JSON.stringify({ id: 1, result: piece }).length).toBeLessThan(MAX_FRAME_FROM_HOST)
    pieces.push(Buffer.from(piece.data, 'base64'))
    offset = piece.nextOffset
    sha256 = piece.sha256
  }
  expect(pieces).toHaveLength(5)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)

  const past = await invoke(handlers, 'documents.read', { document, offset: 99_999_999 }, context)
  expect(past).toMatchObject({ data: '', nextOffset: null })
  await expect(
    invoke(handlers, 'documents.read', { document: { ...document, id: '3' }, offset: 0 }, context),
  ).rejects.toThrowError(RecipisaError)
  await services.close()
})

test('H-01 several documents can be read at once: one made on demand keeps the bytes that were described', async () => {
  const services = await servicesWithDocument()
  const handlers = createHandlers(services)
  const context = { signal: new AbortController().signal, progress: () => undefined }
  const { batches, lookups } = await services.archive()
  const row = { row: 1, cui: '14399840', problem: null, duplicateOf: null, isSuspect: false, cells: ['14399840'] }
  const { id, day } = batches.begin({
    ...{ fileName: 'lista.txt', registers: ['vat'], day: '2026-11-20', freshFrom: 0, throughAsync: false },
    ...{ columns: ['CUI'], column: 0, rows: 1, companies: 1, duplicates: 0, wrongCheckDigit: 0, invalid: 0 },
    ...{ sha256: 'a'.repeat(64), list: [row] },
  })
  const document = { area: 'batches', id: String(id), as: 'csv' } as const
  const described = await invoke(handlers, 'documents.describe', { document }, context)
  await invoke(handlers, 'documents.describe', { document: { area: 'invoices', id: '1', as: 'zip' } }, context)
  lookups.storeAnswers('vat', day, { records: [], notFound: ['14399840'], answeredAt: Date.now() })
  const { sha256 } = described as ResultOf<'documents.describe'>
  expect(await invoke(handlers, 'documents.read', { document, offset: 0 }, context)).toMatchObject({ sha256 })
  // The next one is made of what is known by then.
  const again = await invoke(handlers, 'documents.describe', { document }, context)
  expect(again).not.toMatchObject({ sha256 })
  await services.close()
})
