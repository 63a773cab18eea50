import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { createOffice } from '../../../native-host/office/create-office.ts'
import { openOfficeDatabase } from '../../../native-host/office/database.ts'
import { migrateOffice } from '../../../native-host/office/schema/migrate.ts'
import { addSeat, endSeat, giveCompanies, listSeats } from '../../../native-host/office/seats/seats.ts'
import { waitFor } from '../../support/wait-for.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { startProxy } from '../support/proxy.ts'
import { MANAGER, openBuilding } from '../support/seats.ts'

const OURS = '14399840'
const THEIRS = '361757'

describe.skipIf(!HAS_POSTGRES)('an office and its seats', () => {
  let server: PostgresServer
  let interrupted = 0
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  const ownerOf = (database: string) => ({
    url: server.url(database, MANAGER.user),
    password: MANAGER.password,
    ca: null,
  })

  test('computers that make the office at the same time make one, and each becomes a seat of it', async () => {
    await server.createDatabase('deodata', MANAGER)
    const names = ['Ana', 'Dan', 'Ion', 'Eva']
    const logins = await Promise.all(names.map(seat => createOffice(ownerOf('deodata'), { seat, storage: null })))
    const database = openOfficeDatabase({ ...(logins[0] ?? { url: '', password: '' }), ca: null })
    expect((await listSeats(database)).map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(await database.query('SELECT count(*)::integer AS n FROM recipisa.office')).toEqual([{ n: 1 }])
    await database.close()
  })

  test('a computer that brings the office up to date while another does waits for it', async () => {
    await server.createDatabase('deodata_doi', MANAGER)
    await createOffice(ownerOf('deodata_doi'), { seat: 'Ana', storage: null })
    const [one, other] = [openOfficeDatabase(ownerOf('deodata_doi')), openOfficeDatabase(ownerOf('deodata_doi'))]
    const waiting = await one.transaction(async query => {
      await query('LOCK TABLE recipisa.schema_steps IN EXCLUSIVE MODE')
      await query('GRANT SELECT ON recipisa.schema_steps TO recipisa_office')
      const migrating = Promise.allSettled([migrateOffice(other)])
      await waitFor('the other waits', async () => {
        const [found] = await server.run('deodata_doi', `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
        return found !== undefined
      })
      return { migrating }
    })
    expect(await waiting.migrating).toEqual([{ status: 'fulfilled', value: undefined }])
    await one.close()
    await other.close()
  })

  test('two that want the same name at the same time: one gets it, and the other is told that there is an office', async () => {
    await server.createDatabase('acelasi', MANAGER)
    const made = await Promise.allSettled(
      ['Ana', 'Ana'].map(seat => createOffice(ownerOf('acelasi'), { seat, storage: null })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(made.find(one => one.status === 'rejected')).toMatchObject({ reason: { reason: 'office-exists' } })
  })

  test.each([
    ['CREATE TABLE', 'before'],
    ['CREATE TABLE recipisa.seats', 'before'],
    ['CREATE TABLE recipisa.seats', 'after'],
    ['GRANT SELECT ON recipisa.schema_steps', 'before'],
    ['INSERT INTO recipisa.office', 'after'],
    ['add_seat', 'after'],
  ] as const)(
    'a server that is killed at %s, %s it, while the office is made: making it again is all that is to be done',
    async (text, when) => {
      const database = `intrerupt_${++interrupted}`
      await server.createDatabase(database, MANAGER)
      const line = await startProxy(server.port)
      const through = new URL(ownerOf(database).url)
      through.port = String(line.port)
      line.cutAt(text, when)
      const making = createOffice({ ...ownerOf(database), url: through.href }, { seat: 'Ana', storage: null })
      const failure = expect(making).rejects.toMatchObject({ reason: 'office-unreachable' })
      await waitFor('the line is cut', () => line.isCut())
      await server.restart('SIGKILL')
      await failure
      await line.close()
      const login = await createOffice(ownerOf(database), { seat: 'Ana', storage: null })
      const seat = openOfficeDatabase({ ...login, ca: null })
      expect(await seat.query('SELECT recipisa.sees_all() AS all')).toEqual([{ all: true }])
      await seat.close()
    },
  )

  test('a server that ends while a seat waits for its answer is an office out of reach, and no accident', async () => {
    await server.createDatabase('moare', MANAGER)
    const { pool, explain, close } = openOfficeDatabase(ownerOf('moare'))
    // As the migrator does: a connection of the pool's, without a listener of its own.
    const client = await pool.connect()
    const waiting = expect(client.query('SELECT pg_sleep(30)')).rejects.toSatisfy(
      error => (explain(error) as { reason?: string }).reason === 'office-unreachable',
    )
    await server.restart('SIGKILL')
    await waiting
    client.release(true)
    await close()
  })

  test('a clerk that is given another company gets all of it, and one that has lost a company sees it no more', async () => {
    const building = await openBuilding({ server })
    const { archive, exchange, office } = building.first
    const clerk = await building.seat({ name: 'Contabilă', role: 'clerk', companies: [OURS] })
    archive.messages.record([aMessage({ id: '1', cui: OURS }), aMessage({ id: '2', cui: THEIRS })])
    await archive.messages.store('1', aZip(anInvoice({ number: 'al nostru' })))
    await archive.messages.store('2', aZip(anInvoice({ number: 'al altora' })))
    await exchange()
    await clerk.exchange()
    const known = () =>
      clerk.archive.messages
        .list(ALL)
        .items.map(({ id }) => id)
        .sort()
    expect(known()).toEqual(['1'])

    await giveCompanies(office.database, 'Contabilă', [THEIRS])
    await clerk.exchange()
    expect(known()).toEqual(['1', '2'])
    expect(await clerk.office.database.query('SELECT DISTINCT company FROM recipisa.entries')).toEqual([
      { company: THEIRS },
    ])
    await expect(giveCompanies(office.database, 'Nimeni', [OURS])).rejects.toMatchObject({
      reason: 'office-seat-unknown',
    })
    const again = { name: 'Contabilă', role: 'clerk', companies: [] } as const
    await expect(addSeat(office.database, building.first.login.url, again)).rejects.toMatchObject({
      reason: 'office-seat-taken',
    })
    await expect(endSeat(office.database, 'Nimeni')).rejects.toMatchObject({ reason: 'office-seat-unknown' })
    await building.close()
  })

  test('a seat that is ended while it has a connection does nothing more on it', async () => {
    const building = await openBuilding({ server })
    const { office } = building.first
    const access = await addSeat(office.database, building.first.login.url, {
      name: 'Pleacă',
      role: 'office',
      companies: [],
    })
    const leaving = openOfficeDatabase({ ...access, ca: null })
    expect(await leaving.query('SELECT recipisa.sees_all() AS all')).toEqual([{ all: true }])
    // An office whose owner may not end connections: this one goes on.
    await server.run(building.database, `REVOKE ${new URL(access.url).username} FROM ${MANAGER.user}`)
    await endSeat(office.database, 'Pleacă')
    expect(await leaving.query('SELECT recipisa.sees_all() AS all')).toEqual([{ all: false }])
    await expect(
      leaving.query(`SELECT * FROM recipisa.claim_filing('upload', 'prod', '${OURS}', sha256('x'), 'unul 1', false)`),
    ).rejects.toMatchObject({ reason: 'office-forbidden' })
    await leaving.close()
    await building.close()
  })

  test('of two seats that end a third at the same time, the second learns that there is none', async () => {
    const building = await openBuilding({ server })
    const colleague = await building.seat({ name: 'Colega' })
    await building.seat({ name: 'Pleacă' })
    const later = await building.first.office.database.transaction(async query => {
      await endSeat({ query }, 'Pleacă')
      const second = endSeat(colleague.office.database, 'Pleacă').catch((error: unknown) => error)
      await waitFor('the second waits', async () => {
        const [found] = await server.run(
          building.database,
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
        return found !== undefined
      })
      return { second } // in an object: the transaction ends first
    })
    expect(await later.second).toMatchObject({ reason: 'office-seat-unknown' })
    await building.close()
  })
})
