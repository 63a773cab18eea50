import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../core/archive.ts'
import { databasePath } from '../core/paths.ts'
import { rebuildArchive } from '../core/rebuild.ts'
import {
  aMail,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  filesBelow,
  NOON,
  openTestArchive,
  PDF,
  withMail,
} from '../core/test-archive.fixture.ts'
import type { MailQuery } from './mailbox-archive.ts'

const DAY = 86_400_000
const PERSON = '1800101123459'
const ALL: MailQuery = { unread: false, limit: 100, offset: 0 }
const signal = new AbortController().signal
const ignore = () => undefined

const RECEIPT = {
  cui: CUI,
  form: 'D112',
  registrationNumber: 'INTERNT-130000000-2026',
  uploadIndex: '130000000',
  registeredOn: '2026-11-20',
  period: { year: 2026, month: 10 },
}

const idsOf = ({ mailbox }: Archive, query: Partial<MailQuery>) =>
  mailbox.list({ ...ALL, ...query }).items.map(({ id }) => id)
const verify = (archive: Archive) => archive.verify(ignore, signal)
const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  return error instanceof RecipisaError ? error.reason : error
}

describe('documents', () => {
  test('lie beside the invoices of production under names for people, whichever environment is open', async () => {
    const { archive, documents } = await withMail(
      aMail({ id: '1', receipt: RECEIPT }),
      aMail({ id: '2', cui: PERSON, type: '../..\\SOMAȚIE / ?', kind: 'act', createdAt: NOON - 40 * DAY }),
    )
    await archive.mailbox.store('1', PDF)
    await archive.mailbox.store('2', PDF)
    expect(filesBelow(documents)).toEqual([
      '14399840/2026/11/mesaje-spv/.1.json',
      '14399840/2026/11/mesaje-spv/2026-11-20_RECIPISA_D112-2026-10_1.pdf',
      '1800101123459/2026/10/mesaje-spv/.2.json',
      '1800101123459/2026/10/mesaje-spv/2026-10-11_SOMATIE_2.pdf',
    ])
    expect(archive.mailbox.get('1')).toMatchObject({
      state: 'archived',
      fileName: '2026-11-20_RECIPISA_D112-2026-10_1.pdf',
      size: PDF.length,
      seen: false,
      receipt: RECEIPT,
    })
    const { bytes, mediaType } = await archive.mailbox.read({ area: 'mailbox', id: '1', as: 'document' })
    expect([Buffer.from(bytes).equals(PDF), mediaType]).toEqual([true, 'application/pdf'])
  })

  test.each([
    ['a page', '<html>Certificatul nu a fost prezentat</html>'],
    ['nothing', ''],
    ['a note', '{"titlu":"Descarcare mesaj 1","eroare":"Nu aveti dreptul"}'],
  ])('%s is never stored as a PDF', async (_name, text) => {
    const { archive, dataDir } = await withMail(aMail({ id: '1' }))
    expect(await reasonOf(archive.mailbox.store('1', new TextEncoder().encode(text)))).toBe('answer-unexpected')
    expect(archive.mailbox.get('1')).toMatchObject({ state: 'listed', fileName: null })
    expect(filesBelow(join(dataDir, 'archive'))).toEqual([])
    const [kept = ''] = filesBelow(join(dataDir, 'kept'))
    expect(readFileSync(join(dataDir, 'kept', kept), 'utf8')).toBe(text)
  })

  test('H-13 a check finds lost and changed files; a lost one is to be downloaded again, unless it returns', async () => {
    const { archive, documents } = await withMail(aMail({ id: '1' }), aMail({ id: '2' }), aMail({ id: '3' }))
    for (const id of ['1', '2', '3']) await archive.mailbox.store(id, PDF)
    archive.messages.record([aMessage({ id: '1' })])
    await archive.messages.store('1', aZip())
    expect(await verify(archive)).toEqual({ checked: 4, problems: [] })

    const folder = join(documents, CUI, '2026', '11', 'mesaje-spv')
    rmSync(join(folder, '2026-11-20_RECIPISA_1.pdf'))
    writeFileSync(join(folder, '2026-11-20_RECIPISA_2.pdf'), '%PDF-1.4 another one')
    const { problems } = await verify(archive)
    expect(problems).toEqual([
      { id: '1', path: join(folder, '2026-11-20_RECIPISA_1.pdf'), problem: 'missing' },
      { id: '2', path: join(folder, '2026-11-20_RECIPISA_2.pdf'), problem: 'changed' },
    ])
    expect(archive.mailbox.pending().map(({ id }) => id)).toEqual(['1'])
    expect(await reasonOf(archive.mailbox.read({ area: 'mailbox', id: '2', as: 'document' }))).toBe('document-damaged')
    writeFileSync(join(folder, '2026-11-20_RECIPISA_1.pdf'), PDF)
    writeFileSync(join(folder, '2026-11-20_RECIPISA_2.pdf'), PDF)
    expect(await verify(archive)).toEqual({ checked: 4, problems: [] })
    expect(archive.mailbox.pending()).toEqual([])
  })

  test('H-13 a torn database is rebuilt from the documents, without a second notice', async () => {
    const act = aMail({ id: '1', type: 'DECIZIE', kind: 'act', servedOn: '2026-12-05', hasTime: false })
    const { archive, dataDir } = await withMail(act, aMail({ id: '2', receipt: RECEIPT, requestId: '77' }))
    for (const id of ['1', '2']) await archive.mailbox.store(id, PDF)
    archive.messages.record([aMessage({ id: '1' })])
    await archive.messages.store('1', aZip(anInvoice()))
    const before = archive.mailbox.list(ALL)
    archive.close()
    for (const end of ['', '-wal', '-shm']) rmSync(databasePath(dataDir) + end, { force: true })
    writeFileSync(databasePath(dataDir), 'torn')

    const progress: number[] = []
    const rebuilt = await rebuildArchive({
      dataDir,
      now: () => NOON,
      signal,
      progress: ({ checked }) => progress.push(checked),
    })
    expect(rebuilt).toMatchObject({ indexed: 3, keptDatabase: expect.stringContaining('damaged') })
    expect(progress).toEqual([1, 2, 3])
    const again = await openTestArchive(dataDir, 'test')
    // Documents that were in the archive count as seen.
    expect(again.mailbox.list(ALL).items).toEqual(before.items.map(item => ({ ...item, seen: true })))
    expect(again.mailbox.pending()).toEqual([])
    expect(again.notices.list(0, 10).notices).toEqual([])
    expect(await verify(again)).toEqual({ checked: 3, problems: [] })
  })

  test('bytes left by an interrupted run need no second download', async () => {
    const { archive, documents } = await withMail(aMail({ id: '1' }))
    expect(await archive.mailbox.recover('1')).toBe(false)
    await archive.mailbox.store('1', PDF)
    rmSync(join(documents, CUI), { recursive: true })
    await verify(archive)
    writeFileSync(join(documents, '.incoming', 'spv-1.pdf'), PDF)
    expect(await archive.mailbox.recover('1')).toBe(true)
    expect(archive.mailbox.get('1')).toMatchObject({ state: 'archived' })
    expect(filesBelow(join(documents, '.incoming'))).toEqual([])
  })
})

