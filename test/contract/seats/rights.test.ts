import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { openOfficeDatabase } from '../../../native-host/office/database.ts'
import { listSeats } from '../../../native-host/office/seats/seats.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, openBuilding, type Seat } from '../support/seats.ts'
import { sha256 } from '../support/uploads.ts'

const OURS = '14399840'
const THEIRS = '361757'

describe.skipIf(!HAS_POSTGRES)('who may what in an office', () => {
  let building: Building & { first: Seat }
  let clerk: Seat
  let reader: Seat
  beforeAll(async () => {
    building = await openBuilding()
    clerk = await building.seat({ name: 'Contabilă', role: 'clerk', companies: [OURS] })
    reader = await building.seat({ name: 'Client', role: 'reader', companies: [OURS] })
    const { archive, exchange } = building.first
    archive.messages.record([aMessage({ id: '1', cui: OURS }), aMessage({ id: '2', cui: THEIRS })])
    await archive.messages.store('1', aZip(anInvoice({ number: 'al nostru' })))
    await archive.messages.store('2', aZip(anInvoice({ number: 'al altora' })))
    await exchange()
  })
  afterAll(() => building?.close())

  test("a clerk sees the given companies, and cannot read another's by SQL", async () => {
    await clerk.exchange()
    expect(clerk.archive.messages.list(ALL).items.map(({ id }) => id)).toEqual(['1'])
    const { query } = clerk.office.database
    for (const table of ['documents', 'entries', 'filings'])
      expect(await query(`SELECT company FROM recipisa.${table} WHERE company = $1`, [THEIRS])).toEqual([])
    // Not by becoming somebody else, and not through the owner's functions.
    await expect(query('SET SESSION AUTHORIZATION owner')).rejects.toMatchObject({ reason: 'office-forbidden' })
    await expect(query('SET ROLE recipisa_office')).rejects.toMatchObject({ reason: 'office-forbidden' })
    await query(`SET search_path = pg_temp, public`)
    await expect(query(`UPDATE recipisa.seats SET role = 'office'`)).rejects.toMatchObject({
      reason: 'office-forbidden',
    })
    await expect(query(`SELECT recipisa.give_companies('Contabilă', $1)`, [[OURS, THEIRS]])).rejects.toMatchObject({
      reason: 'office-forbidden',
    })
  })

  test('a clerk writes nothing for another company, and a reader nothing at all', async () => {
    const put = (seat: Seat, company: string) =>
      seat.office.database.query(`SELECT recipisa.put_entry('invoices', 'prod', '99', $1, '{}', NULL)`, [company])
    const claim = (seat: Seat, company: string) =>
      seat.office.filings.claim(
        { kind: 'upload', environment: 'prod', company, sha256: '0'.repeat(64), computer: 'unul 1' },
        false,
      )
    await expect(put(clerk, THEIRS)).rejects.toMatchObject({ reason: 'office-forbidden' })
    await expect(claim(clerk, THEIRS)).rejects.toMatchObject({ reason: 'office-forbidden' })
    await expect(put(reader, OURS)).rejects.toMatchObject({ reason: 'office-forbidden' })
    await expect(claim(reader, OURS)).rejects.toMatchObject({ reason: 'office-forbidden' })
    reader.archive.messages.record([aMessage({ id: '5', cui: OURS })])
    expect(await reader.exchange()).toMatchObject({ sent: 0, received: 1 })
    expect(reader.archive.exchange.waiting()).toBe(1)
  })

  test('which documents are missing is looked up in the index, for clerks too: not all documents are read for it', async () => {
    const { server, database, first } = building
    // Enough that reading every row would cost more than a few lookups.
    await server.run(
      database,
      `INSERT INTO recipisa.documents (company, sha256, size, seat)
        SELECT $1, sha256(n::text::bytea), 1, 1 FROM generate_series(1, 20000) n`,
      [OURS],
    )
    await server.run(database, 'ANALYZE recipisa.documents')
    const reads = async () => {
      const [row] = await server.run<{ rows: string }>(
        database,
        `SELECT seq_tup_read AS rows FROM pg_stat_user_tables WHERE schemaname = 'recipisa' AND relname = 'documents'`,
      )
      return Number(row?.rows)
    }
    const known = sha256(Buffer.from('7'))
    for (const { office } of [first, clerk]) {
      const before = await reads()
      const missing = await (await office.documents()).missing([
        { company: OURS, sha256: known },
        { company: OURS, sha256: 'f'.repeat(64) },
      ])
      expect(missing).toEqual([{ company: OURS, sha256: 'f'.repeat(64) }])
      // A connection's work appears in the statistics only on request.
      await office.database.query('SELECT pg_stat_force_next_flush()')
      expect((await reads()) - before).toBe(0)
    }
  })

  test('what another seat keeps to itself is in no table: no token, no cookie, no password', async () => {
    const columns = await building.server.run<{ name: string }>(
      building.database,
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'recipisa'`,
    )
    expect(columns.filter(({ name }) => /token|cookie|secret|password/.test(name))).toEqual([])
  })

  test('the audit log can be read by the office alone, and changed by nobody: not by its owner either', async () => {
    const { first, server, database } = building
    await first.office.filings.claim(
      { kind: 'upload', environment: 'prod', company: OURS, sha256: '1'.repeat(64), computer: 'unul 1' },
      false,
    )
    const audit = 'SELECT login, action, company FROM recipisa.audit'
    expect(await first.office.database.query(audit)).toContainEqual(
      expect.objectContaining({ action: 'filing claimed', company: OURS }),
    )
    await expect(clerk.office.database.query(audit)).rejects.toMatchObject({ reason: 'office-forbidden' })
    const changes = ['DELETE FROM', 'TRUNCATE', 'UPDATE'].map(
      verb => `${verb} recipisa.audit${verb === 'UPDATE' ? " SET action = ''" : ''}`,
    )
    for (const change of changes) {
      await expect(first.office.database.query(change)).rejects.toMatchObject({ reason: 'office-forbidden' })
      await expect(server.run(database, change)).rejects.toThrow('is only ever added to')
    }
    await expect(server.run(database, 'DELETE FROM recipisa.documents')).rejects.toThrow('is only ever added to')
  })

  test('a connection that is to be encrypted goes to no server that cannot do that', async () => {
    const encrypted = openOfficeDatabase({ ...clerk.login, ca: 'the certificate by which the server is trusted' })
    await expect(encrypted.query('SELECT 1')).rejects.toMatchObject({
      reason: 'office-unreachable',
      params: { problem: 'The server does not support SSL connections' },
    })
    await encrypted.close()
  })

  test('a seat that leaves can connect no more, and what it did stays', async () => {
    const leaving = await building.seat({ name: 'Plecat' })
    await leaving.office.database.query('SELECT recipisa.end_seat($1)', ['Plecat'])
    const again = openOfficeDatabase(leaving.login)
    await expect(again.query('SELECT 1')).rejects.toMatchObject({ reason: 'office-sign-in' })
    await again.close()
    const seats = await listSeats(building.first.office.database)
    expect(seats.find(({ name }) => name === 'Plecat')?.leftAt).not.toBeNull()
    await expect(clerk.office.database.query('SELECT recipisa.end_seat($1)', ['Birou'])).rejects.toMatchObject({
      reason: 'office-forbidden',
    })
  })
})
