import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import { downloadsOf } from '../support/archived-zips.ts'
import { command } from '../support/host.ts'
import {
  archivedSoon,
  asFound,
  BUYER,
  inspect,
  invoice,
  NO_FLAGS,
  OWN,
  office,
  officeForEach,
  saved,
  sha256,
  startHost,
  timesUploaded,
  UPLOAD,
  uploadsIn,
} from '../support/uploads.ts'

officeForEach()

describe('the whole way', () => {
  test('a file is inspected, sent once, followed to ok by itself, and its ZIP archived without a second download', async () => {
    const host = startHost()
    const bytes = invoice({ number: 'F-77' })
    const inspection = await inspect(host, bytes)
    expect(inspection).toMatchObject({
      ...{ sha256: sha256(bytes), size: bytes.length, standard: 'UBL', cui: OWN, rights: 'granted', problems: [] },
      ...{ earlier: [], suggested: NO_FLAGS, invoice: { number: 'F-77', sellerCui: OWN, buyerCui: BUYER } },
    })
    const states = office.authority.faults.hold({ match: { path: 'stareMesaj' } })
    const { attempt } = await host.request('uploads.send', asFound(inspection))
    expect(attempt).toMatchObject({ state: 'processing', trouble: null })
    const follow = host.start('uploads.follow', { id: attempt.id })
    await host.message(one => one.id === follow.id && 'progress' in one)
    states.release()
    const ended = (await follow.answer).result as { attempt: Upload }
    expect(ended.attempt).toMatchObject({ state: 'ok', uploadIndex: attempt.uploadIndex, findings: [] })
    const seen = host.progressOf<'uploads.follow'>(follow.id).map(({ attempt }) => attempt.state)
    expect(seen.at(0)).toBe('processing')
    expect(seen.at(-1)).toBe('ok')
    const id = ended.attempt.downloadId ?? ''
    await archivedSoon(host, id)
    expect(downloadsOf(office.authority).get(id)).toBe(1)
    expect(timesUploaded(bytes)).toBe(1)
    // It is archived first and described afterwards.
    const document = async () => (await host.request('invoices.get', { id })).document
    await expect.poll(document).toMatchObject({ number: 'F-77' })
  })

  test('E-20 a nok gives its findings, and a corrected file is a new upload that names the old one', async () => {
    const wrong = saved(Buffer.from(invoice().toString().replaceAll('RO-', 'XX-')), 'gresita.xml')
    const refused = await command(['invoices', 'upload', wrong, '--yes', '--wait', '--json'], office.env)
    expect(refused.code).toBe(4)
    const [attempt] = uploadsIn(refused.json())
    expect(attempt).toMatchObject({ state: 'nok', fileName: 'gresita.xml' })
    expect(attempt?.findings.join('\n')).toContain('BR-RO-110')

    const host = startHost()
    expect((await host.request('overview.get', {})).uploads).toMatchObject({ refused: 1 })
    const right = saved(invoice({ number: 'F-2' }), 'corectata.xml')
    const corrects = String(attempt?.id)
    const corrected = await command(
      ['invoices', 'upload', right, '--corrects', corrects, '--yes', '--wait', '--json'],
      office.env,
    )
    expect(corrected.code).toBe(0)
    expect(uploadsIn(corrected.json())[0]).toMatchObject({ state: 'ok', corrects: attempt?.id })
    expect((await host.request('overview.get', {})).uploads).toEqual({ open: 0, unknown: 0, refused: 0 })
  })

  test('a rejection is an outcome with its reasons, and may be sent again without a question', async () => {
    const notXml = saved(Buffer.from(invoice().toString().replaceAll('Invoice-2', 'Factura-2')))
    const upload = ['invoices', 'upload', notXml, '--cui', OWN, '--standard', 'UBL', '--yes', '--json']
    const taken = await command(upload, office.env)
    expect(uploadsIn(taken.json())[0]).toMatchObject({ state: 'processing' })
    office.authority.faults.add({
      match: UPLOAD,
      effect: {
        kind: 'body',
        contentType: 'application/xml',
        body: '<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ExecutionStatus="1" dateResponse="202611211200"><Errors errorMessage="Nu aveti drept in SPV pentru CIF=1"/></header>',
      },
    })
    const bytes = saved(invoice({ number: 'R-1' }), 'respinsa.xml')
    const rejected = await command(['invoices', 'upload', bytes, '--yes', '--json'], office.env)
    expect(rejected.code).toBe(4)
    expect(uploadsIn(rejected.json())[0]).toMatchObject({
      state: 'rejected',
      findings: [expect.stringContaining('SPV')],
    })
    const again = await command(['invoices', 'upload', bytes, '--yes', '--json'], office.env)
    expect(uploadsIn(again.json())[0]).toMatchObject({ state: 'processing', repeats: null })
  })
})

