import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reason } from '../../../shared/errors/reasons.ts'
import { type ErrorParams, RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { readDocument } from './documents.ts'
import { whyMailMissing, whyMissing } from './missing-document.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const CUI = '14399840'
const EXPIRED = 'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile'

let folder: string
let archive: Archive
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-missing-'))
  now = NOW
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: () => now })
  archive.companies.put(CUI, 'granted')
  archive.messages.record([
    {
      id: '7',
      uploadIndex: '70',
      cui: CUI,
      kind: 'received',
      type: 'FACTURA PRIMITA',
      createdAt: NOW,
      details: '',
      sellerCui: null,
      buyerCui: null,
      selfBilled: false,
    },
  ])
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const fail = (reason: Reason, params: ErrorParams) =>
  archive.messages.markFailed('7', toErrorBody(new RecipisaError(reason, params)))

/** The refusal, which is the same for every form of the document. */
async function refusal(): Promise<RecipisaError> {
  const why = whyMissing(archive, '7')
  for (const as of ['zip', 'xml', 'signature', 'pdf'] as const)
    await expect(readDocument(archive, { area: 'invoices', id: '7', as })).rejects.toMatchObject({
      message: why?.message,
      reason: why?.reason,
    })
  if (!why) throw new Error('nothing is known')
  return why
}

test('a document that was not downloaded yet is to be synced', async () => {
  expect(await refusal()).toMatchObject({ reason: 'document-missing', code: 'not-found' })
  expect(whyMissing(archive, '8')).toBeUndefined()
  await expect(readDocument(archive, { area: 'invoices', id: '8', as: 'zip' })).rejects.toMatchObject({
    reason: 'message-unknown',
  })
})

test('E-22 an expired document says so in the authority’s words, since when, and what to do', async () => {
  archive.messages.markExpired('7', EXPIRED)
  now += 86_400_000
  const { code, message } = toErrorBody(await refusal())
  expect(code).toBe('expired')
  expect(message).toBe(
    `The document 7 can no longer be downloaded: "${EXPIRED}" (ANAF, 20-11-2026 14:00:00). Ask the business partner for the document.`,
  )
})

test.each([
  ['quota-reached', { operation: 'descarcare', limit: '10', note: 'S-au facut deja 10 descarcari' }, 'limit-reached'],
  ['firewall', { operation: 'descarcare', supportId: '1153' }, 'blocked-by-firewall'],
  ['maintenance', { operation: 'descarcare', status: 503 }, 'service-unavailable'],
  ['download-denied', { operation: 'descarcare', note: 'Nu aveti dreptul sa descarcati acesta factura' }, 'no-rights'],
  ['authority-note', { operation: 'descarcare', note: 'Eroare tehnica' }, 'refused'],
  ['answer-truncated', { operation: 'descarcare' }, 'unexpected-answer'],
] as const)('what failed is told again as it was: %s', async (reason, params, code) => {
  fail(reason, params)
  now += 3_600_000
  fail(reason, params)
  const error = await refusal()
  expect(error).toMatchObject({ reason, code, params: { ...params, document: '7', since: '20-11-2026 14:00:00' } })
  const { message } = toErrorBody(error)
  expect(message).toContain('That is why the document 7 is not in the archive (since 20-11-2026 14:00:00).')
  expect(message).toMatch(/The next sync asks for it again\.$/)
  if ('note' in params) expect(message).toContain(`"${params.note}"`)
  // Another reason is another time.
  fail('unreachable', { host: 'api', problem: 'reset' })
  expect((await refusal()).params.since).toBe('20-11-2026 15:00:00')
})

test('a company without rights, or outside the list, is named as the reason', async () => {
  const note = `Nu aveti drept in SPV pentru CIF=${CUI}`
  archive.companies.put(CUI, 'denied')
  expect(await refusal()).toMatchObject({ reason: 'no-rights-for-company', params: { cui: CUI, document: '7' } })
  archive.jobs.request('sync', {})
  const { id } = archive.jobs.acquire('sync', {}) ?? { id: 0 }
  const error = toErrorBody(new RecipisaError('no-rights-for-company', { cui: CUI, note }))
  const company = { cui: CUI, listed: 0, downloaded: 0, expired: 0, failed: 0, error, failures: [] }
  const result: SyncResult = {
    companies: [company],
    downloaded: 0,
    expired: 0,
    failed: 0,
    unread: [],
    startedAt: NOW,
    endedAt: NOW,
  }
  archive.jobs.finish(id, { result })
  expect((await refusal()).message).toContain(note)
  archive.companies.remove(CUI)
  expect(await refusal()).toMatchObject({ reason: 'company-unknown', params: { cui: CUI } })
})

test('an archived document has no earlier failure, and one whose file is gone is to be synced', async () => {
  fail('maintenance', { operation: 'descarcare', status: 503 })
  archive.messages.claim('7')
  await archive.messages.store('7', zipSync({ 'a.xml': strToU8('<a/>') }))
  expect(whyMissing(archive, '7')).toBeUndefined()
  expect(archive.messages.absence('7')).toEqual({ note: null, error: null, since: null })
  rmSync(join(archive.folder, CUI), { recursive: true })
  await expect(readDocument(archive, { area: 'invoices', id: '7', as: 'xml' })).rejects.toMatchObject({
    reason: 'document-missing',
  })
})

test('a mailbox message that is withheld, failed or another certificate’s says so', async () => {
  const base = { type: 'RECIPISA', kind: 'receipt', details: '', hasTime: true, requestId: null } as const
  const mail = (id: string) => ({ ...base, id, cui: CUI, createdAt: NOW, receipt: null, servedOn: null })
  archive.mailbox.record(['1', '2', '3'].map(mail), 0)
  const note = 'Nu aveti dreptul sa descarcati acest mesaj'
  archive.mailbox.markRefused('1', note)
  archive.mailbox.markFailed(
    '2',
    toErrorBody(new RecipisaError('maintenance', { operation: 'descarcare', status: 503 })),
  )
  now += 86_400_000
  archive.mailbox.markRefused('1', note)
  expect(whyMailMissing(archive, '1')).toMatchObject({
    reason: 'mail-refused',
    code: 'no-rights',
    params: { note, since: '20-11-2026 14:00:00' },
  })
  expect(whyMailMissing(archive, '2')).toMatchObject({ code: 'service-unavailable', params: { document: '2' } })
  expect(whyMailMissing(archive, '3')?.reason).toBe('document-missing')
  archive.rights.record({ certificateSerial: 'A', cuis: ['361757'] })
  expect(whyMailMissing(archive, '3')).toMatchObject({ reason: 'no-rights-for-company', params: { document: '3' } })
  await expect(readDocument(archive, { area: 'mailbox', id: '1', as: 'document' })).rejects.toMatchObject({
    reason: 'mail-refused',
  })
})
