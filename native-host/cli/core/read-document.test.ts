import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Cli } from './command.ts'
import { readDocument } from './read-document.ts'

const document = { area: 'invoices', id: '3', as: 'zip' } as const
const described = Buffer.from('the whole document')

/** A host with this document, in pieces of five bytes; it described another one if `bytes` differ. */
const hostWith = (bytes: Buffer): Pick<Cli, 'call'> => {
  const answer = (method: string, { offset = 0 }: { offset?: number }) => {
    if (method === 'documents.describe')
      return { fileName: 'f.zip', mediaType: '', size: described.length, sha256: hash('sha256', described) }
    const end = Math.min(offset + 5, bytes.length)
    return { data: bytes.subarray(offset, end).toString('base64'), nextOffset: end < bytes.length ? end : null }
  }
  return { call: (async (method: string, params: object) => answer(method, params)) as Cli['call'] }
}

test('a document is put together from its pieces', async () => {
  const { bytes } = await readDocument(hostWith(described), document)
  expect(bytes.equals(described)).toBe(true)
})

test('a document that changes while it is read, even in length, is refused', async () => {
  for (const other of ['the whole', 'another document, and a longer one', 'the other document'])
    await expect(readDocument(hostWith(Buffer.from(other)), document)).rejects.toMatchObject({
      reason: 'transfer-damaged',
    })
})
