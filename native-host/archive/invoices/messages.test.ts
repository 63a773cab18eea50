import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  DETACHED,
  filesBelow,
  NOON,
  openTestArchive,
  temporaryFolder,
} from '../core/test-archive.fixture.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const signal = new AbortController().signal
const quiet = () => undefined

async function withMessages(...messages: ReturnType<typeof aMessage>[]) {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.messages.record(messages)
  return { dataDir, archive, ...archive }
}

describe('list entries', () => {
  test('are remembered once, in the order in which they leave the authority', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }))
    const later = aMessage({ id: '2', createdAt: NOON + 1 })
    expect(messages.record([aMessage({ id: '1', details: 'changed' }), later, later])).toBe(1)
    expect(messages.record([aMessage({ id: '3', createdAt: NOON - 1 })])).toBe(1)
    expect(messages.get('1')?.item.details).toBe('Factura cu id_incarcare')
    expect(messages.pending([CUI, '361757']).map(({ id }) => id)).toEqual(['3', '1', '2'])
    expect(messages.pending(['361757'])).toEqual([])
    expect(messages.get('9')).toBeUndefined()
  })

  test('E-15 an unknown kind is kept word for word, listed, archived and read', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '1', type: 'CEVA CU TOTUL NOU' }))
    await messages.store('1', aZip())
    expect(messages.list(ALL).items[0]).toMatchObject({ type: 'CEVA CU TOTUL NOU', kind: 'other', direction: null })
    expect(filesBelow(folder)).toContain(`${CUI}/2026/11/altele/2026-11-19_FCT-1001_FURNIZOR-SRL_1.zip`)
    expect((await messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes).toEqual(Buffer.from(aZip()))
  })

  test('expired is the end; failed is tried again', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }), aMessage({ id: '2' }))
    messages.markExpired('1', 'nu mai poate fi descarcat')
    messages.markFailed('2', toErrorBody(new RecipisaError('maintenance', { operation: 'descarcare', status: 503 })))
    expect(messages.pending([CUI]).map(({ id }) => id)).toEqual(['2'])
    expect(messages.claim('1')).toBe(false)
    messages.markFailed('1', toErrorBody(new RecipisaError('cancelled')))
    expect(messages.list(ALL).items.map(({ state }) => state)).toEqual(['failed', 'expired'])
  })

  test('documents of one environment are not seen in the other', async () => {
    const { messages, dataDir } = await withMessages(aMessage({ id: '1' }))
    await messages.store('1', aZip())
    const other = await openTestArchive(dataDir, 'test')
    expect(other.messages.list(ALL)).toEqual({ items: [], total: 0 })
    expect(other.messages.get('1')).toBeUndefined()
    expect(other.messages.record([aMessage({ id: '1' })])).toBe(1)
    expect(filesBelow(join(dataDir, 'archive', 'test'))).toEqual([])
  })
})

