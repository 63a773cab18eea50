import * as v from 'valibot'
import { expect, test } from 'vitest'
import { anOddInvoice, IN_EURO, PLAIN, STORNO } from '../../../shared/documents/booked/odd-invoices.fixture.ts'
import { LedgerRow } from '../../../shared/protocol/invoices/ledgers.ts'
import { aMessage, aZip, CUI, NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { agreeWithLedger, inspectLedger } from './agree.ts'
import { CSV } from './formats/journal-csv.ts'
import { takeInvoices } from './take.ts'

const LEDGER = 'Numar;Data;CUI;Total\nFCT-1;28.10.2026;361757;121,00\nFCT-2;05.10.2026;361757;121,00\n'

test('W-04 without days whole months are compared: what the ledger lacks after its last row is missing, too', async () => {
  const archive = await openTestArchive(temporaryFolder())
  archive.companies.put(CUI, 'granted')
  const days = { 'FCT-1': '2026-10-28', 'FCT-2': '2026-10-05', 'FCT-3': '2026-10-01', 'FCT-9': '2026-10-31' }
  const others = { 'FCT-0': '2026-09-30', 'FCT-10': '2026-11-01' }
  for (const [n, [number, issueDate]] of Object.entries({ ...days, ...others }).entries()) {
    archive.messages.record([aMessage({ id: String(n + 1) })])
    await archive.messages.store(String(n + 1), aZip(anOddInvoice({ ...PLAIN, number, issueDate })))
  }
  const file = { bytes: new TextEncoder().encode(LEDGER), fileName: 'jurnal.csv', columns: {} }
  const { sha256, since, until } = await inspectLedger(archive, file)
  expect([since, until]).toEqual(['2026-10-01', '2026-10-31'])
  const agree = async (typed: { since?: string; until?: string } = {}) => {
    const { id, ...agreement } = await agreeWithLedger(
      { archive, whyMissing: () => undefined, now: () => NOON },
      { sha256, columns: {}, cui: CUI, direction: 'received', since: typed.since, until: typed.until },
      { signal: new AbortController().signal, progress: () => undefined },
    )
    const { items } = archive.agreements.rows(id, { only: 'not-in-books', limit: 10, offset: 0 })
    return [agreement.since, agreement.until, ...items.map(({ invoice }) => invoice?.number)]
  }
  expect(await agree()).toEqual(['2026-10-01', '2026-10-31', 'FCT-3', 'FCT-9'])
  // Days that were typed stay as they are.
  expect(await agree({ since: '2026-10-05' })).toEqual(['2026-10-05', '2026-10-31', 'FCT-9'])
  expect(await agree({ until: '2026-10-28' })).toEqual(['2026-10-01', '2026-10-28', 'FCT-3'])
})

test('W-04 a ledger without any day has no period, and a month of 28 days ends on the 28th', async () => {
  const archive = await openTestArchive(temporaryFolder())
  const periodOf = async (...rows: string[]) => {
    const bytes = new TextEncoder().encode(['Numar;Data;CUI;Total', ...rows].join('\n'))
    const { since, until } = await inspectLedger(archive, { bytes, fileName: 'jurnal.csv', columns: {} })
    return [since, until]
  }
  expect(await periodOf('FCT-1;;361757;121,00')).toEqual([null, null])
  expect(await periodOf('A1;31.12.2025;361757;1,00', 'A2;03.02.2026;361757;1,00')).toEqual(['2025-12-01', '2026-02-28'])
})

/** An archive with these purchases and sales of a company, and what its comparison with a ledger finds. */
async function withBoth(invoices: Readonly<Record<'sent' | 'received', readonly string[]>>) {
  const archive = await openTestArchive(temporaryFolder())
  archive.companies.put(CUI, 'granted')
  const [own, other] = [
    { name: 'Ștefan & Fiii SRL', vatId: `RO${CUI}` },
    { name: 'Alfa SRL', vatId: 'RO361757' },
  ]
  const sides = [
    ['FACTURA PRIMITA', invoices.received, { seller: other, buyer: own }],
    ['FACTURA TRIMISA', invoices.sent, { seller: own, buyer: other }],
  ] as const
  for (const [type, numbers, parties] of sides)
    for (const number of numbers) {
      archive.messages.record([aMessage({ id: number, type })])
      await archive.messages.store(number, aZip(anOddInvoice({ ...PLAIN, ...parties, number })))
    }
  const compare = async (direction: 'sent' | 'received', bytes: Uint8Array) => {
    const columns = { side: direction }
    const { sha256, rows, since } = await inspectLedger(archive, { bytes, fileName: 'jurnal.csv', columns })
    const { id, ...period } = await agreeWithLedger(
      { archive, whyMissing: () => undefined, now: () => NOON },
      { sha256, columns, cui: CUI, direction, since: undefined, until: undefined },
      { signal: new AbortController().signal, progress: () => undefined },
    )
    expect(period.since).toBe(since)
    const { items } = archive.agreements.rows(id, { limit: 100, offset: 0 })
    const findings = items.map(({ finding, differences, invoice, ledger }) =>
      [finding, ...differences, invoice?.number ?? ledger?.number].join(' '),
    )
    return { rows, findings }
  }
  const text = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
  return { archive, compare, text }
}

test('W-04 of a table with both journals only the rows of the compared side count', async () => {
  const { archive, compare } = await withBoth({ received: ['1', '2'], sent: ['3', '4'] })
  const { taken } = await takeInvoices(
    { archive, whyMissing: () => undefined },
    archive.books.select({ filter: {} }),
    () => undefined,
    { signal: new AbortController().signal, progress: () => undefined },
  )
  const journalOf = async (side: 'purchase' | 'sale' | undefined) => {
    const [file] = await CSV.files(side ? taken.filter(one => one.side === side) : taken, 'dd.mm.yyyy')
    return file?.bytes ?? new Uint8Array()
  }
  const both = await journalOf(undefined)
  expect(await compare('received', both)).toEqual({ rows: 2, findings: ['agrees 1', 'agrees 2'] })
  expect(await compare('sent', both)).toEqual({ rows: 2, findings: ['agrees 3', 'agrees 4'] })
  // A table of the other side alone has nothing of this one; its months are the period all the same.
  expect(await compare('sent', await journalOf('purchase'))).toEqual({
    rows: 0,
    findings: ['not-in-books 3', 'not-in-books 4'],
  })
})

test('W-04 a storno on the other side of a partner’s account is no payment', async () => {
  const { archive, compare, text } = await withBoth({ received: ['1'], sent: ['3'] })
  const [own, other] = [
    { name: 'Ștefan & Fiii SRL', vatId: `RO${CUI}` },
    { name: 'Alfa SRL', vatId: 'RO361757' },
  ]
  for (const [id, type, parties] of [
    ['2', 'FACTURA PRIMITA', { seller: other, buyer: own }],
    ['4', 'FACTURA TRIMISA', { seller: own, buyer: other }],
  ] as const) {
    archive.messages.record([aMessage({ id, type })])
    await archive.messages.store(id, aZip(anOddInvoice({ ...STORNO, ...parties, number: `S ${id}` })))
  }
  const head = 'Data;Nr. document;Explicații;Debit;Credit;Sold'
  const supplier = text(
    head,
    '05.10.2026;1;Factură;;121,00;121,00',
    '06.10.2026;S2;Storno;60,50;;60,50',
    '06.10.2026;OP 2;Plată;60,50;;0,00',
    '06.10.2026;1;Plată;121,00;;-121,00',
  )
  expect(await compare('received', supplier)).toEqual({ rows: 1, findings: ['agrees 1', 'agrees S 2'] })
  const customer = text(head, '05.10.2026;3;Factură;121,00;;121,00', '06.10.2026;S4;Storno;;60,50;60,50')
  expect(await compare('sent', customer)).toEqual({ rows: 1, findings: ['agrees 3', 'agrees S 4'] })
})

test('W-04 the firm beside each row is no partner, and rows of other firms do not count', async () => {
  const { compare, text } = await withBoth({ received: ['1'], sent: ['3'] })
  const rows = ['14399840;1;05.10.2026;121,00', 'RO14399840;2;05.10.2026;121,00']
  const ofOne = text('CUI firmă;Nr;Data;Total', ...rows)
  expect((await compare('received', ofOne)).findings).toEqual(['not-in-spv 2', 'agrees 1'])
  const firms = ['1;14399840;1;361757;05.10.2026;121,00', '2;14837428;7;361757;05.10.2026;121,00']
  const ofSeveral = text('CUI firmă;Nr;Data;Total', '14399840;1;05.10.2026;121,00', '14837428;7;05.10.2026;121,00')
  expect((await compare('received', ofSeveral)).findings).toEqual(['agrees 1'])
  const ofPartners = text('CUI firmă;Nr;Data;Total', '361757;1;05.10.2026;121,00', '14837428;7;05.10.2026;121,00')
  expect((await compare('received', ofPartners)).findings).toEqual(['not-in-spv 7', 'agrees 1'])
  const head = 'Nr. crt.;CUI firmă;Nr;CUI partener;Data;Total'
  expect((await compare('received', text(head, ...firms))).findings).toEqual(['agrees 1'])
  // A row that names no firm counts, and so do all if none names this one.
  const ofNone = text(head, '1;14399840;8;361757;06.10.2026;9,00', '2;-;1;361757;05.10.2026;121,00')
  expect((await compare('received', ofNone)).findings).toEqual(['not-in-spv 8', 'agrees 1'])
  const ofOther = text(head, '1;14837428;1;361757;05.10.2026;121,00')
  expect((await compare('received', ofOther)).findings).toEqual(['agrees 1'])
  // Where both parties have a CUI, they tell the side.
  const list = ['1;361757;14399840;05.10.2026;121,00', '3;14399840;361757;05.10.2026;121,00']
  const ofParties = text('Nr;CIF emitent;CIF beneficiar;Data;Total', ...list)
  expect((await compare('received', ofParties)).findings).toEqual(['agrees 1'])
  expect((await compare('sent', ofParties)).findings).toEqual(['agrees 3'])
})

test('W-04 a row of an invoice to oneself is not compared with the invoice of a supplier who has its number', async () => {
  const { compare, text } = await withBoth({ received: ['1'], sent: [] })
  const ledger = text('Nr;CUI;Data;Total', '1;14399840;20.10.2026;50,00', '2;361757;06.10.2026;9,00')
  expect((await compare('received', ledger)).findings).toEqual(['not-in-books 1', 'not-in-spv 2', 'not-in-spv 1'])
})

test('W-04 a table of documents that suppliers have issued is one of purchases, if purchases are compared', async () => {
  const { compare, text } = await withBoth({ received: ['1', '2'], sent: [] })
  const ledger = text('Tip;Nr;CUI;Data;Total', ...['1', '2'].map(n => `Factură emisă;${n};361757;05.10.2026;121,00`))
  expect(await compare('received', ledger)).toEqual({ rows: 2, findings: ['agrees 1', 'agrees 2'] })
})

test('W-04 a row that is shown is as the protocol says', async () => {
  const { archive, compare, text } = await withBoth({ received: ['1'], sent: [] })
  const bytes = text('Jurnal;Nr;CUI;Data;Bază;TVA', 'Cumpărări;1;361757;05.10.2026;100,00;21,00')
  await compare('received', bytes)
  const { sample } = await inspectLedger(archive, { bytes, fileName: 'jurnal.csv', columns: {} })
  const { items } = archive.agreements.rows(1, { limit: 10, offset: 0 })
  for (const row of [sample[0], items[0]?.ledger]) expect(v.is(v.strictObject(LedgerRow.entries), row)).toBe(true)
})

test('W-04 an invoice in another currency agrees with its total in lei, by the rate of its VAT', async () => {
  const archive = await openTestArchive(temporaryFolder())
  archive.companies.put(CUI, 'granted')
  const own = {
    'EUR-1': IN_EURO,
    'EUR-2': { ...IN_EURO, taxCurrency: 'USD' },
    'EUR-3': { ...IN_EURO, root: 'CreditNote' as const },
  }
  for (const [n, [number, odd]] of Object.entries(own).entries()) {
    archive.messages.record([aMessage({ id: String(n + 1) })])
    await archive.messages.store(String(n + 1), aZip(anOddInvoice({ ...odd, number })))
  }
  const compare = async (...lines: string[]) => {
    const bytes = new TextEncoder().encode(['Numar;Moneda;Total', ...lines].join('\n'))
    const { sha256 } = await inspectLedger(archive, { bytes, fileName: 'jurnal.csv', columns: {} })
    const { id } = await agreeWithLedger(
      { archive, whyMissing: () => undefined, now: () => NOON },
      { sha256, columns: {}, cui: CUI, direction: 'received', since: undefined, until: undefined },
      { signal: new AbortController().signal, progress: () => undefined },
    )
    const { items } = archive.agreements.rows(id, { limit: 100, offset: 0 })
    const found = items.map(({ finding, differences, inLei, invoice }) =>
      [invoice?.number, finding, ...differences, ...(inLei === undefined ? [] : [`at ${inLei}`])].join(' '),
    )
    return found.filter(text => !text.endsWith('not-in-books'))
  }
  expect(await compare('EUR-1;;1.230,57')).toEqual(['EUR-1 agrees at 1230.57'])
  expect(await compare('EUR-1;lei;1.230,50')).toEqual(['EUR-1 agrees at 1230.57'])
  expect(await compare('EUR-1;EUR;242,00')).toEqual(['EUR-1 agrees'])
  expect(await compare('EUR-1;RON;242,00')).toEqual(['EUR-1 differs currency'])
  expect(await compare('EUR-1;;1.230,40')).toEqual(['EUR-1 differs total'])
  expect(await compare('EUR-1;RON;1.230,40')).toEqual(['EUR-1 differs total currency'])
  expect(await compare('EUR-1;;-1.230,57')).toEqual(['EUR-1 differs sign'])
  expect(await compare('EUR-3;;-1.230,57')).toEqual(['EUR-3 agrees at -1230.57'])
  // Two rows by rate, one invoice booked twice, and an invoice that tells no rate.
  expect(await compare('EUR-1;;1.000,00', 'EUR-1;;230,57')).toEqual(['EUR-1 agrees at 1230.57'])
  expect(await compare('EUR-1;;1.230,57', 'EUR-1;;1.230,57')).toEqual(['EUR-1 differs repeated at 1230.57'])
  expect(await compare('EUR-2;;1.230,57')).toEqual(['EUR-2 differs total'])
})