describe('messages', () => {
  test('an unknown type is kept, listed and downloadable like any other', async () => {
    const { archive } = await withMail(aMail({ id: '1', type: 'MESAJ TIP NOU', kind: 'other', details: '' }))
    expect(archive.mailbox.list({ ...ALL, type: 'MESAJ TIP NOU ' }).types).toEqual([
      { type: 'MESAJ TIP NOU', kind: 'other', count: 1, unread: 1 },
    ])
    await archive.mailbox.store('1', PDF)
    expect(archive.mailbox.get('1')).toMatchObject({ state: 'archived', kind: 'other' })
  })

  test('are found by company, type, kind and day, and by words, also of the company’s name', async () => {
    const { archive } = await withMail(
      aMail({ id: '1', receipt: RECEIPT, createdAt: NOON - 2 * DAY }),
      aMail({ id: '2', type: 'SOMATIE', kind: 'act', details: 'Somație nr. 1204/2026', createdAt: NOON - DAY }),
      aMail({ id: '3', cui: PERSON, type: 'ADEVERINTA VENIT', kind: 'income-certificate', details: '' }),
    )
    archive.messages.record([aMessage({ id: '9' })])
    await archive.messages.store('9', aZip())
    expect(idsOf(archive, {})).toEqual(['3', '2', '1'])
    expect(idsOf(archive, { cui: CUI })).toEqual(['2', '1'])
    expect(idsOf(archive, { kind: 'act' })).toEqual(['2'])
    expect(idsOf(archive, { since: '2026-11-19', until: '2026-11-19' })).toEqual(['2'])
    expect(idsOf(archive, { search: 'somatie 1204' })).toEqual(['2'])
    expect(idsOf(archive, { search: 'INTERNT-130000000-2026' })).toEqual(['1'])
    expect(idsOf(archive, { search: 'ștefan recipisa' })).toEqual(['1'])
    expect(idsOf(archive, { search: "x' OR 1=1 --" })).toEqual([])
    expect(idsOf(archive, { limit: 1, offset: 1 })).toEqual(['2'])
    const { total, companies } = archive.mailbox.list({ ...ALL, limit: 1 })
    expect(total).toBe(3)
    expect(companies).toEqual([
      { cui: CUI, name: 'Ștefan & Fiii SRL', count: 2, unread: 2 },
      { cui: PERSON, name: null, count: 1, unread: 1 },
    ])
  })

  test('are unread until they are marked as seen: one, those of a company, or all', async () => {
    const { archive } = await withMail(aMail({ id: '1' }), aMail({ id: '2' }), aMail({ id: '3', cui: PERSON }))
    archive.mailbox.markSeen({ id: '1' })
    expect(idsOf(archive, { unread: true })).toEqual(['3', '2'])
    archive.mailbox.markSeen({ cui: CUI })
    expect(archive.mailbox.unread()).toBe(1)
    archive.mailbox.markSeen({})
    expect(archive.mailbox.unread()).toBe(0)
    // Entries that are listed again stay as they are.
    expect(archive.mailbox.record([aMail({ id: '1' })], 0)).toBe(0)
    expect(archive.mailbox.unread()).toBe(0)
  })

  test('are downloaded the oldest first, without refused and archived ones', async () => {
    const { archive } = await withMail(
      aMail({ id: '1' }),
      aMail({ id: '2', createdAt: NOON - DAY }),
      aMail({ id: '3', createdAt: NOON - 2 * DAY }),
      aMail({ id: '4', cui: PERSON, createdAt: NOON - 3 * DAY }),
    )
    const pending = (cuis?: string[]) => archive.mailbox.pending(cuis).map(({ id }) => id)
    expect(pending()).toEqual(['4', '3', '2', '1'])
    expect(pending([CUI])).toEqual(['3', '2', '1'])
    await archive.mailbox.store('4', PDF)
    archive.mailbox.markRefused('3', 'Nu aveti dreptul sa descarcati acest mesaj')
    archive.mailbox.markFailed('2', { code: 'unreachable', message: 'gone', details: {} })
    expect(pending()).toEqual(['2', '1'])
    expect(archive.mailbox.get('3')).toMatchObject({
      state: 'refused',
      note: 'Nu aveti dreptul sa descarcati acest mesaj',
    })
    // An archived message never becomes refused or failed.
    archive.mailbox.markRefused('4', 'no')
    archive.mailbox.markFailed('4', { code: 'unreachable', message: 'gone', details: {} })
    expect(archive.mailbox.get('4')).toMatchObject({ state: 'archived', error: null, note: null })
  })

  test('one of two hosts claims a message for download; none claims an archived one', async () => {
    const { archive, dataDir } = await withMail(aMail({ id: '1' }))
    const other = await openTestArchive(dataDir, 'prod')
    expect([archive.mailbox.claim('1'), other.mailbox.claim('1')]).toEqual([true, false])
    archive.mailbox.release('1')
    expect(other.mailbox.claim('1')).toBe(true)
    await other.mailbox.store('1', PDF)
    other.mailbox.release('1')
    expect(archive.mailbox.claim('1')).toBe(false)
    expect(archive.mailbox.claim('2')).toBe(false)
  })
})
