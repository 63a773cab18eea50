import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { SharedArea } from '../../../native-host/archive/exchange/exchange.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { NO_FLAGS } from '../support/uploads.ts'

const OURS = '14399840'
const THEIRS = '361757'

const READER = { environment: 'prod', hasSent: () => true }

describe.skipIf(!HAS_POSTGRES)('a seat that writes nonsense straight into the office', () => {
  let building: Building & { first: Seat }
  let hostile: Seat
  beforeAll(async () => {
    building = await openBuilding()
    hostile = await building.seat({ name: 'Rea', role: 'clerk', companies: [OURS] })
  })
  afterAll(() => building?.close())

  const put = (area: string, key: string, body: unknown, environment = 'prod') =>
    hostile.office.database.query('SELECT recipisa.put_entry($1, $2, $3, $4, $5, NULL)', [
      area,
      environment,
      key,
      OURS,
      JSON.stringify(body),
    ])

  test('holds up no other entry: what makes no sense is left out and told, and what comes after it arrives', async () => {
    const reading = await building.seat({ name: 'Citește' })
    await reading.exchange()
    const bodies = [null, 'text', 7, [], {}, { message: null }, { message: { id: '../../etc', cui: OURS } }]
    for (const area of SharedArea.options)
      for (const [n, body] of bodies.entries()) {
        await put(area, `../../../${n}`, body)
        await put(area, `${n}`, body, '')
      }
    await put('viitor', '1', { what: 'an area that only a newer version knows' })
    const { archive, exchange } = hostile
    archive.messages.record([aMessage({ id: '9', cui: OURS })])
    await archive.messages.store('9', aZip(anInvoice({ number: 'după' })))
    await exchange()

    const { received } = await reading.exchange()
    expect(received).toBe(SharedArea.options.length * bodies.length * 2 + 1)
    expect(reading.archive.messages.list(ALL).items.map(({ id }) => id)).toEqual(['9'])
    expect(new Set(reading.warnings)).toEqual(new Set(['office-entry-unreadable']))
    expect(await reading.exchange()).toMatchObject({ received: 0 })
  })

  test('a text of ANAF’s that PostgreSQL cannot store goes out without what it cannot', async () => {
    const { archive, exchange } = building.first
    archive.exchange.begin()
    archive.messages.record([aMessage({ id: '21', cui: OURS, details: 'a\u0000b' })])
    const draft = { sha256: 'a'.repeat(64), size: 1, fileName: 'f.xml', cui: OURS, standard: 'UBL' as const }
    const begun = archive.uploads.begin({ ...draft, flags: NO_FLAGS, invoice: null, corrects: null }, false)
    const { id } = 'attempt' in begun ? begun.attempt : expect.fail('it was filed before')
    archive.uploads.claim(id)
    archive.uploads.update(id, { state: 'nok', uploadIndex: '521', downloadId: '21', findings: ['half a \ud83d'] })
    const reading = await building.seat({ name: 'Citește și asta' })
    await exchange()
    await reading.exchange()
    expect(archive.exchange.waiting()).toBe(0)
    expect(reading.archive.messages.get('21')?.item.details).toBe('a\ufffdb')
    expect(reading.archive.uploads.byUploadIndex('521')?.findings).toEqual(['half a \ufffd'])
  })

  test('says nothing of another company under the name of its own', async () => {
    const message = aMessage({ id: '71', cui: THEIRS })
    await put('invoices', '71', { message, archived: null })
    await put('invoices', '72', { message: aMessage({ id: '73', cui: OURS }), archived: null })
    await put('companies', THEIRS, { cui: THEIRS })
    await put('companies', OURS, { cui: THEIRS })
    await put('books', `${THEIRS} 5`, {
      cui: THEIRS,
      uploadIndex: '5',
      state: 'booked',
      at: 1,
      by: 'Rea',
      note: 'fals',
    })
    const reading = await building.seat({ name: 'Citește și ea' })
    await reading.exchange()
    const { messages, companies } = reading.archive
    for (const id of ['71', '72', '73']) expect(messages.get(id)).toBeUndefined()
    expect(companies.list().filter(({ cui }) => cui === THEIRS)).toEqual([])
  })

  test('writes no entry that is too long, and many long ones come page by page', async () => {
    await expect(put('books', 'lung', { note: 'x'.repeat(2_100_000) })).rejects.toThrow('an entry is too long')
    await expect(put('books', 'x'.repeat(300), {})).rejects.toThrow('an entry is too long')
    const long = 'y'.repeat(1_900_000)
    for (let n = 0; n < 20; n++) await put('books', `lung ${n}`, { note: long })
    const reading = await building.seat({ name: 'Răbdătoare' })
    const { office } = reading
    const page = await office.entries.news(READER, undefined, 500)
    if ('isRestored' in page) throw new Error('nothing was restored')
    expect(page.isLast).toBe(false)
    expect(JSON.stringify(page.entries).length).toBeLessThan(18_000_000)
    expect(JSON.stringify(await office.entries.latest(READER, 3000)).length).toBeLessThan(18_000_000)
    await reading.exchange()
    expect(reading.archive.messages.list(ALL).items.map(({ id }) => id)).toContain('9')
    expect(await reading.exchange()).toMatchObject({ received: 0 })
  })
})
