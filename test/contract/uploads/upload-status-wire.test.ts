import { describe, expect, test } from 'vitest'
import { addInvoice, company, desk, deskForEach, HOUR, open } from '../support/lists.ts'
import { never } from '../support/wire.ts'

deskForEach()

describe('stareMesaj', () => {
  test('E-07 the four states are read, ok and nok with the id to download', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    const { world } = desk.authority
    const uploadedAt = Date.now() - HOUR
    const ok = addInvoice(world, { uploadedAt })
    const nok = addInvoice(world, { uploadedAt, outcome: 'nok' })
    const rejected = addInvoice(world, { uploadedAt, outcome: 'rejected' })
    const waiting = addInvoice(world, { processedAt: Date.now() + HOUR })
    const status = (filed: typeof ok) => eInvoicing.status(filed.upload.uploadIndex, never)
    expect(await status(ok)).toEqual({ kind: 'ok', downloadId: ok.messages[0]?.id })
    expect(await status(nok)).toEqual({ kind: 'nok', downloadId: nok.messages[0]?.id })
    expect(await status(rejected)).toEqual({ kind: 'not-taken' })
    expect(await status(waiting)).toEqual({ kind: 'processing' })
  })

  test('E-08 errors without a state are about the query', async () => {
    const { eInvoicing } = await open({ world: company(0) })
    expect(await eInvoicing.status('15000', never)).toEqual({
      kind: 'query-error',
      messages: ['Nu exista factura cu id_incarcare= 15000'],
    })
  })
})
