import { expect, test } from 'vitest'
import { anOddInvoice, PLAIN, STORNO } from '../../../shared/documents/booked/odd-invoices.fixture.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { aMessage, aZip, CUI, NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { exportInvoices } from './export-invoices.ts'

const watch = { signal: new AbortController().signal, progress: () => undefined }

/** Exports everything of an archive. */
const exportAll = (archive: Archive, change: { again?: boolean; signal?: AbortSignal } = {}) =>
  exportInvoices(
    {
      archive,
      now: () => NOON,
      whyMissing: id =>
        archive.messages.get(id)?.item.state === 'archived' ? undefined : new RecipisaError('document-missing', { id }),
    },
    { query: { filter: {} }, format: 'csv', again: change.again ?? false, dates: 'dd.mm.yyyy', by: 'ana' },
    { ...watch, signal: change.signal ?? watch.signal },
  )

/** An archive with these documents, one message each. */
async function withDocuments(...documents: (string | null)[]) {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.companies.put(CUI, 'granted')
  archive.messages.record(documents.map((_, n) => aMessage({ id: String(n + 1) })))
  for (const [n, document] of documents.entries())
    if (document !== null) await archive.messages.store(String(n + 1), aZip(document))
  return { dataDir, archive }
}

test('W-03 two exports at once, of two processes, take each invoice once', async () => {
  const numbers = Array.from({ length: 8 }, (_, n) => anOddInvoice({ ...PLAIN, number: `F-${n}` }))
  const { dataDir, archive } = await withDocuments(...numbers)
  const other = await openTestArchive(dataDir)
  const [one, two] = await Promise.all([exportAll(archive), exportAll(other)])
  expect([one.export?.invoices ?? 0, two.export?.invoices ?? 0].toSorted()).toEqual([0, 8])
  expect([one.taken, two.taken].toSorted()).toEqual([0, 8])
  expect(archive.books.exports({ limit: 10, offset: 0 }).total).toBe(1)
})

test('W-03 what cannot be booked is left out with its reason, stays new, and does not stop the others', async () => {
  const broken = anOddInvoice({ ...PLAIN, sums: ['100.00', '21.00', 'o sută', '121.00'] })
  const { archive } = await withDocuments(anOddInvoice(STORNO), '<Catalog/>', broken, null)
  const made = await exportAll(archive)
  expect(made).toMatchObject({ export: { invoices: 1 }, taken: 0, unavailable: 3 })
  expect(made.problems.map(({ id, error }) => [id, error.details.reason])).toEqual([
    ['2', 'book-not-an-invoice'],
    ['3', 'book-amount-unreadable'],
    ['4', 'document-missing'],
  ])
  const states = archive.books.select({ filter: {} }).map(({ id, book }) => [id, book?.state])
  expect(states).toEqual([
    ['1', 'exported'],
    ['2', 'new'],
    ['3', 'new'],
    ['4', 'new'],
  ])
})

test('W-03 a cancel before the end marks nothing', async () => {
  const { archive } = await withDocuments(anOddInvoice(PLAIN), anOddInvoice(STORNO))
  const signal = AbortSignal.abort(new RecipisaError('cancelled'))
  await expect(exportAll(archive, { signal })).rejects.toMatchObject({ reason: 'cancelled' })
  expect(archive.books.exports({ limit: 10, offset: 0 }).total).toBe(0)
  expect(await exportAll(archive)).toMatchObject({ export: { invoices: 2 } })
})

test('W-03 a self-billed document that is named by both of its entries is exported once (E-17)', async () => {
  const { archive } = await withDocuments()
  const own = { uploadIndex: '77', selfBilled: true }
  archive.messages.record([aMessage({ id: '1', type: 'FACTURA TRIMISA', ...own }), aMessage({ id: '2', ...own })])
  for (const id of ['1', '2']) await archive.messages.store(id, aZip(anOddInvoice(PLAIN)))
  const made = await exportInvoices(
    { archive, now: () => NOON, whyMissing: () => undefined },
    { query: { ids: ['1', '2'] }, format: 'csv', again: false, dates: 'dd.mm.yyyy', by: 'ana' },
    watch,
  )
  expect(made.export?.invoices).toBe(1)
})

test('W-03 a cancel after the last invoice was read marks nothing either', async () => {
  const { archive } = await withDocuments(anOddInvoice(PLAIN))
  const cancel = new AbortController()
  const ports = { archive, now: () => NOON, whyMissing: () => undefined }
  const request = { query: { filter: {} }, format: 'csv', again: false, dates: 'dd.mm.yyyy', by: 'ana' } as const
  const progress = ({ done, total }: { done: number; total: number }) => {
    if (done === total) cancel.abort(new RecipisaError('cancelled'))
  }
  await expect(exportInvoices(ports, request, { signal: cancel.signal, progress })).rejects.toMatchObject({
    reason: 'cancelled',
  })
  expect(archive.books.select({ filter: {} })[0]?.book?.state).toBe('new')
})

test('W-03 the parties in the XML decide between purchase and sale; an invoice to oneself is a sale', async () => {
  const own = { name: 'Ștefan SRL', vatId: `RO${CUI}` }
  const other = { name: 'Alfa SRL', vatId: 'RO361757' }
  const { archive } = await withDocuments()
  const cases = [
    { id: '1', type: 'FACTURA PRIMITA', seller: own, buyer: other, journal: 'Vânzări' },
    { id: '2', type: 'FACTURA TRIMISA', seller: other, buyer: own, journal: 'Cumpărări' },
    { id: '3', type: 'FACTURA PRIMITA', seller: own, buyer: own, journal: 'Vânzări' },
    { id: '4', type: 'FACTURA TRIMISA', seller: other, buyer: other, journal: 'Vânzări' },
    { id: '5', type: 'FACTURA PRIMITA', seller: other, buyer: other, journal: 'Cumpărări' },
  ]
  archive.messages.record(cases.map(({ id, type }) => aMessage({ id, type })))
  for (const { id, seller, buyer } of cases)
    await archive.messages.store(id, aZip(anOddInvoice({ ...PLAIN, number: `F-${id}`, seller, buyer })))
  const made = await exportAll(archive)
  const text = Buffer.from((await archive.books.readExport(made.export?.id ?? 0)).bytes).toString()
  const found = [...text.matchAll(/^(\S+?);.*;F-(\d);/gm)].map(([, journal, id]) => `${id} ${journal}`)
  expect(found.toSorted()).toEqual(cases.map(({ id, journal }) => `${id} ${journal}`))
})
