import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import type { Filing } from '../../../native-host/office/coordination/filings.ts'
import { downloadForAll } from '../../../native-host/office/guards/shared-downloads.ts'
import { fileForAll } from '../../../native-host/office/guards/shared-filing.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { endSeat } from '../../../native-host/office/seats/seats.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'

const HOUR = 3_600_000

/** Filings whose contents no other test uses. */
const aFiling = (): Filing => ({
  kind: 'upload',
  environment: 'prod',
  company: CUI,
  sha256: randomBytes(32).toString('hex'),
})

describe.skipIf(!HAS_POSTGRES)('work that seats share', () => {
  let building: Building & { first: Seat }
  let second: Seat
  beforeAll(async () => {
    building = await openBuilding()
    // Five minutes ahead of the first one.
    second = await building.seat({ name: 'Al doilea' }, { clock: 5 * 60_000 })
  })
  afterAll(() => building?.close())

  const download = (seat: Seat, id: string, fetch: () => Promise<Uint8Array>) =>
    downloadForAll(
      { office: seat.office, exchange: seat.archive.exchange, area: 'invoices', environment: 'prod' },
      id,
      async () => ({ bytes: await fetch() }),
    )

  /** `claimed`, or the obstacle. */
  const claims = ({ office, archive }: Seat, filing: Filing) =>
    office.filings.claim({ ...filing, computer: archive.exchange.computer(filing.sha256) }, false).then(
      () => 'claimed',
      ({ params }: RecipisaError) => params.outcome,
    )

  test('a message is downloaded from the authority by one seat, whoever asks at the same time or later', async () => {
    const { first } = building
    const zip = aZip(anInvoice({ number: 'o singură dată' }))
    for (const { archive } of [first, second]) archive.messages.record([aMessage({ id: '10' })])
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Uint8Array>()]
    let calls = 0
    const fetch = () => {
      calls++
      asked.resolve()
      return answered.promise
    }
    const downloading = download(first, '10', fetch)
    await asked.promise
    expect(await download(second, '10', fetch)).toBe('busy')
    answered.resolve(zip)
    expect(await downloading).toEqual({ bytes: zip })
    expect(await download(second, '10', fetch)).toEqual({ bytes: zip })
    expect(calls).toBe(1)
  })

  test('a document that the office could not be given stays claimed until the exchange has sent it', async () => {
    const { first } = building
    const zip = aZip(anInvoice({ number: 'pe drum' }))
    for (const { archive } of [first, second]) archive.messages.record([aMessage({ id: '12' })])
    let calls = 0
    const fetch = async () => {
      calls++
      return zip
    }
    const unheard = () => Promise.reject(new RecipisaError('office-unreachable', { host: 'server', problem: 'reset' }))
    const cutOff = { ...first, office: { ...first.office, publish: unheard } }
    expect(await download(cutOff, '12', fetch)).toEqual({ bytes: zip })
    await first.archive.messages.store('12', zip)
    expect(await download(second, '12', fetch)).toBe('busy')
    await first.exchange()
    expect(await download(second, '12', fetch)).toEqual({ bytes: zip })
    expect(calls).toBe(1)
  })

  test('questions that wait for the others do not find the office out of reach', async () => {
    const { query } = building.first.office.database
    // Both connections are in use for longer than a connection attempt may take.
    const slow = Array.from({ length: 2 }, () => query('SELECT pg_sleep(6)'))
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await Promise.all(slow)
  })

  test('a seat that dies gives its claims back', async () => {
    const dying = openOffice({ ...second.login, objectStore: null }, 'prod')
    const key = { area: 'invoices', environment: 'prod', key: '11' } as const
    expect(await dying.claims.take(key)).toBe('yours')
    expect(await building.first.office.claims.take(key)).toBe('busy')
    await building.server.run(
      building.database,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'`,
    )
    expect(await building.first.office.claims.take(key)).toBe('yours')
    await building.first.office.claims.release(key)
    await dying.close()
  })

  test('a seat that is ended while it downloads gives nothing more to the office, and its claims back at once', async () => {
    const { first } = building
    const ended = await building.seat({ name: 'Pleacă' })
    const running = openOffice({ ...ended.login, objectStore: null }, 'prod')
    const key = { area: 'invoices', environment: 'prod', key: '1200' } as const
    await ended.exchange()
    expect(await running.claims.take(key)).toBe('yours')
    await endSeat(first.office.database, 'Pleacă')
    ended.archive.messages.record([aMessage({ id: '1200' })])
    await ended.archive.messages.store('1200', aZip(anInvoice()))
    await expect(ended.exchange()).rejects.toMatchObject({ reason: 'office-sign-in' })
    expect(ended.archive.exchange.waiting()).toBe(1)
    expect(ended.archive.messages.get('1200')?.item.state).toBe('archived')
    expect(await first.office.claims.take(key)).toBe('yours')
    await first.office.claims.release(key)
    await running.close()
  })

  test('one of two simultaneous filings of the same content is sent, and the other one is told who has it', async () => {
    const { first } = building
    const key = aFiling()
    let sent = 0
    const file = ({ office, archive }: Seat) =>
      fileForAll(
        { office, exchange: archive.exchange },
        key,
        false,
        async () => `${++sent}`,
        number => ({ number }),
      )
    const outcomes = await Promise.allSettled([file(first), file(second)])
    expect(sent).toBe(1)
    const refusal = outcomes.find(outcome => outcome.status === 'rejected')?.reason as RecipisaError
    expect(refusal).toMatchObject({ reason: 'filed-by-colleague' })
    expect(['Birou', 'Al doilea']).toContain(refusal.params.seat)
    // The answer is written into the office after the caller has it.
    await expect
      .poll(() =>
        file(second).then(
          () => 'sent again',
          ({ params }: RecipisaError) => params.outcome,
        ),
      )
      .toBe('sent, 1')
  })

  test('what certainly was not sent can be sent by anybody, and what may have been sent by nobody', async () => {
    const { first } = building
    const [lost, unsent] = [aFiling(), aFiling()]
    const fail = (key: Filing, error: Error) =>
      fileForAll(
        { office: first.office, exchange: first.archive.exchange },
        key,
        false,
        () => Promise.reject(error),
        () => 'released',
      )
    await expect(fail(unsent, new RecipisaError('cancelled'))).rejects.toThrow()
    await expect.poll(() => claims(second, unsent)).toBe('claimed')
    await expect(fail(lost, new Error('the connection broke'))).rejects.toThrow()
    await expect.poll(() => claims(second, lost)).toBe('unknown')
    // The seat that finds it among the authority's messages reports it.
    await second.office.filings.settle(
      { ...lost, computer: second.archive.exchange.computer(lost.sha256) },
      'accepted',
      '5001',
      null,
    )
    expect(await claims(first, lost)).toBe('accepted, 5001')
    // A person can still insist.
    await first.office.filings.claim({ ...lost, computer: first.archive.exchange.computer(lost.sha256) }, true)
  })

  test('that nothing was sent, told late, does not free what the same computer sends by now', async () => {
    const { first } = building
    const key = aFiling()
    const [told, arrived, answered] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<string>(),
    ]
    const { filings } = first.office
    const settle: typeof filings.settle = async (...outcome) => {
      await told.promise
      await filings.settle(...outcome).finally(arrived.resolve)
    }
    const file = (send: () => Promise<string>, slow?: typeof settle) =>
      fileForAll(
        {
          office: { ...first.office, filings: { ...filings, ...(slow && { settle: slow }) } },
          exchange: first.archive.exchange,
        },
        key,
        false,
        send,
        number => ({ number }),
      )
    await expect(file(() => Promise.reject(new RecipisaError('cancelled')), settle)).rejects.toThrow()
    const sending = Promise.withResolvers<void>()
    const filed = file(() => {
      sending.resolve()
      return answered.promise
    })
    await sending.promise
    told.resolve()
    await arrived.promise
    const computer = second.archive.exchange.computer(key.sha256)
    await expect(second.office.filings.claim({ ...key, computer }, false)).rejects.toMatchObject({
      ...{ reason: 'filed-by-colleague', params: { seat: 'Birou', outcome: 'claimed' } },
    })
    answered.resolve('5003')
    expect(await filed).toBe('5003')
  })

  test('what was filed stays filed if it is sent once more and that fails, also if the first claim was never heard of again', async () => {
    const { first } = building
    const [accepted, silent] = [aFiling(), aFiling()]
    await first.office.filings.settle(
      { ...accepted, computer: first.archive.exchange.computer(accepted.sha256) },
      'accepted',
      '5002',
      null,
    )
    expect(await claims(first, silent)).toBe('claimed')
    await building.server.run(
      building.database,
      `UPDATE recipisa.filings SET changed_at = changed_at - interval '2 hours' WHERE content = decode($1, 'hex')`,
      [silent.sha256],
    )
    for (const [filing, outcome] of [
      [accepted, 'accepted, 5002'],
      [silent, 'claimed'],
    ] as const) {
      const again = fileForAll(
        { office: second.office, exchange: second.archive.exchange },
        filing,
        true,
        () => Promise.reject(new RecipisaError('maintenance', { operation: 'upload', status: 503 })),
        () => 'released',
      )
      await expect(again).rejects.toMatchObject({ reason: 'maintenance' })
      // A seat that has just joined knows only what the office says.
      const joined = await building.seat({ name: `Nou ${outcome}` })
      await expect
        .poll(() =>
          joined.office.filings
            .claim({ ...filing, computer: joined.archive.exchange.computer(filing.sha256) }, false)
            .catch(({ params }: RecipisaError) => params),
        )
        .toMatchObject({ seat: 'Birou', outcome })
    }
  })

  test('without the office something is filed only after a yes to that, and each yes counts once', async () => {
    const away = openOffice(
      { ...second.login, url: 'postgres://nobody@127.0.0.1:1/nothing', objectStore: null },
      'prod',
    )
    const key = aFiling()
    let sent = 0
    const file = () =>
      fileForAll(
        { office: away, exchange: second.archive.exchange },
        key,
        false,
        async () => `${++sent}`,
        number => ({ number }),
      )
    await expect(file()).rejects.toMatchObject({ reason: 'office-unreachable' })
    expect(sent).toBe(0)
    second.archive.exchange.permit([key.sha256])
    expect(await file()).toBe('1')
    await expect(file()).rejects.toMatchObject({ reason: 'office-unreachable' })
    expect(sent).toBe(1)
    await away.close()
  })

  test('whatever the office answers to a claim, nothing has left, and a yes lets it be filed alone', async () => {
    const { first, server, database } = building
    const key = aFiling()
    let sent = 0
    const file = () =>
      fileForAll(
        { office: first.office, exchange: first.archive.exchange },
        key,
        false,
        async () => `${++sent}`,
        number => ({ number }),
      )
    const rename = (from: string, to: string) =>
      server.run(database, `ALTER TABLE recipisa.filings RENAME COLUMN ${from} TO ${to}`)
    await rename('number', 'numar')
    await expect(file()).rejects.toMatchObject({ reason: 'office-unreachable' })
    expect(sent).toBe(0)
    first.archive.exchange.permit([key.sha256])
    expect(await file()).toBe('1')
    await rename('numar', 'number')
  })

  test('E-30 the calls of a day are counted over all seats', async () => {
    const key = { operation: 'download', subject: '12', day: '2026-11-21' }
    const takes = Array.from({ length: 14 }, (_, at) =>
      (at % 2 === 0 ? building.first : second).office.quotas.take(key, 10),
    )
    expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(10)
    await second.office.quotas.exhaust({ ...key, subject: '13' }, 10)
    expect(await building.first.office.quotas.take({ ...key, subject: '13' }, 10)).toBe(false)
  })

  test('counters of days that are long over leave the server, and those of the last days stay', async () => {
    const { first, server, database } = building
    const day = (ago: number) => new Date(Date.now() - ago * 24 * HOUR).toISOString().slice(0, 10)
    const take = (ago: number) =>
      first.office.quotas.take({ operation: 'download', subject: 'vechi', day: day(ago) }, 10)
    for (const ago of [400, 30, 1, 0]) await take(ago)
    const rows = await server.run<{ day: string }>(
      database,
      `SELECT day::text FROM recipisa.quotas WHERE subject = 'vechi' ORDER BY day`,
    )
    expect(rows.map(row => row.day)).toEqual([day(1), day(0)])
  })

  test('E-29 turns at a host follow one another over all seats, and a pause is for all of them', async () => {
    const { pace } = building.first.office
    const first = await pace.take('api.localhost', 60_000, 2)
    const then = await second.office.pace.take('api.localhost', 60_000, 1)
    const last = await pace.take('api.localhost', 60_000, 1)
    expect(first).toEqual({ wait: 0, paused: 0 })
    // Two turns later, less the time that passed; whatever the seats' clocks say.
    expect(Math.round(then.wait / 60_000)).toBe(2)
    expect(Math.round(last.wait / 60_000)).toBe(3)
    expect(last.paused).toBe(0)
    await second.office.pace.pause('other.localhost', HOUR)
    const { wait, paused } = await pace.take('other.localhost', 1, 1)
    expect([wait, paused].map(ms => Math.round(ms / HOUR))).toEqual([1, 1])
  })
})
