import { expect, test } from 'vitest'
import {
  ALL,
  aMail,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  PDF,
  temporaryFolder,
} from '../core/test-archive.fixture.ts'
import { sha256Of } from '../store/hash.ts'
import type { UploadDraft } from '../uploads/upload-archive.ts'
import type { ReceivedEntry, SharedEntry } from './exchange.ts'

/** The company of the clerk who writes wrong entries, and another one of this seat. */
const [THEIRS, OURS] = [CUI, '361757']
const NUMBER = '1100000001'
const ZIP = aZip(anInvoice({ number: 'falsă', amount: '119.00 RON', line: 'Nimicuri' }))
const DRAFT: UploadDraft = {
  ...{ sha256: 'a'.repeat(64), size: 4, fileName: 'f.xml', cui: OURS, standard: 'UBL', invoice: null },
  ...{ flags: { extern: false, selfBilled: false, enforcement: false, b2c: false }, corrects: null },
}
const DECLARATION = {
  ...{ sha256: 'a'.repeat(64), size: 9, fileName: 'd300.pdf', cui: OURS, again: false },
  ...{ companyName: null, form: 'D300', period: { year: 2026, month: 10 } },
}

const openOne = () => openTestArchive(temporaryFolder())
const entryOf = (entry: Omit<SharedEntry, 'company'>): ReceivedEntry => ({
  ...entry,
  company: THEIRS,
  seat: 'Rea',
  isHistory: false,
})

/** An entry of message 100 with a document, as it goes out of the archive of a colleague. */
async function anInvoiceEntry(cui = THEIRS): Promise<ReceivedEntry> {
  const { messages, exchange } = await openOne()
  messages.record([aMessage({ id: '100', cui })])
  await messages.store('100', ZIP)
  const entry = exchange.entry('invoices', '100')
  return entry ? { ...entry, seat: 'Rea', isHistory: false } : expect.fail('no entry')
}

const aMailEntry = () =>
  entryOf({
    ...{ area: 'mail', environment: '', key: '100', sha256: sha256Of(PDF) },
    body: { mail: aMail({ id: '100', cui: THEIRS }), size: PDF.length },
  })

const anUploadEntry = (body: object = {}) =>
  entryOf({
    ...{ area: 'uploads', environment: 'prod', key: 'b'.repeat(64), sha256: null },
    body: {
      ...{ ...DRAFT, sha256: 'b'.repeat(64), cui: THEIRS, state: 'ok', uploadIndex: '5100', downloadId: '100' },
      ...{ createdAt: NOON, findings: [], trouble: null, ...body },
    },
  })

const aDeclarationEntry = () =>
  entryOf({
    ...{ area: 'declarations', environment: '', key: 'b'.repeat(64), sha256: null },
    body: {
      ...{ state: 'valid', cui: THEIRS, companyName: null, form: 'D300', period: null, fileName: 'd.pdf' },
      ...{ sha256: 'b'.repeat(64), size: 9, filingNumber: NUMBER, registrationNumber: 'INTERNT-1', filedOn: null },
      ...{ createdAt: NOON, findings: [] },
    },
  })

const aReceiptEntry = () =>
  entryOf({
    ...{ area: 'receipts', environment: '', key: NUMBER, sha256: sha256Of(PDF) },
    body: { form: 'D300', month: '2026-10' },
  })

const aRequestEntry = () =>
  entryOf({
    ...{ area: 'requests', environment: '', key: '900', sha256: null },
    body: {
      ...{ type: 'VECTOR FISCAL', cui: THEIRS, params: {}, requestId: '900', note: null },
      ...{ createdAt: NOON, answeredAt: NOON },
    },
  })

type Opened = Awaited<ReturnType<typeof openOne>>
const isRefused = ({ exchange }: Opened, entry: ReceivedEntry) => exchange.receive([entry], undefined).length === 1
const wanted = ({ exchange }: Opened) => exchange.wanted({ after: '', limit: 10, companies: 'all' })

test('an entry with the id of another company’s message takes nothing from it: the message is downloaded all the same', async () => {
  const ours = await openOne()
  ours.messages.record([aMessage({ id: '100', cui: OURS })])
  ours.mailbox.record([aMail({ id: '100', cui: OURS })], NOON)
  expect(isRefused(ours, await anInvoiceEntry())).toBe(true)
  expect(isRefused(ours, aMailEntry())).toBe(true)
  expect(ours.messages.pending([OURS])).toMatchObject([{ id: '100', cui: OURS }])
  expect(ours.mailbox.pending([OURS])).toMatchObject([{ id: '100', cui: OURS }])
  expect(wanted(ours)).toEqual([])
  // A colleague's entry of the same company is as good as ever.
  expect(isRefused(ours, await anInvoiceEntry(OURS))).toBe(false)
  expect(ours.messages.pending([OURS])).toEqual([])
})

