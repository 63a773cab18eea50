import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anInvoice, CUI, PDF } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { sha256Of } from '../../../native-host/archive/store/hash.ts'
import type { Filing } from '../../../native-host/office/coordination/filings.ts'
import { exchangeAll } from '../../../native-host/office/exchange/exchange.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { NO_FLAGS } from '../support/uploads.ts'

const XML = new TextEncoder().encode(anInvoice({ number: 'U-1' }))

/** Sends the content once, and ends so; null while it is under way. Journaled as every sending is. */
const KINDS = {
  upload: async ({ archive: { uploads } }: Seat, again: boolean, state: 'unknown' | 'not-sent' | null) => {
    await uploads.stage(XML, 'u.xml')
    const draft = {
      ...{ sha256: sha256Of(XML), size: XML.length, fileName: 'u.xml', cui: CUI, standard: 'UBL' as const },
      ...{ flags: NO_FLAGS, invoice: null, corrects: null },
    }
    const begun = uploads.begin(draft, again)
    if (!('attempt' in begun)) throw new Error('it was begun before')
    const { id } = begun.attempt
    uploads.claim(id)
    if (state === null) return
    uploads.update(id, { state })
    uploads.release(id)
  },
  declaration: async ({ archive: { declarations } }: Seat, again: boolean, state: 'unknown' | 'not-sent' | null) => {
    const sha256 = await declarations.stage(PDF, 'd300.pdf')
    const begun = declarations.begin([
      {
        ...{ sha256, size: PDF.length, fileName: 'd300.pdf', cui: CUI, again },
        ...{ companyName: null, form: 'D300', period: { year: 2026, month: 10 } },
      },
    ])
    if (!('begun' in begun)) throw new Error('it was begun before')
    const id = begun.begun[0]?.id ?? 0
    declarations.claim(id)
    if (state === null) return
    declarations.update(id, { state })
    declarations.release(id)
  },
}

describe.skipIf(!HAS_POSTGRES)('what is sent once more', () => {
  let server: PostgresServer
  let building: Building & { first: Seat }
  beforeAll(async () => {
    server = await startPostgres()
  })
  beforeEach(async () => {
    building = await openBuilding({ server })
  })
  afterEach(() => building?.close())
  afterAll(() => server?.stop())

  const FILINGS = [
    { kind: 'upload', environment: 'prod', company: CUI, sha256: sha256Of(XML) },
    { kind: 'declaration', environment: '', company: CUI, sha256: sha256Of(PDF) },
  ] as const
  const claim = ({ office, archive }: Seat, filing: Filing, again = false) =>
    office.filings.claim({ ...filing, computer: archive.exchange.computer(filing.sha256) }, again)
  /** What a seat is told that has just joined, and knows only what the office says. */
  const toldOnJoining = async (filing: Filing) =>
    claim(await building.seat({ name: 'Nou' }), filing).catch(({ params }: RecipisaError) => params)

  test.each(FILINGS)(
    '$kind: a filing of unknown outcome stays one for all seats if nothing was sent the second time',
    async filing => {
      const { first } = building
      const send = KINDS[filing.kind]
      await claim(first, filing)
      await send(first, false, 'unknown')
      await first.exchange()
      await claim(first, filing, true)
      await send(first, true, 'not-sent')
      const key = { ...filing, computer: first.archive.exchange.computer(filing.sha256) }
      await first.office.filings.settle(key, 'released', null, null)
      await first.exchange()
      expect(await toldOnJoining(filing)).toMatchObject({ seat: 'Birou', outcome: 'unknown' })
    },
  )

  test.each(FILINGS)(
    '$kind: what a seat may have filed without the office is told, although a colleague had the claim and sent nothing',
    async filing => {
      const { first } = building
      const alone = await building.seat({ name: 'Singur' })
      await claim(first, filing)
      await KINDS[filing.kind](alone, false, 'unknown')
      await alone.exchange()
      const key = { ...filing, computer: first.archive.exchange.computer(filing.sha256) }
      await first.office.filings.settle(key, 'released', null, null)
      expect(await toldOnJoining(filing)).toMatchObject({ seat: 'Singur', outcome: 'unknown' })
    },
  )

  test.each(FILINGS)(
    '$kind: an exchange that still says that nothing was sent does not free what is under way by now',
    async filing => {
      const { first } = building
      const { office, archive } = first
      const send = KINDS[filing.kind]
      await claim(first, filing)
      await send(first, false, 'not-sent')
      let isUnderWay = false
      const writable: typeof office.entries.writable = async companies => {
        if (!isUnderWay) {
          isUnderWay = true
          await send(first, false, null)
          await claim(first, filing)
        }
        return office.entries.writable(companies)
      }
      await exchangeAll(
        {
          ...{ office: { ...office, entries: { ...office.entries, writable } }, exchange: archive.exchange },
          ...{ environment: 'prod', keeps: 'opened', log: { warn: () => undefined } },
        },
        new AbortController().signal,
      )
      expect(await toldOnJoining(filing)).toMatchObject({ seat: 'Birou', outcome: 'claimed' })
    },
  )
})