describe('an archived document', () => {
  test('E-19 the ZIP and both members come back byte for byte, under readable names', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '3001474425' }))
    const zip = aZip()
    await messages.store('3001474425', zip)
    const read = (as: 'zip' | 'xml' | 'signature') => messages.read({ area: 'invoices', id: '3001474425', as })
    const name = '2026-11-19_FCT-1001_FURNIZOR-SRL_3001474425'
    expect(await read('zip')).toMatchObject({ fileName: `${name}.zip`, sha256: sha256(zip) })
    expect(sha256((await read('zip')).bytes)).toBe(sha256(zip))
    expect(await read('xml')).toMatchObject({ fileName: `${name}.xml`, mediaType: 'application/xml' })
    expect(Buffer.from((await read('xml')).bytes).toString()).toBe(anInvoice())
    expect(Buffer.from((await read('signature')).bytes).toString()).toBe(DETACHED)
    expect(messages.get('3001474425')).toMatchObject({ sha256: sha256(zip), size: zip.length })
    expect(filesBelow(folder)).toEqual([
      `${CUI}/2026/11/facturi-primite/.3001474425.json`,
      `${CUI}/2026/11/facturi-primite/${name}.zip`,
    ])
  })

  test('E-16 seller and buyer of the list entry stay as the list told them, beside those of the document', async () => {
    const { messages } = await withMessages(
      aMessage({ id: '1', sellerCui: '999', buyerCui: CUI }),
      aMessage({ id: '2', createdAt: NOON - 1 }),
    )
    await messages.store('1', aZip())
    const [first, second] = messages.list(ALL).items
    expect(first).toMatchObject({ sellerCui: '999', buyerCui: CUI, invoice: { sellerCui: '361757' } })
    expect(second).toMatchObject({ sellerCui: null, buyerCui: null, invoice: null })
  })

  test('and its folders can be read by their owner only', async () => {
    const { messages, dataDir, folder } = await withMessages(aMessage({ id: '1' }))
    await messages.store('1', aZip())
    for (const file of filesBelow(dataDir)) expect([file, statSync(join(dataDir, file)).mode & 0o77]).toEqual([file, 0])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, CUI)).mode & 0o777).toBe(0o700)
  })

  test('is stored once, however often', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '1' }))
    await messages.store('1', aZip())
    const before = filesBelow(folder)
    await messages.store('1', aZip())
    expect(filesBelow(folder)).toEqual(before)
    expect(messages.list(ALL).total).toBe(1)
    expect(messages.pending([CUI])).toEqual([])
    expect(messages.claim('1')).toBe(false)
  })

  test('of an unusual shape is kept as it came; its parts are said not to be there', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }))
    const zip = aZip('<a/>', '<b/>')
    await messages.store('1', zip)
    expect(sha256((await messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes)).toBe(sha256(zip))
    await expect(messages.read({ area: 'invoices', id: '1', as: 'xml' })).rejects.toMatchObject({
      reason: 'document-part-missing',
    })
  })

  test('is not made of bytes that are no ZIP; those are kept aside', async () => {
    const { messages, dataDir } = await withMessages(aMessage({ id: '1' }))
    const cut = aZip().subarray(0, 200)
    await expect(messages.store('1', cut)).rejects.toMatchObject({ reason: 'answer-unexpected' })
    const [kept] = filesBelow(join(dataDir, 'kept'))
    expect(readFileSync(join(dataDir, 'kept', kept ?? ''))).toEqual(Buffer.from(cut))
    expect(messages.pending([CUI])).toHaveLength(1)
  })

  test('H-13 a check finds bytes that changed and files that are gone, and gone ones are fetched again', async () => {
    const { messages, archive, folder } = await withMessages(
      aMessage({ id: '1' }),
      aMessage({ id: '2' }),
      aMessage({ id: '3' }),
    )
    for (const id of ['1', '2', '3']) await messages.store(id, aZip())
    const [first, second] = ['1', '2'].map(id =>
      join(folder, filesBelow(folder).find(name => name.endsWith(`_${id}.zip`)) ?? ''),
    )
    writeFileSync(first ?? '', 'changed')
    rmSync(second ?? '')
    const progress: number[] = []
    expect(await archive.verify(({ checked }) => progress.push(checked), signal)).toEqual({
      checked: 3,
      problems: [
        { id: '1', path: first, problem: 'changed' },
        { id: '2', path: second, problem: 'missing' },
      ],
    })
    expect(progress).toEqual([0, 3])
    await expect(messages.read({ area: 'invoices', id: '1', as: 'zip' })).rejects.toMatchObject({
      reason: 'document-damaged',
      params: { path: first },
    })
    await expect(messages.read({ area: 'invoices', id: '2', as: 'zip' })).rejects.toMatchObject({
      reason: 'document-missing',
    })
    expect(messages.pending([CUI]).map(({ id }) => id)).toEqual(['2'])

    // A folder that was only away, and came back after the authority had given up on the message.
    messages.markExpired('2', 'nu mai poate fi descarcat')
    writeFileSync(second ?? '', aZip())
    expect((await archive.verify(quiet, signal)).problems).toHaveLength(1)
    expect(messages.get('2')?.item.state).toBe('archived')
  })

  test('that is not here says so', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }))
    const read = (id: string) => messages.read({ area: 'invoices', id, as: 'zip' })
    await expect(read('1')).rejects.toMatchObject({ reason: 'document-missing' })
    await expect(read('2')).rejects.toMatchObject({ reason: 'message-unknown' })
  })

  test('that cannot be written is an error that names the place', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '1' }))
    writeFileSync(join(folder, CUI), 'a file where a folder should be')
    await expect(messages.store('1', aZip())).rejects.toMatchObject({
      reason: 'storage-failed',
      params: { path: expect.stringContaining(join(folder, CUI)) },
    })
    rmSync(join(folder, CUI))
    expect(await messages.recover('1')).toBe(true)
  })
})

