import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { openNewArchive } from '../../archive/core/new-archive.fixture.ts'
import { runSync, type Source } from './sync.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 12)
const ONE = '14399840'
const TWO = '18547290'
const ZIP = zipSync({ 'a.xml': strToU8('<a/>') })

const Waiting = v.object({ certificates: v.optional(v.string()) })

let folder: string
let archive: Archive
let now: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-certificates-'))
  now = NOW
  archive = await openNewArchive({ dataDir: folder, environment: 'test', now: () => now })
  archive.companies.put(ONE, 'unknown')
  archive.companies.put(TWO, 'unknown')
})
afterEach(() => {
  archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const entry = (id: number, cui: string): ListedMessage => ({
  id: String(id),
  uploadIndex: String(id + 5_000_000),
  cui,
  kind: 'received',
  type: 'FACTURA PRIMITA',
  createdAt: NOW - HOUR,
  details: '',
  sellerCui: null,
  buyerCui: null,
  selfBilled: false,
})

/** Two accountants: each certificate reaches one company. `certificates`: the present one, call by call. */
const sync = (...certificates: [string, ...string[]]) => syncAs(certificates[0], certificates)
/** The same in a browser, whose certificate only lists with entries reveal. */
const syncInBrowser = (shown: string) => syncAs(shown, [null], shown)

function syncAs(first: string, certificates: (string | null)[], named: string | null = null) {
  const asked: string[] = []
  const refusal = (cui: string) => new RecipisaError('no-rights-for-company', { cui, note: 'Nu exista niciun drept' })
  const source: Source = {
    async list(cui) {
      asked.push(cui)
      if ((first === 'AA') !== (cui === ONE)) throw refusal(cui)
      return { messages: [entry(cui === ONE ? 1 : 2, cui)], completeUntil: now, certificate: named, unread: undefined }
    },
    async download(id) {
      asked.push(id)
      if ((first === 'AA') !== (id === '1')) throw new RecipisaError('download-denied', { note: 'Nu aveti dreptul' })
      return { kind: 'zip', bytes: ZIP }
    },
  }
  const certificate = async () => (certificates.length > 1 ? certificates.shift() : certificates[0]) ?? null
  const ports = { archive, source, now: () => now, requestsPerMinute: 60, certificate }
  const watch = { signal: new AbortController().signal, progress: () => undefined }
  return runSync(ports, {}, watch).then(({ companies, downloaded }) => ({
    asked: asked.toSorted(),
    downloaded,
    errors: Object.fromEntries(companies.map(({ cui, error }) => [cui, error?.details?.reason ?? null])),
    waitsFor: companies.flatMap(({ error }) => Object.values(v.parse(Waiting, error?.details.params ?? {}))),
  }))
}
const rights = () => Object.fromEntries(archive.companies.list().map(({ cui, rights }) => [cui, rights]))

test('E-32 each company is synced with its own certificate, and waits for it by name while the other one is there', async () => {
  expect(await sync('AA')).toMatchObject({ downloaded: 1, errors: { [ONE]: null, [TWO]: 'no-rights-for-company' } })
  expect(rights()).toEqual({ [ONE]: 'granted', [TWO]: 'denied' })

  const second = await sync('BB')
  expect(second).toMatchObject({ downloaded: 1, errors: { [ONE]: 'certificate-other', [TWO]: null }, waitsFor: ['AA'] })
  expect(rights()).toEqual({ [ONE]: 'granted', [TWO]: 'granted' })

  // Now both are known: no request uses the wrong one, and no right is removed.
  expect(await sync('AA')).toMatchObject({ asked: [ONE], errors: { [ONE]: null, [TWO]: 'certificate-other' } })
  expect(await sync('BB')).toMatchObject({ asked: [TWO], errors: { [ONE]: 'certificate-other', [TWO]: null } })
  expect(rights()).toEqual({ [ONE]: 'granted', [TWO]: 'granted' })
})

test('documents that wait for the other certificate are not asked for with this one, and keep no failure', async () => {
  archive.certificates.learn('e-invoicing', 'BB', TWO, 'granted')
  archive.messages.record([entry(2, TWO)])
  expect((await sync('AA')).asked).toEqual([...['1', ONE], TWO].toSorted())
  expect(archive.messages.get('2')?.item.state).toBe('listed')
  expect(await sync('BB')).toMatchObject({ downloaded: 1 })
})

test('a day later the company is asked for again: rights are given in the portal at any time', async () => {
  await sync('BB')
  await sync('AA')
  expect((await sync('AA')).asked).toEqual([ONE])
  now += 25 * HOUR
  expect((await sync('AA')).asked).toEqual([ONE, TWO].toSorted())
})

test('a refusal that came while somebody signed in with another certificate is nobody’s', async () => {
  expect((await sync('AA', 'BB')).errors).toEqual({ [ONE]: null, [TWO]: 'no-rights-for-company' })
  expect(rights()).toEqual({ [ONE]: 'granted', [TWO]: 'unknown' })
  expect(archive.certificates.rightsFor('e-invoicing', TWO)).toEqual([])
})

test('E-28 E-32 a certificate that only the lists name is told apart as well, whichever company comes first', async () => {
  expect((await syncInBrowser('AA')).errors).toEqual({ [ONE]: null, [TWO]: 'no-rights-for-company' })
  const second = await syncInBrowser('00:bb')
  expect(second).toMatchObject({ errors: { [ONE]: 'certificate-other', [TWO]: null }, waitsFor: ['AA'] })
  // The certificate becomes known before the earlier refusal is judged: this company is the other one's.
  expect(await syncInBrowser('AA')).toMatchObject({ downloaded: 0, errors: { [TWO]: 'certificate-other' } })
  expect(rights()).toEqual({ [ONE]: 'granted', [TWO]: 'granted' })
  expect(archive.certificates.reached().map(({ serial, cui }) => [serial, cui])).toEqual([
    ['AA', ONE],
    ['BB', TWO],
  ])
})
