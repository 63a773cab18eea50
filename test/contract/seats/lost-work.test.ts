import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  PDF,
} from '../../../native-host/archive/core/test-archive.fixture.ts'
import { sha256Of } from '../../../native-host/archive/store/hash.ts'
import { downloadForAll } from '../../../native-host/office/guards/shared-downloads.ts'
import { giveCompanies } from '../../../native-host/office/seats/seats.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { NO_FLAGS } from '../support/uploads.ts'

const XML = new TextEncoder().encode(anInvoice({ number: 'U-1' }))
const UNSENT = new TextEncoder().encode(anInvoice({ number: 'U-2' }))
const KEY = { cui: CUI, uploadIndex: '51' }
const REQUEST = { type: 'VECTOR FISCAL', cuis: [CUI], params: {} }
const DECLARATION = {
  ...{ sha256: sha256Of(PDF), size: PDF.length, fileName: 'd300.pdf', cui: CUI, again: false },
  ...{ companyName: null, form: 'D300', period: { year: 2026, month: 10 } },
}
const uploadOf = (xml: Uint8Array) => ({
  ...{ sha256: sha256Of(xml), size: xml.length, fileName: 'u.xml', cui: CUI, standard: 'UBL' as const },
  ...{ flags: NO_FLAGS, invoice: null, corrects: null },
})

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'recipisa-seat-'))

async function archiveOne({ archive }: Seat, id: string) {
  archive.messages.record([aMessage({ id, uploadIndex: `5${id}` })])
  await archive.messages.store(id, aZip(anInvoice({ number: `N-${id}` })))
}

async function beginUpload({ archive: { uploads } }: Seat, xml: Uint8Array): Promise<number> {
  await uploads.stage(xml, 'u.xml')
  const begun = uploads.begin(uploadOf(xml), false)
  if (!('attempt' in begun)) throw new Error('it was begun before')
  uploads.claim(begun.attempt.id)
  return begun.attempt.id
}

/** What the seat does on a day: an upload, a declaration, a request and an export. */
async function work(seat: Seat) {
  const { uploads, declarations, requests, books } = seat.archive
  const upload = await beginUpload(seat, XML)
  uploads.update(upload, { state: 'processing', uploadIndex: '77', nextCheckAt: NOON })
  uploads.release(upload)
  await declarations.stage(PDF, 'd300.pdf')
  const begun = declarations.begin([DECLARATION])
  const declaration = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
  declarations.claim(declaration)
  declarations.update(declaration, {
    state: 'processing',
    filingNumber: '1100000001',
    filedOn: '2026-11-20',
    nextCheckAt: NOON,
  })
  declarations.release(declaration)
  const requested = requests.begin(REQUEST, false)
  const request = 'requests' in requested ? (requested.requests[0]?.id ?? 0) : 0
  requests.claim(request)
  requests.update(request, { state: 'requested', requestId: '900', answeredAt: NOON, nextCheckAt: NOON })
  requests.release(request)
  await archiveOne(seat, '2')
  books.mark([KEY], { state: 'exported' }, 'ana')
}

