import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Archive } from '../../../native-host/archive/core/archive.ts'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { databasePath } from '../../../native-host/archive/core/paths.ts'
import { rebuildArchive } from '../../../native-host/archive/core/rebuild.ts'
import { temporaryFolder } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { readSmallBooked } from '../../../native-host/reading/read-booked-zip.ts'
import { findingsOf } from '../../authority/documents/rules.ts'
import { readUploaded } from '../../authority/documents/uploaded-document.ts'
import { makeOffice } from '../../office/make-office.ts'
import { removeFolder } from '../../planted/look.ts'

const NOW = Date.UTC(2026, 10, 20, 10)
const SIZE = { companies: 6, documents: 300, now: NOW }
const signal = new AbortController().signal
const ignore = () => undefined

const open = (dataDir: string) => openArchive({ dataDir, environment: 'prod', now: () => NOW })
const ALL = { limit: 500, offset: 0 }
const documentsOf = ({ messages }: Archive) =>
  messages
    .list(ALL)
    .items.filter(({ state }) => state === 'archived')
    // Documents archived long ago are no news.
    .map(({ unread: _unread, ...item }) => item)
    .sort((a, b) => Number(a.id) - Number(b.id))
/** A message without its document comes back with the next list. */
const mailOf = ({ mailbox }: Archive) =>
  mailbox
    .list({ ...ALL, unread: false })
    .items.filter(({ state }) => state === 'archived')
    .map(({ id, type, details }) => ({ id, type, details }))

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recipisa-office-'))
  await makeOffice({ ...SIZE, dataDir })
})
afterAll(() => removeFolder(dataDir))

test('an invented office is an archive like any other: whole, and the same after a rebuild without its index', async () => {
  const before = await open(dataDir)
  const { problems, checked } = await before.verify(ignore, signal)
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(SIZE.documents)
  expect(before.messages.list(ALL).total).toBeLessThanOrEqual(SIZE.documents)
  const known = {
    documents: documentsOf(before),
    uploads: before.uploads.list(ALL),
    declarations: before.declarations.list(ALL),
    mail: mailOf(before),
  }
  for (const state of ['nok', 'ok'] as const) expect(known.uploads.items.map(one => one.state)).toContain(state)
  expect(new Set(known.documents.map(({ kind }) => kind)).size).toBeGreaterThan(3)
  before.close()
  await expect(makeOffice({ ...SIZE, dataDir })).rejects.toThrow('already')

  await rename(databasePath(dataDir), join(temporaryFolder(), 'lost.db'))
  for (const part of ['-wal', '-shm']) await rename(databasePath(dataDir) + part, join(dataDir, part)).catch(ignore)
  await rebuildArchive({ dataDir, now: () => NOW, progress: ignore, signal })
  const after = await open(dataDir)
  expect(documentsOf(after)).toEqual(known.documents)
  expect(after.uploads.list(ALL)).toEqual(known.uploads)
  // The moments of checks stay out of the journal.
  const withoutMoments = ({
    checkedAt: _checked,
    nextCheckAt: _next,
    companyName: _name,
    ...declaration
  }: (typeof known.declarations.items)[number]) => declaration
  expect(after.declarations.list(ALL).items.map(withoutMoments)).toEqual(known.declarations.items.map(withoutMoments))
  expect(mailOf(after)).toEqual(known.mail)
  after.close()
})

test('its invoices pass the rules of the embedded authority, their sums add up, and another run invents the same', async () => {
  const other = temporaryFolder()
  await makeOffice({ ...SIZE, dataDir: other })
  const archive = await open(dataDir)
  const again = await open(other)
  const shape = (one: Archive) =>
    one.messages.list(ALL).items.map(({ id, cui, invoice, state }) => ({ id, cui, invoice, state }))
  expect(shape(again).filter(({ state }) => state === 'archived')).toEqual(shape(archive))
  const seen = new Set<string>()
  for (const { id, kind } of documentsOf(archive)) {
    if (kind !== 'sent' && kind !== 'received') continue
    const { bytes } = await archive.messages.read({ area: 'invoices', id, as: 'xml' })
    const document = readUploaded(bytes)
    if (typeof document === 'string') throw new Error(document)
    expect(findingsOf(document, { isKnown: () => true, buyerWithoutCui: true })).toEqual([])
    const zip = await archive.messages.read({ area: 'invoices', id, as: 'zip' })
    const booked = readSmallBooked(zip.bytes)
    if (!booked) throw new Error(`${id} is not an invoice`)
    seen.add(`${document.standard} ${booked.currency}`)
    const cents = (text: string | null) => Math.round(Number(text) * 100)
    const sum = (texts: readonly (string | null)[]) => texts.reduce((total, text) => total + cents(text), 0)
    const { vat, lines, net, totalVat, gross } = booked
    expect(sum(vat.map(one => one.base))).toBe(cents(net))
    expect(sum(lines.map(({ amount }) => amount))).toBe(cents(net))
    expect(sum(vat.map(one => one.vat))).toBe(cents(totalVat))
    expect(cents(net) + cents(totalVat)).toBe(cents(gross))
  }
  expect([...seen]).toEqual(expect.arrayContaining(['CN RON', 'UBL EUR', 'UBL RON']))
  archive.close()
  again.close()
})
