import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import {
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  temporaryFolder,
} from '../../archive/core/test-archive.fixture.ts'
import type { Download } from '../../authority/efactura/types.ts'
import { downloadOnce } from '../../jobs/download-once.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import { findUpload } from './find-upload.ts'
import type { UploadPorts } from './ports.ts'

const never = new AbortController().signal
const HOUR = 3_600_000
const DAY = 24 * HOUR
const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }
const sent = anInvoice({ number: 'P-1', sellerCui: CUI, buyerCui: '1590082' })

/** Another version of the invoice: the same number, day, parties and sum in other bytes. */
const version = `${sent}<!-- corrected -->`

/** A paid invoice with this total. */
const paid = (total: string) =>
  anInvoice({ number: 'P-1', sellerCui: CUI, amount: '0.00 RON' }).replace(
    '<cbc:PayableAmount>',
    `<cbc:TaxInclusiveAmount>${total}</cbc:TaxInclusiveAmount>$&`,
  )

type Options = {
  filed?: string
  /** Facts of the filing as an earlier version read them. */
  described?: Partial<InvoiceSummary>
  isStaged?: boolean
  /** Documents of other filings with lost answers. */
  filedToo?: readonly string[]
  /** The index that a colleague says another company's upload has. */
  claimed?: string
  /** When its lists hold the entries, and the present, both by the service's clock; and what this machine's says then. */
  moments?: { listed: number; present: number; here: number }
}

/** A filing whose answer was lost, and a list whose entries give `downloads`, in this order. */
async function lost(
  downloads: Record<string, () => Promise<Download>>,
  {
    filed = sent,
    described = {},
    isStaged = false,
    filedToo = [],
    claimed,
    moments = { listed: NOON, present: NOON + HOUR, here: NOON + HOUR },
  }: Options = {},
) {
  const archive = await openTestArchive(temporaryFolder())
  const bytes = new TextEncoder().encode(filed)
  const { invoice } = await readDocumentInThread('upload', bytes, 'P-1.xml')
  if (isStaged) await archive.uploads.stage(bytes, 'P-1.xml')
  const [attempt] = [filed, ...filedToo].map(document => {
    const sha256 = createHash('sha256').update(document).digest('hex')
    const draft = {
      sha256,
      size: document.length,
      fileName: 'P-1.xml',
      cui: CUI,
      standard: 'UBL',
      flags: FLAGS,
    } as const
    const facts = invoice && { ...invoice, ...described }
    const begun = archive.uploads.begin({ ...draft, invoice: facts, corrects: null }, false)
    return 'attempt' in begun ? begun.attempt : expect.fail('it was filed before')
  })
  if (!attempt) return expect.fail('nothing was filed')
  if (claimed !== undefined) {
    const { sha256: _own, ...upload } = attempt
    const body = { ...upload, sha256: 'c'.repeat(64), cui: '1590082', state: 'ok', uploadIndex: claimed }
    const name = { area: 'uploads', environment: 'prod', key: body.sha256, company: body.cui } as const
    const entry = { ...name, body, sha256: null, seat: 'Rea', isHistory: false }
    expect(archive.exchange.receive([entry], undefined)).toEqual([])
  }
  const messages = Object.keys(downloads).map(id =>
    aMessage({ id, type: 'FACTURA TRIMISA', createdAt: moments.listed }),
  )
  const eInvoicing: UploadPorts['eInvoicing'] = {
    async listWindow({ from }) {
      const start = typeof from === 'function' ? from(moments.present) : from
      const listed = messages.filter(({ createdAt }) => createdAt >= (start ?? 0))
      return { messages: listed, completeUntil: 0, certificate: null, unread: undefined }
    },
    download: (id: string) => downloads[id]?.() ?? expect.fail('no such entry'),
    status: () => expect.fail('it has no index'),
  }
  const uploadClient = { upload: () => expect.fail('nothing is sent'), ready: () => expect.fail('nothing is sent') }
  const fetchMessage = (id: string) =>
    downloadOnce(archive.messages, id, async () => {
      const answer = await eInvoicing.download(id, never)
      if (answer.kind !== 'zip') return expect.fail('nothing expires')
      await archive.messages.store(id, answer.bytes)
      return 'downloaded'
    })
  const explain = () => expect.fail('nothing is explained')
  const ports = { archive, eInvoicing, fetchMessage, uploadClient, now: () => moments.here, explain }
  return findUpload(ports, attempt, never)
}

