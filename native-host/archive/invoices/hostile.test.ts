import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Database } from '../core/database.ts'
import { databasePath } from '../core/paths.ts'
import { rebuildArchive } from '../core/rebuild.ts'
import { MIGRATIONS } from '../core/schema/schema.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  temporaryFolder,
} from '../core/test-archive.fixture.ts'

const UBL = 'xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"'
const reasonOf = (item: { undescribed?: { details?: { reason?: unknown } } | undefined } | undefined) =>
  item?.undescribed?.details?.reason

const HOSTILE: [string, string, () => string][] = [
  ['empty elements without end', 'document-too-complex', () => `<Invoice ${UBL}>${'<a/>'.repeat(1_000_000)}</Invoice>`],
  ['levels without end', 'document-too-complex', () => '<a>'.repeat(200_000) + '</a>'.repeat(200_000)],
  [
    'attributes without end',
    'document-too-complex',
    () => `<Invoice ${UBL} ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
  ],
  ['comments without end', 'document-too-complex', () => `<Invoice ${UBL}>${'<!---->'.repeat(500_000)}</Invoice>`],
  ['a DTD behind a comment', 'document-dtd', () => '<!-- <a --><!DOCTYPE a [<!ENTITY x "y">]><Invoice>&x;</Invoice>'],
  ['more than is ever unpacked', 'document-too-complex', () => ' '.repeat(70_000_000)],
]

describe('H-12 a hostile document stops nothing', () => {
  test.each(HOSTILE)(
    '%s in a ZIP: archived as it came, with the reason why it is not described',
    async (_, reason, make) => {
      const archive = await openTestArchive(temporaryFolder())
      const { messages } = archive
      messages.record([aMessage({ id: '1' })])
      const zip = aZip(make())
      await messages.store('1', zip)
      const item = messages.get('1')?.item
      expect(item).toMatchObject({ state: 'archived', invoice: null })
      expect(reasonOf(item)).toBe(reason)
      expect(Buffer.from((await messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes).equals(zip)).toBe(true)
      // Another try would find nothing more.
      expect(messages.undescribed()).toEqual([])
    },
  )
})

test('a text of 30 MB in one element, or in its attachments, does not prevent a description', async () => {
  const { messages } = await openTestArchive(temporaryFolder())
  const long = anInvoice().replace('</Invoice>', `<Note>${'x'.repeat(30_000_000)}</Note></Invoice>`)
  messages.record([aMessage({ id: '1' })])
  await messages.store('1', aZip(long))
  expect(messages.get('1')?.item).toMatchObject({ invoice: { number: 'FCT-1001' } })
})

test('H-01 endless numbers and names do not flood the lists of invoices and companies', async () => {
  const { messages, companies } = await openTestArchive(temporaryFolder())
  companies.put(CUI, 'granted')
  const long = 'ă'.repeat(900_000)
  messages.record([aMessage({ id: '1' })])
  await messages.store('1', aZip(anInvoice({ number: `F${long}`, seller: long, buyer: long })))
  const { items } = messages.list(ALL)
  expect(items).toMatchObject([{ state: 'archived', invoice: { number: expect.stringMatching(/^Fă+…$/) } }])
  expect(JSON.stringify(items).length).toBeLessThan(5000)
  expect(JSON.stringify(companies.list()).length).toBeLessThan(5000)
})

test('a small document with many elements is described, too: the thread reads it', async () => {
  const { messages } = await openTestArchive(temporaryFolder())
  messages.record([aMessage({ id: '1' })])
  await messages.store('1', aZip(anInvoice().replace('</Invoice>', `${'<a/>'.repeat(20_000)}</Invoice>`)))
  expect(messages.get('1')?.item).toMatchObject({ invoice: { number: 'FCT-1001' } })
})

test('ZIPs whose entries lie about their size, or are too many, are archived', async () => {
  const { messages } = await openTestArchive(temporaryFolder())
  const lying = Buffer.from(aZip(`<a>${'<b/>'.repeat(1_000_000)}</a>`))
  lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  const many = zipSync(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}.xml`, new Uint8Array(10)])))
  const endless = Buffer.from(many)
  endless.writeUInt32LE(0xfffffff0, endless.length - 6)
  messages.record(['1', '2', '3'].map(id => aMessage({ id })))
  for (const [n, zip] of [lying, many, endless].entries()) await messages.store(`${n + 1}`, zip)
  expect(messages.list(ALL).items.map(({ state, invoice }) => [state, invoice])).toEqual(
    [1, 2, 3].map(() => ['archived', null]),
  )
})

describe('a description that ended with its process', () => {
  /** Leaves the state of a process that died while reading the document of message 1. */
  const interrupted = async (dataDir: string, attempts: number) => {
    const archive = await openTestArchive(dataDir)
    archive.messages.record([aMessage({ id: '1' })])
    await archive.messages.hold('1', aZip())
    archive.close()
    const db = await Database.open(databasePath(dataDir))
    db.run(
      `UPDATE messages SET state = 'archived', path = '.incoming/1.zip', sha256 = 'x', size = 1, archived_at = :NOON,
        undescribed = 'waiting', describe_attempts = :attempts`,
      { NOON, attempts },
    )
    db.close()
    return (await openTestArchive(dataDir)).messages
  }

  test('is made by the next run, without another download', async () => {
    const messages = await interrupted(temporaryFolder(), 1)
    expect(messages.pending([CUI])).toEqual([])
    expect(messages.undescribed()).toEqual(['1'])
    await messages.describe('1')
    expect(messages.get('1')?.item).toMatchObject({ state: 'archived', invoice: { number: 'FCT-1001' } })
    expect(messages.undescribed()).toEqual([])
  })

  test('is not tried a fourth time: the document is placed, with the reason', async () => {
    const messages = await interrupted(temporaryFolder(), 3)
    await messages.describe('1')
    expect(reasonOf(messages.get('1')?.item)).toBe('document-takes-too-much')
    expect(messages.undescribed()).toEqual([])
  })
})

test('an older archive counts its documents as described, and a rebuild tries those that could not be described', async () => {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.messages.record([aMessage({ id: '1' })])
  await archive.messages.store('1', aZip())
  archive.close()
  const db = await Database.open(databasePath(dataDir))
  db.run(`UPDATE messages SET invoice = NULL, undescribed = '{"code":"x","message":"y"}', describe_attempts = 3`)
  db.close()
  await rebuildArchive({ dataDir, now: () => NOON, progress: () => undefined, signal: new AbortController().signal })
  const { messages } = await openTestArchive(dataDir)
  expect(messages.get('1')?.item).toMatchObject({ invoice: { number: 'FCT-1001' } })
  expect(messages.get('1')?.item).not.toHaveProperty('undescribed')
  expect(MIGRATIONS.some(step => step.includes('undescribed'))).toBe(true)
})
