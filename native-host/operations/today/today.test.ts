import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ApiAccess } from '../../../shared/domain/access.ts'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { describeItem } from '../../../shared/today/describe-item.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { aMail, aMessage, anInvoice, aZip, CUI, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import type { UploadDraft } from '../../archive/uploads/upload-archive.ts'
import { announceToday } from './announce.ts'
import { gatherToday, type TodaySources } from './today.ts'

const DAY = 86_400_000

/** An archive whose clock the test sets, and an authorization that ends `endsIn` days later; undefined for none. */
async function openOne(at: string, endsIn?: number, access: ApiAccess = 'oauth') {
  const dataDir = temporaryFolder()
  const clock = { now: Date.parse(at) }
  const archive = await openNewArchive({ dataDir, environment: 'prod', now: () => clock.now })
  onTestFinished(() => archive.close())
  const refreshExpiresAt = endsIn === undefined ? null : clock.now + endsIn * DAY
  const signIns = async () => ({ auth: { refreshExpiresAt } as AuthStatus, hasClientSecret: true, sessions: [] })
  const sources = {
    profile: async () => ({ access }) as Awaited<ReturnType<TodaySources['profile']>>,
    dataDir,
    now: () => clock.now,
    archive: async () => archive,
    signIns: async () => signIns,
  }
  const lines = async () =>
    (await gatherToday(sources, clock.now)).items.map(({ kind, urgency, subject, day }) => [
      kind,
      urgency,
      subject,
      day,
    ])
  return { archive, sources, clock, dataDir, lines }
}

const draft = (number: string, sha256: string, corrects: number | null = null): UploadDraft => ({
  ...{ sha256: sha256.repeat(64), size: 4, fileName: 'f.xml', cui: CUI, standard: 'UBL', corrects },
  flags: { extern: false, selfBilled: false, enforcement: false, b2c: false },
  invoice: {
    ...{ number, issueDate: '2026-11-18', sellerName: 'ACME SRL', sellerCui: CUI, buyerName: null, buyerCui: null },
    ...{ payableAmount: null, currency: null },
  },
})

test('W-05 an invoice with errors stays on the list until a later upload files it, and its outcome is a notice', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z')
  archive.uploads.begin(draft('F-78', 'a'), false)
  archive.uploads.update(1, { state: 'nok' })
  archive.uploads.update(1, { state: 'nok', checkedAt: 5 })
  expect(await lines()).toEqual([['invoice-to-send', 'soon', 'F-78', '2026-11-25']])
  expect(archive.uploads.counts().refused).toBe(1)
  archive.uploads.begin(draft('F-78', 'b'), false)
  archive.uploads.update(2, { state: 'rejected' })
  expect((await lines()).length).toBe(2)
  archive.uploads.begin(draft('F-78', 'c'), false)
  archive.uploads.update(3, { state: 'ok' })
  expect(await lines()).toEqual([])
  expect(archive.uploads.counts().refused).toBe(0)
  expect(archive.notices.list(0, 9).notices).toMatchObject([
    { kind: 'filing-errors', subject: 'F-78', cui: CUI, filing: { area: 'uploads', id: 1 } },
    { kind: 'filing-errors', filing: { area: 'uploads', id: 2 } },
    { kind: 'filing-valid', subject: 'F-78', filing: { area: 'uploads', id: 3 } },
  ])
})

test('W-05 an invoice from before the rule has no last day, and its issue date is not said to be unknown', async () => {
  const { archive, sources, clock } = await openOne('2026-11-20T10:00:00Z')
  const old = draft('F-7', 'a')
  archive.uploads.begin({ ...old, invoice: old.invoice && { ...old.invoice, issueDate: '2025-12-30' } }, false)
  archive.uploads.update(1, { state: 'nok' })
  const [line] = (await gatherToday(sources, clock.now)).items
  if (!line) return expect.fail('it is not on the list')
  expect(describeItem(line, 'ro')).toMatchObject({
    title: 'F-7: cu erori, de transmis corectată',
    rule: 'ANAF nu a acceptat documentul; Recipisa nu cunoaște termenul lui de transmitere.',
  })
})