describe('sizes', () => {
  test('a file of 41 KB and one of 10 MB are uploaded', async () => {
    for (const [number, bytes] of [['K-41', 41_000] as const, ['M-10', 10 * 1024 * 1024] as const]) {
      const content = invoice({ number, bytes })
      const { stderr, code } = await command(['invoices', 'upload', saved(content), '--yes'], office.env)
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
      expect(timesUploaded(content)).toBe(1)
    }
  })

  test('10 MB and one byte is refused before anything is sent, by both front doors', async () => {
    const content = invoice({ bytes: 10 * 1024 * 1024 + 1 })
    const { code, json } = await command(['invoices', 'upload', saved(content), '--yes', '--json'], office.env)
    expect(code).toBe(2)
    expect(json()).toMatchObject({ error: { details: { reason: 'upload-too-large' } } })
    const host = startHost()
    const inspection = await inspect(host, content)
    expect(inspection.problems).toMatchObject([{ details: { reason: 'upload-too-large' } }])
    const refusal = await host.refusal('uploads.send', { ...asFound(inspection), cui: OWN })
    expect(refusal.details).toMatchObject({ reason: 'upload-too-large' })
    expect(office.authority.journal.count(UPLOAD)).toBe(0)
  })

  test('the extension can hand over 10 MB, and what is kept of them is readable by its owner only', async () => {
    const host = startHost()
    const content = invoice({ bytes: 10 * 1024 * 1024 })
    const { attempt } = await host.request('uploads.send', asFound(await inspect(host, content)))
    expect(attempt).toMatchObject({ state: 'processing', size: content.length })
    const folder = join(office.dataDir, 'staged', 'test')
    expect(readdirSync(folder)).toEqual([`${sha256(content)}.xml`])
    expect(statSync(join(folder, `${sha256(content)}.xml`)).mode & 0o777).toBe(0o600)
  })
})

test('E-01 --self-billed decides whose upload it is, whatever the type of the document', async () => {
  const upload = (bytes: Buffer, ...options: string[]) =>
    command(['invoices', 'upload', saved(bytes), '--yes', ...options], office.env)
  const [plain, selfBilled] = [invoice({ number: 'P-1' }), invoice({ number: 'S-1', selfBilled: true })]
  await upload(plain, '--self-billed')
  await upload(selfBilled)
  await upload(selfBilled, '--self-billed', '--again')
  const query = { standard: 'UBL' }
  expect(office.authority.journal.find(UPLOAD).map(sent => sent.query)).toEqual([
    { ...query, cif: BUYER, autofactura: 'DA' },
    { ...query, cif: OWN },
    { ...query, cif: BUYER, autofactura: 'DA' },
  ])
  // A buyer without a CUI cannot upload, and the seller must not do so in the buyer's place.
  const abroad = Buffer.from(plain.toString().replaceAll(`RO${BUYER}`, 'DE123456789'))
  expect(await upload(abroad, '--self-billed')).toMatchObject({ code: 2, stderr: expect.stringContaining('--cui') })
  expect(office.authority.journal.count(UPLOAD)).toBe(3)
})

test('E-01 whoever is not asked is told that a file belongs to another company than the one that was named', async () => {
  const [own, other] = [invoice({ number: 'O-1' }), invoice({ number: 'O-2', seller: BUYER, buyer: OWN })]
  const files = [saved(own, 'own.xml'), saved(other, 'other.xml')]
  const { code, stderr } = await command(['invoices', 'upload', ...files, '--cui', OWN, '--yes'], office.env)
  expect([code, stderr]).toEqual([0, `other.xml: Note: the XML belongs to company ${BUYER}\n`])
})

