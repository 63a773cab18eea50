import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { pullDocument, saveBytes } from './save-document.ts'

const downloads = vi.hoisted(() => ({
  download: vi.fn(async () => 1),
  search: vi.fn<() => Promise<{ state: string; error?: string }[]>>(async () => [{ state: 'complete' }]),
  onChanged: { addListener: () => undefined, removeListener: () => undefined },
}))
vi.mock('webextension-polyfill', () => ({ default: { ...fakeBrowser, downloads } }))

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

test('a document is read in pieces and matches the host’s description, byte for byte', async () => {
  const pulled = await pullDocument(hostWith(bytes), document)
  expect(Buffer.from(pulled.bytes).equals(bytes)).toBe(true)
  expect(pulled.fileName).toBe('2026-11-20 ROMTEST SRL FCT-1001.zip')
})

test('the name of a file in Downloads is readable and leads nowhere else', async () => {
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

const small = { fileName: 'factura.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(3) }

test('U-02 a cancelled “Save as” is no failure: Firefox refuses the download, Chromium interrupts it', async () => {
  downloads.download.mockRejectedValueOnce(new Error('Download canceled by the user'))
  await expect(saveBytes(small)).rejects.toMatchObject({ reason: 'cancelled' })
  downloads.search.mockResolvedValueOnce([{ state: 'interrupted', error: 'USER_CANCELED' }])
  await expect(saveBytes(small)).rejects.toMatchObject({ reason: 'cancelled' })
})

test('a download that the browser cannot begin or end keeps its reason', async () => {
  downloads.download.mockRejectedValueOnce(new Error('filename must not contain illegal characters'))
  await expect(saveBytes(small)).rejects.toThrow('illegal characters')
  downloads.search.mockResolvedValueOnce([{ state: 'interrupted', error: 'FILE_NO_SPACE' }])
  await expect(saveBytes(small)).rejects.toMatchObject({
    reason: 'storage-failed',
    params: { problem: 'FILE_NO_SPACE' },
  })
})
