import { describe, expect, test } from 'vitest'
import { ALL, aMessage, aZip, CUI, NOON, withMessages } from '../core/test-archive.fixture.ts'

describe('E-17 the two entries of a self-billed document', () => {
  const sent = aMessage({ id: '10', uploadIndex: '77', type: 'FACTURA TRIMISA', selfBilled: true })
  const received = aMessage({ id: '11', uploadIndex: '77', type: 'FACTURA PRIMITA', selfBilled: true })

  test('are both kept, and shown as one document with both directions', async () => {
    const { messages, companies } = await withMessages(sent, received, aMessage({ id: '12', createdAt: NOON - 1 }))
    companies.put(CUI, 'granted')
    expect(messages.pending([CUI])).toHaveLength(3)
    for (const id of ['10', '11']) await messages.store(id, aZip())
    const both = { direction: 'both', uploadIndex: '77', state: 'archived' }
    expect(messages.list(ALL)).toMatchObject({ total: 2, items: [both, { id: '12' }] })
    expect(messages.list({ ...ALL, direction: 'sent' })).toMatchObject({ total: 1, items: [both] })
    expect(messages.list({ ...ALL, direction: 'received' })).toMatchObject({ total: 2, items: [both, { id: '12' }] })
    expect(messages.list({ ...ALL, kind: 'sent' }).total).toBe(1)
    expect(messages.list({ ...ALL, kind: 'errors' }).total).toBe(0)
    for (const [id, twinId] of [
      ['10', '11'],
      ['11', '10'],
    ] as const) {
      expect(messages.get(id)?.item).toMatchObject({ id, twinId, direction: 'both' })
      expect((await messages.read({ area: 'invoices', id, as: 'zip' })).bytes.length).toBeGreaterThan(0)
    }
    expect(messages.unread()).toEqual({ unread: 1, refused: 0 })
    expect(companies.get(CUI)).toMatchObject({ archived: 1, unread: 1 })
  })

  test('are shown by the entry with a document, and stay seen', async () => {
    const { messages } = await withMessages(sent, received)
    await messages.store('11', aZip())
    expect(messages.list(ALL).items).toMatchObject([{ id: '11', twinId: '10', state: 'archived', unread: true }])
    messages.markSeen({ cui: CUI })
    await messages.store('10', aZip())
    expect(messages.list(ALL).items).toMatchObject([{ id: '11', unread: false }])
    expect(messages.unread().unread).toBe(0)
  })

  test('belong to one company: two of our companies that trade with each other have two documents', async () => {
    const { messages } = await withMessages(sent, { ...received, cui: '361757' })
    expect(
      messages
        .list(ALL)
        .items.map(({ direction }) => direction)
        .sort(),
    ).toEqual(['received', 'sent'])
  })
})
