import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pullDocument } from './save-document.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const PIECE = 256 * 1024
const bytes = Buffer.alloc(PIECE * 2 + 17, 'PK and then some ')
const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
const document = { area: 'invoices', id: '3001', as: 'zip' } as const

function hostWith(content: Buffer, fileName = '2026-11-20 ROMTEST SRL FCT-1001.zip') {
  return connectHost(
    inMemoryHost({
      'documents.describe': () => ({
        fileName,
        mediaType: 'application/zip',
        size: bytes.length,
        sha256,
      }),
      'documents.read': params => {
        const { offset } = params as { offset: number }
        const data = content.subarray(offset, offset + PIECE)
        const next = offset + data.length
        return { data: data.toString('base64'), nextOffset: next < content.length ? next : null, sha256 }
      },
    }).open,
  )
}

test('a document is pulled in pieces and is what the host described, byte for byte', async () => {
  const pulled = await pullDocument(hostWith(bytes), document)
  expect(Buffer.from(pulled.bytes).equals(bytes)).toBe(true)
  expect(pulled.fileName).toBe('2026-11-20 ROMTEST SRL FCT-1001.zip')
})

test('the name of a file in Downloads shows what it is, and leads nowhere else', async () => {
  const pulled = await pullDocument(hostWith(bytes, '../factura\u202efdp.exe'), document)
  expect(pulled.fileName).toBe('_facturafdp.exe')
})

test.each([
  ['changed', Buffer.concat([bytes.subarray(1), Buffer.from('x')])],
  ['cut short', bytes.subarray(0, PIECE)],
  ['too long', Buffer.concat([bytes, bytes])],
])('a document that arrives %s is refused', async (_, content) => {
  await expect(pullDocument(hostWith(content), document)).rejects.toMatchObject({ reason: 'transfer-damaged' })
})