test('a valid upload is told in the language of the terminal', async () => {
  await command(['invoices', 'upload', saved(invoice()), '--yes', '--wait'], office.env)
  const told = async (locale: string) =>
    (await command(['uploads', 'list'], { ...office.env, LANG: locale })).stdout.split('\n')[2]?.split(/\s{2,}/)
  expect(await told('en_US.UTF-8')).toContain('valid')
  expect(await told('ro_RO.UTF-8')).toContain('validă')
})

test('nobody can be asked without a terminal: --yes is needed, and nothing is sent before', async () => {
  const { code, stderr } = await command(['invoices', 'upload', saved(invoice())], office.env)
  expect(code).toBe(2)
  expect(stderr).toContain('--yes')
  expect(office.authority.journal.count(UPLOAD)).toBe(0)
})

test('a file that is not an invoice is refused before it is sent', async () => {
  const host = startHost()
  const reasonOf = async (content: string) =>
    (await inspect(host, Buffer.from(content))).problems.map(({ details }) => details.reason)
  expect(await reasonOf('<Invoice')).toEqual(['upload-not-xml'])
  expect(await reasonOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toEqual(['upload-dtd'])
  expect(await reasonOf('<a xmlns="urn:x"/>')).toEqual(['upload-standard'])
  expect(await reasonOf(invoice().toString())).toEqual([])
})

test('E-07 the state of any upload index, also of one that was uploaded elsewhere', async () => {
  const { upload } = office.authority.world.addInvoice({ seller: OWN, buyer: BUYER, processedAt: Date.now() })
  const { code, json } = await command(['invoices', 'status', upload.uploadIndex, '--json'], office.env)
  expect(code).toBe(0)
  expect(json()).toMatchObject({ state: 'ok', downloadId: expect.stringMatching(/^\d+$/) })
  const unknown = await command(['invoices', 'status', '999', '--json'], office.env)
  expect(unknown.code).toBe(4)
  expect(unknown.json()).toMatchObject({ error: { code: 'refused' } })
})

test('E-31 a message to the issuer is composed from a received invoice, sent as RASP, and listed under the invoice', async () => {
  const { messages } = office.authority.world.addInvoice({
    seller: OWN,
    buyer: BUYER,
    uploadedAt: Date.now() - 600_000,
  })
  await command(['invoices', 'sync'], office.env)
  const received = messages.find(({ cui }) => cui === BUYER)?.id ?? ''
  const text = 'Prețul la linia 2 nu este cel din contract & vă rugăm „storno”.'
  const host = startHost()
  const inspection = await host.request('uploads.compose', { invoiceId: received, message: text })
  expect(inspection).toMatchObject({ standard: 'RASP', cui: BUYER, rights: 'granted', problems: [] })
  const { attempt } = await host.request('uploads.send', asFound(inspection))
  expect(office.authority.journal.find(UPLOAD)).toMatchObject([{ query: { standard: 'RASP', cif: BUYER } }])
  const { attempt: ended } = await host.request('uploads.follow', { id: attempt.id })
  expect(ended).toMatchObject({ state: 'ok' })
  await archivedSoon(host, ended.downloadId ?? '')
  const { thread } = await host.request('invoices.get', { id: received })
  expect(thread).toMatchObject([{ item: { kind: 'buyer-message', cui: BUYER }, text }])
  const sent = messages.find(({ cui }) => cui === OWN)?.id ?? ''
  expect(await host.refusal('uploads.compose', { invoiceId: sent, message: text })).toMatchObject({
    details: { reason: 'invoice-not-received' },
  })
})

test('E-34 messages that are about to leave the 60 days are counted until they are archived', async () => {
  const days = (count: number) => Date.now() - count * 86_400_000
  office.authority.faults.add({
    match: { path: '/descarcare' },
    times: 'always',
    effect: { kind: 'page', page: 'maintenance' },
  })
  for (const age of [55, 20]) {
    const at = days(age)
    office.authority.world.addInvoice({ seller: OWN, buyer: BUYER, uploadedAt: at, processedAt: at, indexedAt: at })
  }
  await command(['invoices', 'sync', '--cui', OWN], office.env)
  const host = startHost()
  const { atRisk } = await host.request('overview.get', {})
  expect(atRisk.count).toBe(1)
  expect(atRisk.firstLeavesAt).toBeGreaterThan(Date.now())
  office.authority.faults.clear()
  await command(['invoices', 'sync', '--cui', OWN], office.env)
  expect((await host.request('overview.get', {})).atRisk).toEqual({ count: 0, firstLeavesAt: null })
})