test('W-05 documents, acts, invoices sent late and declarations come from the archive', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z', 10)
  archive.companies.put(CUI, 'unknown')
  archive.messages.record([
    aMessage({ id: '1', createdAt: Date.parse('2026-09-24T10:00:00Z') }),
    aMessage({ id: '2', type: 'FACTURA TRIMISA', createdAt: Date.parse('2026-11-30T10:00:00Z') }),
  ])
  await archive.messages.store('2', aZip(anInvoice({ sellerCui: CUI })))
  const act = aMail({ id: '3', type: 'DECIZIE', kind: 'act', createdAt: Date.parse('2026-11-19T10:00:00Z') })
  const receipts = [7, 8, 9].map(month =>
    aMail({
      id: `4${month}`,
      receipt: {
        ...{ cui: CUI, form: 'D300', registrationNumber: null, uploadIndex: `4${month}` },
        ...{ registeredOn: `2026-${String(month + 1).padStart(2, '0')}-21`, period: { year: 2026, month } },
      },
    }),
  )
  archive.mailbox.record([act, ...receipts], 0)
  expect(await lines()).toEqual([
    ['declaration-missing', 'soon', 'D300', '2026-11-21'],
    ['leaving', 'soon', '', '2026-11-23'],
    ['authorization', 'soon', '', '2026-11-30'],
    ['act', 'later', 'DECIZIE', '2026-12-04'],
    ['sent-late', 'past', '', null],
  ])
})

test('W-05 H-11 a certificate that ends soon is on the list', async () => {
  const { archive, clock, lines } = await openOne('2026-11-20T10:00:00Z')
  const valid = { validFrom: clock.now - DAY, validUntil: clock.now + 10 * DAY }
  archive.certificates.seen([{ serial: 'A1', subject: 'Popescu Ana', issuer: 'Test CA', ...valid, usages: [] }])
  expect(await lines()).toEqual([['certificate', 'soon', 'Popescu Ana', '2026-11-30']])
})

test('W-05 where the certificate alone is used, an authorization left from before is on no list', async () => {
  expect(await (await openOne('2026-11-20T10:00:00Z', -10)).lines()).toEqual([
    ['authorization', 'late', '', '2026-11-10'],
  ])
  const { archive, sources, lines } = await openOne('2026-11-20T10:00:00Z', -10, 'certificate')
  expect(await lines()).toEqual([])
  await announceToday(sources)
  expect(archive.notices.list(0, 9).notices).toEqual([])
})

test('W-05 a declaration with errors is resolved by another one for the same period', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z')
  const found = { cui: CUI, companyName: 'ACME SRL', form: 'D300', period: { year: 2026, month: 10 }, fileName: null }
  const add = (filingNumber: string) =>
    archive.declarations.add({
      ...{ ...found, filingNumber, isCounter: false, sha256: null, size: null, origin: 'elsewhere' },
      ...{ registrationNumber: null, filedOn: '2026-11-19' },
    })
  archive.declarations.update(add('7001').id, { state: 'has-errors' })
  expect(await lines()).toEqual([['declaration-refused', 'soon', 'D300', null]])
  expect(archive.declarations.counts('2026-11-20').refused).toBe(1)
  expect(archive.notices.list(0, 9).notices).toMatchObject([{ kind: 'filing-errors', subject: 'D300' }])
  add('7002')
  expect(await lines()).toEqual([])
  expect(archive.declarations.counts('2026-11-20').refused).toBe(0)
})

test('W-05 declarations followed by their index alone have the period that their receipts name, in any order', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z')
  const follow = (filingNumber: string, state: 'has-errors' | 'valid', month: number) => {
    const blank = { companyName: null, period: null, fileName: null, sha256: null, size: null }
    const found = { ...blank, cui: CUI, form: 'D300', filingNumber, isCounter: false, origin: 'elsewhere' } as const
    const registration = { registrationNumber: null, registeredOn: '2026-11-19', uploadIndex: filingNumber }
    const receipt = { ...registration, cui: CUI, form: 'D300', period: { year: 2026, month } }
    archive.mailbox.record([aMail({ id: filingNumber, receipt })], 0)
    archive.declarations.update(archive.declarations.add(found).id, { state })
  }
  const periods = () => archive.todayFacts.refused().map(({ period }) => period)
  follow('7002', 'has-errors', 10)
  expect(periods()).toEqual(['2026-10'])
  follow('7003', 'valid', 9)
  // Submitted before the one with errors, and followed after it.
  follow('7001', 'valid', 10)
  expect(periods()).toEqual(['2026-10'])
  follow('10002', 'valid', 10)
  expect(periods()).toEqual([])
  // The page of the valid one offers the others, too.
  follow('999', 'has-errors', 10)
  expect(periods()).toEqual([])
  expect(archive.declarations.counts('2026-11-20').refused).toBe(0)
  expect(await lines()).toEqual([])
})

