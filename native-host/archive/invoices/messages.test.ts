import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { realDisk } from '../../process/disk.ts'
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
  withMessages,
} from '../core/test-archive.fixture.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const signal = new AbortController().signal
const quiet = () => undefined

describe('list entries', () => {
  test('are recorded once, in the order in which they expire at the authority', async () => {
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

  test('an expired message stays expired; a failed one is tried again', async () => {
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
    expect(other.messages.list(ALL)).toMatchObject({ items: [], total: 0 })
    expect(other.messages.get('1')).toBeUndefined()
    expect(other.messages.record([aMessage({ id: '1' })])).toBe(1)
    expect(filesBelow(join(dataDir, 'archive', 'test'))).toEqual([])
  })
})

describe('an archived document', () => {
  test('is read by one process while another moves it to its place, and is not taken for missing', async () => {
    const { messages, dataDir } = await withMessages(aMessage({ id: '1' }))
    const isMoving = Promise.withResolvers<void>()
    const isReading = Promise.withResolvers<void>()
    const isMoved = Promise.withResolvers<void>()
    const mover = await openTestArchive(dataDir, 'prod', {
      ...realDisk,
      rename: async (from, to) => {
        if (to.endsWith('_1.zip')) {
          isMoving.resolve()
          await isReading.promise
        }
        await realDisk.rename(from, to)
      },
    })
    const reader = await openTestArchive(dataDir, 'prod', {
      ...realDisk,
      read: async path => {
        isReading.resolve()
        await isMoved.promise
        return realDisk.read(path)
      },
    })
    const stored = mover.messages.store('1', aZip())
    await isMoving.promise
    const reading = reader.messages.read({ area: 'invoices', id: '1', as: 'zip' })
    await stored
    isMoved.resolve()
    expect((await reading).bytes).toEqual(Buffer.from(aZip()))
    expect(messages.get('1')?.item.state).toBe('archived')
  })

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

  test('E-16 seller and buyer of the list entry stay as listed, beside those of the document', async () => {
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

  test('is stored once, however often it arrives', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '1' }))
    await messages.store('1', aZip())
    const before = filesBelow(folder)
    await messages.store('1', aZip())
    expect(filesBelow(folder)).toEqual(before)
    expect(messages.list(ALL).total).toBe(1)
    expect(messages.pending([CUI])).toEqual([])
    expect(messages.claim('1')).toBe(false)
  })

  test('of an unusual shape is kept as it came; reading its parts throws', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }))
    const zip = aZip('<a/>', '<b/>')
    await messages.store('1', zip)
    expect(sha256((await messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes)).toBe(sha256(zip))
    await expect(messages.read({ area: 'invoices', id: '1', as: 'xml' })).rejects.toMatchObject({
      reason: 'document-part-missing',
    })
  })

  test('is never made of bytes that are not a ZIP; they are kept aside', async () => {
    const { messages, dataDir } = await withMessages(aMessage({ id: '1' }))
    const cut = aZip().subarray(0, 200)
    await expect(messages.store('1', cut)).rejects.toMatchObject({ reason: 'answer-unexpected' })
    const [kept] = filesBelow(join(dataDir, 'kept'))
    expect(readFileSync(join(dataDir, 'kept', kept ?? ''))).toEqual(Buffer.from(cut))
    expect(messages.pending([CUI])).toHaveLength(1)
  })

  test('H-13 a check finds changed and lost files, and lost ones are fetched again', async () => {
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

    // A folder that came back after the message had expired at the authority.
    messages.markExpired('2', 'nu mai poate fi descarcat')
    writeFileSync(second ?? '', aZip())
    expect((await archive.verify(quiet, signal)).problems).toHaveLength(1)
    expect(messages.get('2')?.item.state).toBe('archived')
  })

  test('H-13 a file that was torn is not taken for the document, and is fetched again', async () => {
    const { archive, dataDir, folder } = await withMessages(aMessage({ id: '1' }))
    await archive.messages.store('1', aZip())
    archive.close()
    const path = join(folder, filesBelow(folder).find(name => name.endsWith('_1.zip')) ?? '')
    writeFileSync(path, aZip().subarray(0, 300))
    rmSync(join(dataDir, 'recipisa.db'))
    const { messages } = await openTestArchive(dataDir)
    messages.record([aMessage({ id: '1' })])
    expect(await messages.recover('1')).toBe(false)
    expect(messages.pending([CUI])).toHaveLength(1)
  })

  test('a PDF is not shown for the other bytes of a second download', async () => {
    const { messages, folder } = await withMessages(aMessage({ id: '1' }))
    await messages.store('1', aZip())
    const pdf = { bytes: new TextEncoder().encode('%PDF-1.4'), validated: true, access: 'oauth' } as const
    const again = async (zip: Uint8Array) => {
      await messages.storePdf('1', pdf)
      rmSync(join(folder, filesBelow(folder).find(name => name.endsWith('_1.zip')) ?? ''))
      await messages.store('1', zip)
      return messages.pdf('1')
    }
    expect(await again(aZip())).toEqual({ validated: true, access: 'oauth' })
    expect(await again(aZip(anInvoice({ amount: '238.00 RON' })))).toBeUndefined()
  })

  test('that is missing throws an error', async () => {
    const { messages } = await withMessages(aMessage({ id: '1' }))
    const read = (id: string) => messages.read({ area: 'invoices', id, as: 'zip' })
    await expect(read('1')).rejects.toMatchObject({ reason: 'document-missing' })
    await expect(read('2')).rejects.toMatchObject({ reason: 'message-unknown' })
  })

  test('that cannot be written throws an error that names the place', async () => {
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

test('E-33 a message is not claimed while the upload that it answers is worked on, but by its follow-up', async () => {
  const { messages, uploads } = await withMessages(aMessage({ id: '1', uploadIndex: '3828' }))
  const sha256Staged = await uploads.stage(new TextEncoder().encode('<Invoice/>'), 'f.xml')
  const flags = { extern: false, selfBilled: false, enforcement: false, b2c: false }
  const draft = { sha256: sha256Staged, size: 10, fileName: 'f.xml', cui: CUI, standard: 'UBL', flags } as const
  const begun = uploads.begin({ ...draft, invoice: null, corrects: null }, false)
  const { id } = 'attempt' in begun ? begun.attempt : expect.fail('it was filed before')
  uploads.claim(id)
  uploads.update(id, { state: 'processing', uploadIndex: '3828', nextCheckAt: NOON })
  expect(messages.claim('1')).toBe(false)
  expect(messages.claimForUpload('1')).toBe(true)
  messages.release('1')
  uploads.release(id)
  expect(messages.claim('1')).toBe(true)
})
