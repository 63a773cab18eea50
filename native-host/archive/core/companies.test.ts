import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip, CUI, NOON, withMessages } from './test-archive.fixture.ts'

const _sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const _signal = new AbortController().signal
const _quiet = () => undefined

describe('companies', () => {
  test('have counts, and the name from their latest archived invoice', async () => {
    const { messages, companies } = await withMessages(
      aMessage({ id: '1' }),
      aMessage({ id: '2', createdAt: NOON - 1000 }),
      aMessage({ id: '3', type: 'ERORI FACTURA' }),
      aMessage({ id: '4' }),
    )
    expect(companies.put(CUI, 'unknown')).toEqual({
      cui: CUI,
      name: null,
      rights: 'unknown',
      addedAt: NOON,
      syncedAt: null,
      archived: 0,
      unread: 0,
      refused: 1,
      failed: 0,
      pending: 4,
    })
    companies.put('361757', 'denied')
    await messages.store('1', aZip(anInvoice({ buyer: 'Nume nou SRL' })))
    await messages.store('2', aZip(anInvoice({ buyer: 'Nume vechi SRL' })))
    await messages.store('3', aZip('<header/>'))
    expect(messages.unread()).toEqual({ unread: 3, refused: 1 })
    messages.markSeen('361757')
    expect(messages.unread().unread).toBe(3)
    messages.markSeen(undefined)
    await messages.store('4', aZip())
    expect(companies.list()).toMatchObject([
      { cui: CUI, name: 'Ștefan & Fiii SRL', rights: 'unknown', archived: 4, unread: 1 },
      { cui: '361757', name: null, rights: 'denied', archived: 0, unread: 0 },
    ])
  })

  test('leave and come back; their documents stay', async () => {
    const { messages, companies } = await withMessages(aMessage({ id: '1' }))
    companies.put(CUI, 'granted')
    companies.setListedUntil(CUI, NOON)
    companies.setSynced(CUI, NOON)
    expect(companies.listedUntil(CUI)).toBe(NOON)
    expect(companies.put(CUI, 'denied')).toMatchObject({ rights: 'denied', syncedAt: NOON })
    await messages.store('1', aZip())
    expect(companies.remove(CUI)).toBe(true)
    expect(companies.remove(CUI)).toBe(false)
    expect(messages.list(ALL).total).toBe(1)
    companies.put(CUI, 'granted')
    // A company that was removed for a while can have missed entries: its list is read again.
    expect(companies.listedUntil(CUI)).toBeUndefined()
  })
})