test('an id that an entry took for another company before the authority lists it is that of the list’s company', async () => {
  for (const isBrought of [false, true]) {
    const ours = await openOne()
    ours.exchange.begin()
    const entries = [await anInvoiceEntry(), aMailEntry()]
    expect(ours.exchange.receive(entries, undefined)).toEqual([])
    await ours.messages.indexTexts(new AbortController().signal)
    const brought = wanted(ours)
    expect(brought).toHaveLength(2)
    const bring = async () => {
      for (const entry of brought) await ours.exchange.bring(entry, entry.area === 'mail' ? PDF : ZIP)
    }
    if (isBrought) await bring()

    expect(ours.messages.record([aMessage({ id: '100', cui: OURS })])).toBe(1)
    expect(ours.mailbox.record([aMail({ id: '100', cui: OURS })], NOON)).toBe(1)
    if (!isBrought) await bring()
    expect(ours.messages.list(ALL).items).toMatchObject([{ id: '100', cui: OURS, state: 'listed', invoice: null }])
    expect(ours.messages.list({ ...ALL, search: 'nimicuri' }).total).toBe(0)
    expect(ours.messages.pending([OURS])).toMatchObject([{ id: '100' }])
    expect(ours.mailbox.pending([OURS])).toMatchObject([{ id: '100' }])
    expect(wanted(ours)).toEqual([])
    // Listed again, it is known.
    expect(ours.messages.record([aMessage({ id: '100', cui: OURS })])).toBe(0)

    await ours.messages.store('100', aZip(anInvoice({ amount: '10.00 RON', line: 'Cărămizi' })))
    await ours.messages.indexTexts(new AbortController().signal)
    expect(ours.messages.list({ ...ALL, search: 'caramizi' }).items).toMatchObject([{ id: '100', cui: OURS }])
    expect(ours.messages.summary({}, undefined).totals).toEqual([{ currency: 'RON', count: 1, amount: '10.00' }])
    const out = ours.exchange.outgoing({ after: 0, limit: 10, companies: 'all' })
    expect(out.map(({ area, company }) => `${area} ${company}`).sort()).toEqual([`invoices ${OURS}`, `mail ${OURS}`])
  }
})

test('a wrong twin is gone with its entry, and the other entry of the pair is shown', async () => {
  const ours = await openOne()
  ours.messages.record([aMessage({ id: '1', uploadIndex: '5100', type: 'FACTURA TRIMISA' })])
  expect(ours.exchange.receive([await anInvoiceEntry()], undefined)).toEqual([])
  expect(ours.messages.list(ALL).items.map(({ id }) => id)).toEqual(['100'])
  ours.messages.record([aMessage({ id: '100', cui: OURS })])
  expect(ours.messages.list({ ...ALL, cui: THEIRS }).items).toMatchObject([{ id: '1', twinId: null }])
  expect(ours.messages.list(ALL).total).toBe(2)
})

test('an entry with the number of another company’s declaration does not accept it', async () => {
  const ours = await openOne()
  const { declarations } = ours
  const begun = declarations.begin([DECLARATION])
  const id = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
  declarations.update(id, { state: 'processing', filingNumber: NUMBER })
  expect(isRefused(ours, aDeclarationEntry())).toBe(true)
  expect(declarations.list({ limit: 10, offset: 0 }).items).toMatchObject([{ id, state: 'processing' }])
})

test('a declaration gets the number that the authority gives it, although an entry took it for another company before', async () => {
  const ours = await openOne()
  const { declarations } = ours
  const all = () => declarations.list({ limit: 10, offset: 0 }).items
  expect(isRefused(ours, aDeclarationEntry())).toBe(false)
  const begun = declarations.begin([DECLARATION])
  const id = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
  expect(declarations.update(id, { state: 'processing', filingNumber: NUMBER })).toMatchObject({ id })
  expect(all()).toMatchObject([{ id, cui: OURS, filingNumber: NUMBER }])

  // The same for one that a person follows, because the page has it under this company.
  const other = await openOne()
  expect(isRefused(other, aDeclarationEntry())).toBe(false)
  const nothing = { companyName: null, form: null, period: null, fileName: null, sha256: null, size: null }
  const found = { ...nothing, cui: OURS, filingNumber: NUMBER, isCounter: false, origin: 'elsewhere' } as const
  expect(other.declarations.add(found)).toMatchObject({ cui: OURS, state: 'processing' })
  expect(other.declarations.list({ limit: 10, offset: 0 }).total).toBe(1)
})