describe('E-17 the two entries of a self-billed document', () => {
  const sent = aMessage({ id: '10', uploadIndex: '77', type: 'FACTURA TRIMISA', selfBilled: true })
  const received = aMessage({ id: '11', uploadIndex: '77', type: 'FACTURA PRIMITA', selfBilled: true })

  test('are both kept, and shown as one document that is in both directions', async () => {
    const { messages, companies } = await withMessages(sent, received, aMessage({ id: '12', createdAt: NOON - 1 }))
    companies.put(CUI, 'granted')
    expect(messages.pending([CUI])).toHaveLength(3)
    for (const id of ['10', '11']) await messages.store(id, aZip())
    const both = { direction: 'both', uploadIndex: '77', state: 'archived' }
    expect(messages.list(ALL)).toMatchObject({ total: 2, items: [both, { id: '12' }] })
    expect(messages.list({ ...ALL, direction: 'sent' })).toMatchObject({ total: 1, items: [both] })
    expect(messages.list({ ...ALL, direction: 'received' })).toMatchObject({ total: 2, items: [both, { id: '12' }] })
    expect(messages.list({ ...ALL, kind: 'sent' }).total).toBe(1)
    expect(messages.list({ ...ALL, kind: 'errors' }).total).toBe(0)
    for (const [id, twinId] of [
      ['10', '11'],
      ['11', '10'],
    ] as const) {
      expect(messages.get(id)?.item).toMatchObject({ id, twinId, direction: 'both' })
      expect((await messages.read({ area: 'invoices', id, as: 'zip' })).bytes.length).toBeGreaterThan(0)
    }
    expect(messages.unread()).toEqual({ unread: 1, refused: 0 })
    expect(companies.get(CUI)).toMatchObject({ archived: 1, unread: 1 })
  })

  test('are shown by the one whose document is here, and what was seen stays seen', async () => {
    const { messages } = await withMessages(sent, received)
    await messages.store('11', aZip())
    expect(messages.list(ALL).items).toMatchObject([{ id: '11', twinId: '10', state: 'archived', unread: true }])
    messages.markSeen(CUI)
    await messages.store('10', aZip())
    expect(messages.list(ALL).items).toMatchObject([{ id: '11', unread: false }])
    expect(messages.unread().unread).toBe(0)
  })

  test('are only those of one company: two of our companies that trade with each other have two documents', async () => {
    const { messages } = await withMessages(sent, { ...received, cui: '361757' })
    expect(
      messages
        .list(ALL)
        .items.map(({ direction }) => direction)
        .sort(),
    ).toEqual(['received', 'sent'])
  })
})