const zip = (document: string) => async (): Promise<Download> => ({ kind: 'zip', bytes: aZip(document) })
const fails = (reason: 'maintenance' | 'quota-reached' | 'not-signed-in' | 'office-storage') => () =>
  Promise.reject(new RecipisaError(reason, { operation: 'descarcare', status: 500, limit: 10, subject: '1' }))

test('E-05 an unavailable document does not hide the upload behind it', async () => {
  for (const reason of ['maintenance', 'quota-reached'] as const)
    expect(await lost({ '1': fails(reason), '2': zip(anInvoice()), '3': zip(sent) })).toBe('53')
})

test('E-05 an upload that was sent while this machine’s clock was a month ahead is found', async () => {
  const [listed, present] = [NOON - 30 * DAY, NOON - 28 * DAY]
  for (const here of [NOON + 2 * DAY, present])
    expect(await lost({ '1': zip(sent) }, { moments: { listed, present, here } }), `${here}`).toBe('51')
})

test('E-05 an upload is found although a colleague says that another company’s has its index', async () => {
  expect(await lost({ '1': zip(sent) }, { claimed: '51' })).toBe('51')
})

test('E-05 where no other document fits, the service’s failure is reported, and an exhausted document is not', async () => {
  await expect(lost({ '1': fails('maintenance'), '2': zip(anInvoice()) })).rejects.toMatchObject({
    reason: 'maintenance',
  })
  expect(await lost({ '1': fails('quota-reached'), '2': zip(anInvoice()) })).toBeUndefined()
  await expect(lost({ '1': fails('not-signed-in'), '2': zip(sent) })).rejects.toMatchObject({ reason: 'not-signed-in' })
})

test('E-05 bytes decide between two versions of an invoice with the same number, day, parties and sum', async () => {
  expect(await lost({ '1': zip(version), '2': zip(sent) })).toBe('52')
  expect(await lost({ '1': zip(version), '2': zip(sent) }, { filedToo: [version] })).toBe('52')
})

test('E-05 a document with the same facts is not taken for the upload while another one lies in the office’s store, out of reach', async () => {
  await expect(lost({ '1': fails('office-storage'), '2': zip(version) })).rejects.toMatchObject({
    reason: 'office-storage',
  })
  expect(await lost({ '1': fails('office-storage'), '2': zip(sent) })).toBe('52')
})

test('E-05 an upload that never arrived is not taken for the other version of its invoice, which did', async () => {
  expect(await lost({ '1': zip(version) }, { filedToo: [version] })).toBeUndefined()
})

test('E-05 a document that the service has written anew is known by its number, day, parties and sum', async () => {
  expect(await lost({ '1': zip(anInvoice()), '2': zip(version) })).toBe('52')
})

test('E-05 a paid invoice is not taken for its version with another total', async () => {
  const filed = paid('1210.00')
  expect(await lost({ '1': zip(paid('121.00')), '2': zip(`${filed}<!-- anew -->`) }, { filed })).toBe('52')
  expect(await lost({ '1': zip(paid('121.00')) }, { filed })).toBeUndefined()
})

test('E-05 an upload that an earlier version described is found by its bytes, or by the facts that it has', async () => {
  const [filed, anew] = [paid('1210.00'), { '1': zip(`${paid('1210.00')}<!-- anew -->`) }]
  const before: Partial<InvoiceSummary> = { grossAmount: undefined, type: undefined }
  const owed = anInvoice({ number: 'P-1', sellerCui: CUI, amount: '121.00 RON' })
  expect(await lost({ '1': zip(`${owed}<!-- anew -->`) }, { filed: owed, described: before })).toBe('51')
  expect(await lost(anew, { filed, described: { ...before, buyerCui: 'HRB 123' }, isStaged: true })).toBe('51')
  // Without its bytes and its total, nothing tells a paid invoice from its versions.
  expect(await lost({ '1': zip(paid('121.00')) }, { filed, described: before })).toBeUndefined()
})

test('E-05 a credit note is not taken for the invoice of its number, day, parties and sum', async () => {
  const note = sent.replaceAll('Invoice', 'CreditNote')
  expect(await lost({ '1': zip(sent) }, { filed: note })).toBeUndefined()
  expect(await lost({ '1': zip(note) })).toBeUndefined()
  expect(await lost({ '1': zip(sent), '2': zip(`${note}<!-- anew -->`) }, { filed: note })).toBe('52')
})