test('what a page of the portal says takes no declaration of a colleague away', async () => {
  const ours = await openOne()
  const { declarations } = ours
  expect(isRefused(ours, aDeclarationEntry())).toBe(false)
  const nothing = { companyName: null, form: null, period: null, fileName: null, sha256: null, size: null }
  declarations.add({ ...nothing, cui: OURS, filingNumber: NUMBER, isCounter: false, origin: 'portal' })
  expect(declarations.list({ limit: 10, offset: 0 }).items).toMatchObject([
    { cui: THEIRS, state: 'valid', seat: 'Rea' },
  ])
  expect('earlier' in declarations.begin([{ ...DECLARATION, sha256: 'b'.repeat(64) }])).toBe(true)
})

test('an upload gets the index that the authority gives it, although an entry took it for another company before', async () => {
  const ours = await openOne()
  const { uploads } = ours
  expect(isRefused(ours, anUploadEntry())).toBe(false)
  const begun = uploads.begin(DRAFT, false)
  const id = 'attempt' in begun ? begun.attempt.id : 0
  expect(uploads.update(id, { state: 'processing', uploadIndex: '5100' })).toMatchObject({ uploadIndex: '5100' })
  expect(uploads.byUploadIndex('5100')).toMatchObject({ id, cui: OURS })
  // What became of the colleague's upload nobody knows then; it is still not sent twice.
  expect(uploads.byContent('b'.repeat(64))).toMatchObject([{ seat: 'Rea', state: 'unknown', uploadIndex: null }])
  expect(isRefused(ours, anUploadEntry())).toBe(true)
  expect(uploads.get(id)).toMatchObject({ state: 'processing', uploadIndex: '5100' })
})

test('a receipt with the number of another company’s declaration is not brought', async () => {
  const ours = await openOne()
  const begun = ours.declarations.begin([DECLARATION])
  const id = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
  ours.declarations.update(id, { state: 'processing', filingNumber: NUMBER })
  expect(isRefused(ours, aReceiptEntry())).toBe(true)
  expect(wanted(ours)).toEqual([])
})

test('a receipt that came for another company before is not the receipt of the declaration that gets its number', async () => {
  const ours = await openOne()
  const { declarations } = ours
  expect(isRefused(ours, aReceiptEntry())).toBe(false)
  for (const entry of wanted(ours)) await ours.exchange.bring(entry, PDF)
  const begun = declarations.begin([DECLARATION])
  const id = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
  declarations.update(id, { state: 'valid', filingNumber: NUMBER })
  expect(declarations.get(id)).toMatchObject({ receipt: 'none' })
  expect(await declarations.findReceipt(NUMBER, OURS)).toBeUndefined()
  await expect(declarations.readReceipt(NUMBER)).rejects.toMatchObject({ reason: 'receipt-missing' })

  const bytes = new TextEncoder().encode('%PDF-1.4\na true one\n%%EOF\n')
  const receipt = { uploadIndex: NUMBER, cui: OURS, form: 'D300', month: '2026-10', bytes }
  await declarations.storeReceipt(receipt)
  expect(declarations.get(id)).toMatchObject({ receipt: 'archived' })
  expect((await declarations.readReceipt(NUMBER)).bytes).toEqual(Buffer.from(bytes))
  expect(isRefused(ours, aReceiptEntry())).toBe(true)
})

test('a request with the id of another company’s is not taken, and gives way to the one that SPV gave it', async () => {
  const ours = await openOne()
  const { requests } = ours
  expect(isRefused(ours, aRequestEntry())).toBe(false)
  const begun = requests.begin({ type: 'VECTOR FISCAL', cuis: [OURS], params: {} }, false)
  const id = 'requests' in begun ? (begun.requests[0]?.id ?? 0) : 0
  requests.update(id, { state: 'requested', requestId: '900', answeredAt: NOON })
  const all = () => requests.list({ open: false, limit: 10, offset: 0 }).items.map(({ cui }) => cui)
  expect(all()).toEqual([OURS])
  expect(isRefused(ours, aRequestEntry())).toBe(true)
  expect(all()).toEqual([OURS])
})
