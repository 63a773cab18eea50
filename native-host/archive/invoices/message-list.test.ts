import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip, NOON, withMessages } from '../core/test-archive.fixture.ts'

const _sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const _signal = new AbortController().signal
const _quiet = () => undefined

describe('search', () => {
  test('finds by number, names and CUIs, by parts of them, without case and accents; every word must appear', async () => {
    const { messages } = await withMessages(
      aMessage({ id: '3001474425', uploadIndex: '5001120362' }),
      aMessage({ id: '2', details: 'emisa de cif_emitent=8000000000', createdAt: NOON - 1 }),
    )
    await messages.store(
      '3001474425',
      aZip(anInvoice({ number: 'FCT/2026-77', seller: 'ŢUICĂ & Pâine S.A.', sellerCui: '361757' })),
    )
    const found = (search: string) => messages.list({ ...ALL, search }).items.map(({ id }) => id)
    for (const search of [
      'fct/2026',
      '26-77',
      'țuica',
      'TUICĂ',
      'paine tui',
      'RO361757',
      '6175',
      '1120362',
      '3001474425',
      'ștefan',
      '7',
    ])
      expect([search, ...found(search)]).toEqual([search, '3001474425'])
    expect(found('80000')).toEqual(['2'])
    expect(found('tuica 80000')).toEqual([])
    expect(found(`" ' % _ * \\ NEAR( OR`)).toEqual([])
    expect(found('  ')).toHaveLength(2)
    expect(messages.list({ ...ALL, search: 'tuica', cui: '361757' }).total).toBe(0)
  })

  test("days are Romania's, both ends included; pages follow each other", async () => {
    const at = (id: string, createdAt: number) => aMessage({ id, createdAt })
    const { messages } = await withMessages(
      at('1', Date.UTC(2026, 10, 19, 21, 59)), // 23:59 in Bucharest
      at('2', Date.UTC(2026, 10, 19, 22, 0)),
      at('3', Date.UTC(2026, 10, 20, 21, 59)),
      at('4', Date.UTC(2026, 10, 20, 22, 0)),
    )
    const ids = (query: object) => messages.list({ ...ALL, ...query }).items.map(({ id }) => id)
    expect(ids({ since: '2026-11-20', until: '2026-11-20' })).toEqual(['3', '2'])
    expect(ids({ until: '2026-11-19' })).toEqual(['1'])
    expect(ids({ limit: 2 })).toEqual(['4', '3'])
    expect(ids({ limit: 2, offset: 2 })).toEqual(['2', '1'])
    expect(messages.list({ limit: 1, offset: 0 }).total).toBe(4)
  })
})