describe('search', () => {
  test('finds by number, names and CUIs, by parts of them, without case and accents; every word must appear', async () => {
    const { messages } = await withMessages(
      aMessage({ id: '3001474425', uploadIndex: '5001120362' }),
      aMessage({ id: '2', details: 'emisa de cif_emitent=8000000000', createdAt: NOON - 1 }),
    )
    await messages.store(
      '3001474425',
      aZip(anInvoice({ number: 'FCT/2026-77', seller: 'ŢUICĂ & Pâine S.A.', sellerCui: '361757' })),
    )
    const found = (search: string) => messages.list({ ...ALL, search }).items.map(({ id }) => id)
    for (const search of [
      'fct/2026',
      '26-77',
      'țuica',
      'TUICĂ',
      'paine tui',
      'RO361757',
      '6175',
      '1120362',
      '3001474425',
      'ștefan',
      '7',
    ])
      expect([search, ...found(search)]).toEqual([search, '3001474425'])
    expect(found('80000')).toEqual(['2'])
    expect(found('tuica 80000')).toEqual([])
    expect(found(`" ' % _ * \\ NEAR( OR`)).toEqual([])
    expect(found('  ')).toHaveLength(2)
    expect(messages.list({ ...ALL, search: 'tuica', cui: '361757' }).total).toBe(0)
  })

  test("days are Romania's, both ends included; pages follow each other", async () => {
    const at = (id: string, createdAt: number) => aMessage({ id, createdAt })
    const { messages } = await withMessages(
      at('1', Date.UTC(2026, 10, 19, 21, 59)), // 23:59 in Bucharest
      at('2', Date.UTC(2026, 10, 19, 22, 0)),
      at('3', Date.UTC(2026, 10, 20, 21, 59)),
      at('4', Date.UTC(2026, 10, 20, 22, 0)),
    )
    const ids = (query: object) => messages.list({ ...ALL, ...query }).items.map(({ id }) => id)
    expect(ids({ since: '2026-11-20', until: '2026-11-20' })).toEqual(['3', '2'])
    expect(ids({ until: '2026-11-19' })).toEqual(['1'])
    expect(ids({ limit: 2 })).toEqual(['4', '3'])
    expect(ids({ limit: 2, offset: 2 })).toEqual(['2', '1'])
    expect(messages.list({ limit: 1, offset: 0 }).total).toBe(4)
  })
})

describe('companies', () => {
  test('have the name that their latest archived invoice gives them, and counts', async () => {
    const { messages, companies } = await withMessages(
      aMessage({ id: '1' }),
      aMessage({ id: '2', createdAt: NOON - 1000 }),
      aMessage({ id: '3', type: 'ERORI FACTURA' }),
      aMessage({ id: '4' }),
    )
    expect(companies.put(CUI, 'unknown')).toEqual({
      cui: CUI,
      name: null,
      rights: 'unknown',
      addedAt: NOON,
      syncedAt: null,
      archived: 0,
      unread: 0,
    })
    companies.put('361757', 'denied')
    await messages.store('1', aZip(anInvoice({ buyer: 'Nume nou SRL' })))
    await messages.store('2', aZip(anInvoice({ buyer: 'Nume vechi SRL' })))
    await messages.store('3', aZip('<header/>'))
    expect(messages.unread()).toEqual({ unread: 3, refused: 1 })
    messages.markSeen('361757')
    expect(messages.unread().unread).toBe(3)
    messages.markSeen(undefined)
    await messages.store('4', aZip())
    expect(companies.list()).toMatchObject([
      { cui: CUI, name: 'Ștefan & Fiii SRL', rights: 'unknown', archived: 4, unread: 1 },
      { cui: '361757', name: null, rights: 'denied', archived: 0, unread: 0 },
    ])
  })

  test('leave and come back; their documents stay', async () => {
    const { messages, companies } = await withMessages(aMessage({ id: '1' }))
    companies.put(CUI, 'granted')
    companies.setListedUntil(CUI, NOON)
    companies.setSynced(CUI, NOON)
    expect(companies.listedUntil(CUI)).toBe(NOON)
    expect(companies.put(CUI, 'denied')).toMatchObject({ rights: 'denied', syncedAt: NOON })
    await messages.store('1', aZip())
    expect(companies.remove(CUI)).toBe(true)
    expect(companies.remove(CUI)).toBe(false)
    expect(messages.list(ALL).total).toBe(1)
    companies.put(CUI, 'granted')
    // Whoever was away for a while may have missed entries: the list is read anew.
    expect(companies.listedUntil(CUI)).toBeUndefined()
  })
})

test('at most 100 answers are kept aside, the latest, under names that lead nowhere', async () => {
  const { dataDir, archive } = await withMessages()
  for (let index = 0; index < 103; index++) await archive.keepAside(`../../${index}.html`, Buffer.from(String(index)))
  const kept = filesBelow(join(dataDir, 'kept'))
  expect(kept).toHaveLength(100)
  expect(kept.map(name => readFileSync(join(dataDir, 'kept', name), 'utf8'))).toEqual(
    Array.from({ length: 100 }, (_, index) => String(index + 3)),
  )
  expect(kept[0]).toMatch(/^\d{8}T\d{6}-\d{3}Z_\d+_3\.html$/)
})
