import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  aMail,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  PDF,
} from '../../../native-host/archive/core/test-archive.fixture.ts'
import { giveCompanies } from '../../../native-host/office/seats/seats.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'

const ZIP = aZip(anInvoice({ number: 'A-1', amount: '119.00 RON', line: 'cărămizi' }))

describe.skipIf(!HAS_POSTGRES)('what seats exchange', () => {
  let building: Building & { first: Seat }
  let second: Seat
  beforeAll(async () => {
    building = await openBuilding()
    second = await building.seat({ name: 'Al doilea' })
  })
  afterAll(() => building?.close())

  test('a document of one seat is in the lists of another at once, and there byte for byte when it is opened', async () => {
    const { first } = building
    first.archive.messages.record([aMessage({ id: '1' })])
    await first.archive.messages.store('1', ZIP)
    expect(await first.exchange()).toMatchObject({ sent: 1, received: 0 })

    expect(await second.exchange()).toMatchObject({ received: 1, brought: 0 })
    const [item] = second.archive.messages.list({ ...ALL, search: 'caramizi' }).items
    expect(item).toMatchObject({ id: '1', state: 'archived', invoice: { number: 'A-1', payableAmount: '119.00' } })
    expect((await second.archive.messages.read({ area: 'invoices', id: '1', as: 'zip' })).bytes).toEqual(
      Buffer.from(ZIP),
    )
    // From now on it is here, whether or not the office can be reached.
    expect((await second.archive.verify(() => undefined, new AbortController().signal)).checked).toBe(1)
  })

  test('a seat that keeps all documents has them after the exchange, and what it was given does not go out again', async () => {
    const { first } = building
    first.archive.messages.record([aMessage({ id: '2' })])
    await first.archive.messages.store('2', aZip(anInvoice({ number: 'A-2' })))
    first.archive.mailbox.record([aMail({ id: '7' })], NOON)
    await first.archive.mailbox.store('7', PDF)
    await first.archive.declarations.storeReceipt({
      uploadIndex: '9',
      cui: CUI,
      form: 'D300',
      month: '2026-10',
      bytes: PDF,
    })
    await first.exchange()

    expect(await second.exchange('all')).toMatchObject({ received: 3, brought: 3 })
    expect((await second.archive.mailbox.read({ area: 'mailbox', id: '7', as: 'document' })).bytes).toEqual(
      Buffer.from(PDF),
    )
    expect((await second.archive.declarations.readReceipt('9')).bytes).toEqual(Buffer.from(PDF))
    await second.exchange('all')
    expect(second.archive.exchange.waiting()).toBe(0)
    expect(await first.exchange()).toMatchObject({ sent: 0, received: 0 })
  })

  test('a state and a note of the books reach the other seat, and its later change comes back', async () => {
    const { first } = building
    const key = { cui: CUI, uploadIndex: '51' }
    first.archive.books.mark([key], { state: 'checked', note: 'de cerut contractul' }, 'ana')
    await first.exchange()
    await second.exchange()
    const bookOf = ({ archive }: Seat) => archive.books.select({ ids: ['1'] })[0]?.book
    expect(bookOf(second)).toMatchObject({ state: 'checked', note: 'de cerut contractul', by: 'ana' })
    second.archive.books.mark([key], { state: 'exported' }, 'dan')
    await second.exchange()
    await first.exchange()
    expect(bookOf(first)).toMatchObject({ state: 'exported', note: 'de cerut contractul', by: 'dan' })
  })

  test('a clerk that is given another company takes no state of the books back', async () => {
    const { first } = building
    const clerk = await building.seat({ name: 'Ana', role: 'clerk', companies: [CUI] })
    const bookOf = ({ archive }: Seat) => archive.books.select({ ids: ['11'] })[0]?.book
    for (const { archive } of [first, second, clerk]) archive.messages.record([aMessage({ id: '11' })])
    clerk.archive.books.mark([{ cui: CUI, uploadIndex: '511' }], { state: 'checked', note: 'NIR 118' }, 'ana')
    await clerk.exchange()
    await first.exchange()
    first.archive.books.mark([{ cui: CUI, uploadIndex: '511' }], { state: 'exported' }, 'dan')
    await first.exchange()

    await giveCompanies(first.office.database, 'Ana', [CUI, '361757'])
    expect(await clerk.exchange()).toMatchObject({ sent: 0 })
    for (const seat of [first, second]) await seat.exchange()
    for (const seat of [clerk, first, second])
      expect(bookOf(seat)).toMatchObject({ state: 'exported', note: 'NIR 118', by: 'dan' })
  })

  test('a declaration of one seat stands in the list of the other, which then does not submit the same bytes', async () => {
    const { first } = building
    const sha256 = await first.archive.declarations.stage(PDF, 'd300.pdf')
    const draft = {
      ...{ sha256, size: PDF.length, fileName: 'd300.pdf', cui: CUI, again: false },
      ...{ companyName: null, form: 'D300', period: { year: 2026, month: 10 } },
    }
    const begun = first.archive.declarations.begin([draft])
    const id = 'begun' in begun ? (begun.begun[0]?.id ?? 0) : 0
    first.archive.declarations.claim(id)
    first.archive.declarations.update(id, { state: 'processing', filingNumber: '1100000001', filedOn: '2026-11-20' })
    first.archive.declarations.release(id)
    await first.exchange()
    await second.exchange()
    const { declarations } = second.archive
    expect(declarations.byContent(sha256)).toMatchObject([
      {
        ...{ state: 'processing', filingNumber: '1100000001', form: 'D300', period: { year: 2026, month: 10 } },
        seat: 'Birou',
      },
    ])
    expect(first.archive.declarations.byContent(sha256)[0]).not.toHaveProperty('seat')
    expect(declarations.begin([draft])).toMatchObject({ earlier: { filingNumber: '1100000001' } })

    first.archive.declarations.update(id, { state: 'valid', registrationNumber: 'INTERNT-1100000001-2026' })
    await first.exchange()
    await second.exchange()
    expect(declarations.byContent(sha256)).toMatchObject([{ state: 'valid' }])
  })

  test('a request of one seat stands in the list of the other with who made it and when, is not made again, and its report comes', async () => {
    const { first } = building
    const draft = { type: 'VECTOR FISCAL', cuis: [CUI], params: {} }
    const begun = first.archive.requests.begin(draft, false)
    const made = 'requests' in begun ? begun.requests[0] : undefined
    const id = made?.id ?? 0
    first.archive.requests.claim(id)
    first.archive.requests.update(id, { state: 'requested', requestId: '900', answeredAt: NOON, nextCheckAt: NOON })
    first.archive.requests.release(id)
    await first.exchange()
    await second.exchange()
    const { requests } = second.archive
    const theirs = () => requests.list({ open: false, limit: 10, offset: 0 }).items
    expect(theirs()).toMatchObject([
      {
        ...{ type: 'VECTOR FISCAL', cui: CUI, state: 'requested', requestId: '900', seat: 'Birou' },
        // The seat that made it polls for its report.
        ...{ createdAt: made?.createdAt, answeredAt: NOON, nextCheckAt: null },
      },
    ])
    expect(requests.begin(draft, false)).toMatchObject({ open: { requestId: '900' } })
    expect(
      await building.server.run(
        building.database,
        `SELECT state, number FROM recipisa.filings WHERE kind = 'request' AND company = $1`,
        [CUI],
      ),
    ).toEqual([{ state: 'sent', number: '900' }])

    first.archive.mailbox.record([aMail({ id: '70', requestId: '900' })], NOON)
    await first.archive.mailbox.store('70', PDF)
    await first.exchange()
    await second.exchange()
    expect(theirs()).toMatchObject([{ state: 'archived', messageId: '70' }])
    await second.exchange()
    expect(await first.exchange()).toMatchObject({ sent: 0, received: 0 })
  })

  test('companies come onto the list of each seat, with whose certificate reaches them', async () => {
    const { first } = building
    first.archive.companies.put('361757', 'granted')
    first.archive.certificates.learn('e-invoicing', '1A2B', '361757', 'granted')
    await first.exchange()
    await second.exchange()
    expect(second.archive.companies.get('361757')).toMatchObject({ rights: 'unknown' })
    expect(second.archive.certificates.rightsFor('e-invoicing', '361757')).toMatchObject([
      { serial: '1A2B', answer: 'granted' },
    ])
  })

  test('two seats that send the same things at the same time, each in its own order, do not wait for each other', async () => {
    const both = await Promise.all(['Una', 'Alta'].map(name => building.seat({ name })))
    const ids = Array.from({ length: 100 }, (_, n) => String(5000 + n))
    for (const [n, { archive }] of both.entries()) {
      const own = n === 0 ? ids : ids.toReversed()
      for (const id of own) {
        archive.messages.record([aMessage({ id })])
        await archive.messages.store(id, aZip(anInvoice({ number: id })))
      }
    }
    const sent = await Promise.all(both.map(({ exchange }) => exchange()))
    expect(sent.map(one => one.sent >= ids.length)).toEqual([true, true])
    const left = ({ archive }: Seat) => archive.exchange.outgoing({ after: 0, limit: 200, companies: 'all' })
    expect(both.flatMap(left).filter(({ area }) => area === 'invoices')).toEqual([])
  })

  test('joining merges by hash: the same document is one, and another content under the same name is shown and kept', async () => {
    const { first } = building
    const other = aZip(anInvoice({ number: 'altul' }))
    const late = await building.seat({ name: 'Al treilea' })
    late.archive.messages.record([aMessage({ id: '1' }), aMessage({ id: '2' }), aMessage({ id: '3' })])
    await late.archive.messages.store('1', ZIP)
    await late.archive.messages.store('2', other)
    await late.archive.messages.store('3', aZip(anInvoice({ number: 'A-3' })))
    await late.exchange()
    expect(late.archive.exchange.conflicts()).toMatchObject([{ area: 'invoices', key: '2', company: CUI }])
    expect((await late.archive.messages.read({ area: 'invoices', id: '2', as: 'zip' })).bytes).toEqual(
      Buffer.from(other),
    )
    // Earlier events are no news to a new seat, and later ones are.
    expect(late.archive.messages.get('1')?.item.unread).toBe(true) // its own
    expect(late.archive.mailbox.get('7')).toMatchObject({ seen: true })
    await first.exchange()
    expect(first.archive.messages.get('3')?.item).toMatchObject({ state: 'archived', unread: true })
    expect(first.archive.messages.get('2')?.sha256).not.toBe(late.archive.messages.get('2')?.sha256)
    const rows = await building.server.run<{ documents: string }>(
      building.database,
      `SELECT count(*) AS documents FROM recipisa.documents WHERE sha256 = sha256($1)`,
      [ZIP],
    )
    expect(rows).toEqual([{ documents: '1' }])
  })
})