test('W-05 declarations that were rectified since keep the usual day of their first filing', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z')
  const receipt = (id: string, month: number, registeredOn: string) => {
    const registration = { registrationNumber: null, registeredOn, uploadIndex: id }
    return aMail({ id, receipt: { ...registration, cui: CUI, form: 'D112', period: { year: 2026, month } } })
  }
  const first = [7, 8, 9].map(month => receipt(`4${month}`, month, `2026-${String(month + 1).padStart(2, '0')}-24`))
  const rectified = [7, 8, 9].map(month => receipt(`5${month}`, month, '2026-11-19'))
  archive.mailbox.record([...first, ...rectified], 0)
  expect(await lines()).toEqual([['declaration-missing', 'soon', 'D112', '2026-11-24']])
})

test('W-05 U-06 one notice a morning, one for the authorization’s end, and none at night', async () => {
  const { archive, sources, clock } = await openOne('2026-11-20T01:00:00Z', 10)
  const kinds = () => archive.notices.list(0, 99).notices.map(({ kind }) => kind)
  await announceToday(sources)
  expect(kinds()).toEqual([])
  clock.now += 5 * 3_600_000
  await announceToday(sources)
  await announceToday(sources)
  expect(kinds()).toEqual(['authorization-ends', 'morning'])
  clock.now += DAY
  await announceToday(sources)
  expect(kinds()).toEqual(['authorization-ends', 'morning', 'morning'])
})

test('W-05 a wrong line in the person’s file of free days is an error that names it', async () => {
  const { dataDir, lines } = await openOne('2026-11-20T10:00:00Z')
  writeFileSync(join(dataDir, 'free-days.txt'), 'tomorrow\n')
  await expect(lines()).rejects.toMatchObject({ reason: 'free-days-invalid' })
})

test('E-34 W-05 documents are on the list in their last seven days, and not before', async () => {
  const { archive, clock, lines } = await openOne('2026-08-20T10:00:00Z')
  archive.companies.put(CUI, 'granted')
  archive.messages.record([aMessage({ id: '1', createdAt: clock.now - 53 * DAY + 1 })])
  expect(await lines()).toEqual([])
  clock.now += 2
  expect(await lines()).toEqual([['leaving', 'soon', '', '2026-08-27']])
})

test('E-34 W-05 documents of a company that was removed or whose right is gone leave the list and the counts', async () => {
  const { archive, sources, clock, lines } = await openOne('2026-08-20T10:00:00Z')
  const counted = () => archive.messages.pendingBefore(clock.now - 53 * DAY).count
  archive.companies.put(CUI, 'granted')
  archive.messages.record([aMessage({ id: '1', createdAt: clock.now })])
  clock.now += 61 * DAY
  // Nobody has been told yet that it is lost: that stays until a sync has asked for it.
  expect([await lines(), counted()]).toEqual([[['leaving', 'late', '', '2026-10-19']], 1])
  archive.companies.put(CUI, 'denied')
  expect([await lines(), counted()]).toEqual([[], 0])
  archive.companies.put(CUI, 'granted')
  expect([(await lines()).length, counted()]).toEqual([1, 1])
  archive.companies.remove(CUI)
  expect([await lines(), counted()]).toEqual([[], 0])
  await announceToday(sources)
  expect(archive.notices.list(0, 99).notices).toEqual([])
})

test('W-05 a refused invoice that another program has sent since is no longer to be sent', async () => {
  const { archive, lines } = await openOne('2026-11-20T10:00:00Z')
  archive.uploads.begin(draft('F-78', 'a'), false)
  archive.uploads.update(1, { state: 'nok' })
  const sent = async (id: string, number: string, issueDate: string) => {
    archive.messages.record([aMessage({ id, type: 'FACTURA TRIMISA' })])
    await archive.messages.store(id, aZip(anInvoice({ sellerCui: CUI, number, issueDate })))
  }
  await sent('1', 'F-79', '2026-11-18')
  await sent('2', 'F-78', '2026-11-17')
  expect(await lines()).toEqual([['invoice-to-send', 'soon', 'F-78', '2026-11-25']])
  await sent('3', 'F-78', '2026-11-18')
  expect(await lines()).toEqual([])
  expect(archive.uploads.counts().refused).toBe(0)
})
