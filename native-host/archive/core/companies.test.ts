import { describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip, CUI, NOON, withMessages } from './test-archive.fixture.ts'

describe('companies', () => {
  test('have counts, and the name from an archived invoice', async () => {
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
    messages.markSeen({ cui: '361757' })
    expect(messages.unread().unread).toBe(3)
    messages.markSeen({})
    await messages.store('4', aZip())
    expect(companies.list()).toMatchObject([
      { cui: CUI, name: 'Nume nou SRL', rights: 'unknown', archived: 4, unread: 1 },
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
    // A company removed for a while may have missed entries: its list is read again.
    expect(companies.listedUntil(CUI)).toBeUndefined()
  })
})

test('a partner renames nobody: the company’s own invoices, the register and the person do, in this order', async () => {
  const { archive, messages, companies, lookups } = await withMessages(
    aMessage({ id: '1', createdAt: NOON }),
    aMessage({ id: '2', createdAt: NOON + 1000 }),
    aMessage({ id: '3', type: 'FACTURA TRIMISA', createdAt: NOON - 1000 }),
  )
  companies.put(CUI, 'granted')
  const name = () => companies.get(CUI)?.name
  await messages.store('1', aZip(anInvoice({ buyer: 'Stefan si Fiii' })))
  await messages.store('2', aZip(anInvoice({ buyer: 'STEFAN&FII S.R.L. (NU PLATITI)' })))
  expect(name()).toBe('Stefan si Fiii')
  await messages.store('3', aZip(anInvoice({ seller: 'Ștefan & Fiii SRL', sellerCui: CUI, buyerCui: '361757' })))
  expect(name()).toBe('Ștefan & Fiii SRL')
  lookups.mark(CUI, { givenName: 'Ștefan' })
  expect(name()).toBe('Ștefan')
  expect(archive.lookups.knownCompany(CUI)).toMatchObject({ givenName: 'Ștefan' })
  lookups.mark(CUI, { givenName: null })
  expect(name()).toBe('Ștefan & Fiii SRL')
})
