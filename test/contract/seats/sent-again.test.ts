import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInvoice, CUI, PDF } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { sha256Of } from '../../../native-host/archive/store/hash.ts'
import type { FilingKey } from '../../../native-host/office/coordination/filings.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { NO_FLAGS } from '../support/uploads.ts'

const XML = new TextEncoder().encode(anInvoice({ number: 'U-1' }))

/** Sends the content once and ends so: journaled as every sending is. */
const KINDS = {
  upload: async ({ archive: { uploads } }: Seat, again: boolean, state: 'unknown' | 'not-sent') => {
    await uploads.stage(XML, 'u.xml')
    const draft = {
      ...{ sha256: sha256Of(XML), size: XML.length, fileName: 'u.xml', cui: CUI, standard: 'UBL' as const },
      ...{ flags: NO_FLAGS, invoice: null, corrects: null },
    }
    const begun = uploads.begin(draft, again)
    if (!('attempt' in begun)) throw new Error('it was begun before')
    const { id } = begun.attempt
    uploads.claim(id)
    uploads.update(id, { state })
    uploads.release(id)
  },
  declaration: async ({ archive: { declarations } }: Seat, again: boolean, state: 'unknown' | 'not-sent') => {
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
    declarations.update(id, { state })
    declarations.release(id)
  },
}

describe.skipIf(!HAS_POSTGRES)('what is sent once more', () => {
  let building: Building & { first: Seat }
  beforeAll(async () => {
    building = await openBuilding()
  })
  afterAll(() => building?.close())

  test.each([
    ['upload', 'prod', sha256Of(XML)],
    ['declaration', '', sha256Of(PDF)],
  ] as const)(
    '%s: a filing of unknown outcome stays one, also for a seat that has just joined, if nothing was sent the second time',
    async (kind, environment, sha256) => {
      const { first } = building
      const keyOf = ({ archive }: Seat): FilingKey => {
        return { kind, environment, company: CUI, sha256, computer: archive.exchange.computer() }
      }
      const key = keyOf(first)
      await first.office.filings.claim(key, false)
      await KINDS[kind](first, false, 'unknown')
      await first.exchange()
      await first.office.filings.claim(key, true)
      await KINDS[kind](first, true, 'not-sent')
      await first.office.filings.settle(key, 'released', null)
      await first.exchange()

      const joined = await building.seat({ name: `Nou ${kind}` })
      const refused = await joined.office.filings.claim(keyOf(joined), false).catch((error: RecipisaError) => error)
      expect(refused).toMatchObject({ reason: 'filed-by-colleague', params: { seat: 'Birou', outcome: 'unknown' } })
    },
  )
})