describe.skipIf(!HAS_POSTGRES)('what an archive has lost of its seat’s work', () => {
  let building: Building & { first: Seat }
  beforeAll(async () => {
    building = await openBuilding()
  })
  afterAll(() => building?.close())

  const bookOf = ({ archive }: Seat) => archive.books.select({ ids: ['1'] })[0]?.book?.state

  /** Everything of that day is here, as this seat's own, and the office still has it too. */
  const expectWork = async (seat: Seat) => {
    const { messages, uploads, declarations, requests } = seat.archive
    expect(
      messages
        .list(ALL)
        .items.map(({ id, state }) => `${id} ${state}`)
        .sort(),
    ).toEqual(['1 archived', '2 archived'])
    expect(sha256Of((await messages.read({ area: 'invoices', id: '2', as: 'zip' })).bytes)).toBe(
      messages.get('2')?.sha256,
    )
    const [upload] = uploads.byContent(sha256Of(XML))
    expect(upload).toMatchObject({ state: 'processing', uploadIndex: '77' })
    expect(uploads.begin(uploadOf(XML), false)).toMatchObject({ earlier: { uploadIndex: '77' } })
    const [declaration] = declarations.byContent(sha256Of(PDF))
    expect(declaration).toMatchObject({ state: 'processing', filingNumber: '1100000001' })
    expect(declarations.begin([DECLARATION])).toMatchObject({ earlier: { filingNumber: '1100000001' } })
    const [request] = requests.list({ open: false, limit: 10, offset: 0 }).items
    expect(request).toMatchObject({ state: 'requested', requestId: '900' })
    for (const own of [upload, declaration, request]) {
      expect(own).not.toHaveProperty('seat')
      // This seat asks for the outcome, and no colleague does.
      expect(own?.nextCheckAt).toBeLessThanOrEqual(Date.now())
    }
    expect(bookOf(seat)).toBe('exported')
    await building.first.exchange()
    expect(bookOf(building.first)).toBe('exported')
  }

  test('comes back from the office: to a folder put back from a copy, and to a new one', async () => {
    const ana = await building.seat({ name: 'Ana' })
    await archiveOne(ana, '1')
    await ana.exchange()
    ana.archive.books.mark([KEY], { state: 'checked' }, 'ana')
    const copy = temporaryFolder()
    ana.archive.close()
    cpSync(ana.dataDir, copy, { recursive: true })

    const worked = await building.again(ana, copyOf(copy))
    await worked.exchange()
    await work(worked)
    await worked.exchange()
    await expectWork(worked)

    const restored = await building.again(worked, copy)
    expect(bookOf(restored)).toBe('checked')
    await restored.exchange()
    // Nothing of it comes again.
    expect(await restored.exchange()).toMatchObject({ sent: 0, received: 0 })
    await expectWork(restored)

    const moved = await building.again(restored)
    await moved.exchange()
    await expectWork(moved)

    // A colleague who sends everything again names its maker.
    building.first.archive.exchange.restart(true)
    await building.first.exchange()
    const movedAgain = await building.again(moved)
    await movedAgain.exchange()
    await expectWork(movedAgain)
  })

  test('does not undo what the archive learnt later, also if it ended before it wrote down what the office has', async () => {
    const maria = await building.seat({ name: 'Maria' })
    const id = await beginUpload(maria, UNSENT)
    maria.archive.uploads.update(id, { state: 'unknown' })
    maria.archive.uploads.release(id)
    const before = temporaryFolder()
    maria.archive.close()
    cpSync(maria.dataDir, before, { recursive: true })
    const sending = await building.again(maria, copyOf(before))
    await sending.exchange()

    const ended = await building.again(sending, before)
    ended.archive.uploads.update(id, { state: 'not-sent' })
    await ended.exchange()
    expect(ended.archive.uploads.byContent(sha256Of(UNSENT)).map(({ state }) => state)).toEqual(['not-sent'])
  })

  test('is not what it has just downloaded and published', async () => {
    const eva = await building.seat({ name: 'Eva' })
    await eva.exchange()
    eva.archive.messages.record([aMessage({ id: '3' })])
    const ports = { office: eva.office, exchange: eva.archive.exchange, area: 'invoices', environment: 'prod' } as const
    await downloadForAll(ports, '3', async () => ({ bytes: aZip() }))
    // Its list entry is still to go out, and the document is still to be archived.
    expect(await eva.exchange()).toMatchObject({ sent: 1, received: 0 })
  })

  test('comes back for a company that the seat had lost meanwhile', async () => {
    const { first } = building
    const dan = await building.seat({ name: 'Dan', role: 'clerk', companies: [CUI, '8609468'] })
    await archiveOne(dan, '4')
    await dan.exchange()
    const give = (companies: string[]) => giveCompanies(first.office.database, 'Dan', companies)
    await give(['8609468'])
    first.archive.companies.put('8609468', 'granted')
    await first.exchange()
    const moved = await building.again(dan)
    expect(await moved.exchange()).toMatchObject({ received: 1 })
    expect(moved.archive.messages.get('4')).toBeUndefined()
    await give([CUI, '8609468'])
    await moved.exchange()
    expect(moved.archive.messages.get('4')?.item.state).toBe('archived')
  })

  test('is none of what it has sent and removed since, even when it reads everything again', async () => {
    const radu = await building.seat({ name: 'Radu', role: 'clerk', companies: [CUI, '361757'] })
    radu.archive.companies.put('361757', 'granted')
    await radu.exchange()
    radu.archive.companies.remove('361757')
    await giveCompanies(building.first.office.database, 'Radu', [CUI, '361757', '8609468'])
    await radu.exchange()
    expect(radu.archive.companies.get('361757')).toBeUndefined()
  })

  test('is no company that was removed since, neither the seat’s own nor a colleague’s', async () => {
    const { first } = building
    const give = (companies: string[]) => giveCompanies(first.office.database, 'Vlad', companies)
    const vlad = await building.seat({ name: 'Vlad', role: 'clerk', companies: [CUI, '361757'] })
    vlad.archive.companies.put('361757', 'granted')
    await vlad.exchange()
    for (const cui of [CUI, '8609468']) first.archive.companies.put(cui, 'granted')
    await first.exchange()
    const moved = await building.again(vlad)
    const listed = () => moved.archive.companies.list().map(({ cui }) => cui)
    await moved.exchange()
    expect(listed().toSorted()).toEqual([CUI, '361757'])
    for (const cui of listed()) moved.archive.companies.remove(cui)
    await give([CUI, '361757', '8609468'])
    await moved.exchange()
    expect(listed()).toEqual(['8609468'])
  })
})

function copyOf(folder: string): string {
  const copy = temporaryFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}
