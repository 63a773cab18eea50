import { expect, test } from 'vitest'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  openTestArchive,
  temporaryFolder,
  withMessages,
} from '../core/test-archive.fixture.ts'
import type { ReceivedEntry } from './exchange.ts'

const SELF_BILLED = { uploadIndex: '77', selfBilled: true }

test('an entry that comes with its document is as one whose document came later, self-billed ones too (E-17)', async () => {
  const listed = [
    aMessage({ id: '1' }),
    aMessage({ id: '10', type: 'FACTURA TRIMISA', ...SELF_BILLED }),
    aMessage({ id: '11', type: 'FACTURA PRIMITA', ...SELF_BILLED }),
    aMessage({ id: '12' }),
  ]
  const { archive: theirs } = await withMessages(...listed)
  const entries = (): ReceivedEntry[] =>
    listed.flatMap(({ id }) => {
      const entry = theirs.exchange.entry('invoices', id)
      return entry ? [{ ...entry, seat: 'Biroul mare', isHistory: false }] : []
    })
  const before = entries()
  for (const id of ['1', '11'])
    await theirs.messages.store(id, aZip(anInvoice({ number: `F-${id}`, amount: '119.00 RON', line: 'Chirie' })))

  const [atOnce, later] = [await openTestArchive(temporaryFolder()), await openTestArchive(temporaryFolder())]
  atOnce.exchange.receive(entries(), undefined)
  later.exchange.receive(before, undefined)
  later.exchange.receive(entries(), undefined)
  for (const archive of [atOnce, later]) {
    const { items, total } = archive.messages.list(ALL)
    expect(total).toBe(3)
    expect(items.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(['1 archived', '11 archived', '12 listed'])
    expect(archive.messages.list({ ...ALL, search: 'chirie' }).total).toBe(2)
    expect(archive.messages.unread().unread).toBe(2)
    expect(archive.exchange.waiting()).toBe(0)
  }
  for (const { id } of listed)
    expect(atOnce.exchange.entry('invoices', id)).toEqual(later.exchange.entry('invoices', id))
  expect(atOnce.exchange.entry('invoices', '11')).toEqual(theirs.exchange.entry('invoices', '11'))
  const wanted = { after: '', limit: 10, companies: 'all' } as const
  expect(atOnce.exchange.wanted(wanted)).toEqual(later.exchange.wanted(wanted))
  expect(atOnce.exchange.wanted(wanted)).toHaveLength(2)
})

test('W-06 the amount of an entry is its total with VAT; an older colleague’s has only what is left to pay', async () => {
  const { archive: theirs } = await withMessages(aMessage({ id: '1' }))
  const total = '<cbc:TaxInclusiveAmount>1210.00</cbc:TaxInclusiveAmount>'
  const xml = anInvoice({ amount: '10.00 RON' }).replace('<cbc:PayableAmount>', `${total}$&`)
  await theirs.messages.store('1', aZip(xml))
  const entry = theirs.exchange.entry('invoices', '1')
  if (!entry) throw new Error('no entry')
  const older = structuredClone(entry) as typeof entry & { body: { archived: { invoice: { grossAmount?: string } } } }
  delete older.body.archived.invoice.grossAmount

  const ours = await openTestArchive(temporaryFolder())
  const totalsAfter = (received: typeof entry) => {
    expect(ours.exchange.receive([{ ...received, seat: 'Biroul mare', isHistory: false }], undefined)).toEqual([])
    return ours.messages.summary({}, undefined).totals.map(({ amount }) => amount)
  }
  expect(totalsAfter(older)).toEqual(['10.00'])
  expect(totalsAfter(entry)).toEqual(['1210.00'])
})
