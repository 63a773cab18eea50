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
