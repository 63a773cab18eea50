import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL, aMessage, anInvoice, aZip } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { upgradeOffice } from '../../../native-host/office/create-office.ts'
import { downloadForAll } from '../../../native-host/office/guards/shared-downloads.ts'
import { endSeat, readTotals } from '../../../native-host/office/seats/seats.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Building, MANAGER, openBuilding, type Seat } from '../support/seats.ts'
import { sha256 } from '../support/uploads.ts'

const OURS = '14399840'
const THEIRS = '361757'

describe.skipIf(!HAS_POSTGRES)('a clerk with a SQL client', () => {
  let building: Building & { first: Seat }
  let clerk: Seat
  beforeAll(async () => {
    building = await openBuilding()
    clerk = await building.seat({ name: 'Contabilă', role: 'clerk', companies: [OURS] })
    const { archive, exchange } = building.first
    archive.messages.record([aMessage({ id: '1', cui: OURS }), aMessage({ id: '2', cui: THEIRS })])
    await archive.messages.store('1', aZip(anInvoice({ number: 'al nostru' })))
    await archive.messages.store('2', aZip(anInvoice({ number: 'al altora' })))
    await exchange()
  })
  afterAll(() => building?.close())

  /** A connection of the clerk's own, with nothing of Recipisa's before it. */
  const signIn = async ({ login } = clerk): Promise<Client> => {
    const { hostname, port, username, pathname } = new URL(login.url)
    const password = login.password ?? ''
    const client = new Client({
      host: hostname,
      port: Number(port),
      user: username,
      database: pathname.slice(1),
      password,
    })
    await client.connect()
    return client
  }
  const withClient = async (work: (client: Client) => Promise<void>) => {
    const client = await signIn()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const companiesSeen = async (client: Client) =>
    (await client.query('SELECT DISTINCT company FROM recipisa.documents')).rows.map(({ company }) => company)

  test('does not become the owner by tables of its own that are called like those of the server', async () => {
    await withClient(async client => {
      await client.query(`
        CREATE TEMP TABLE pg_namespace AS SELECT 'recipisa'::name AS nspname, 1::oid AS nspowner;
        CREATE TEMP TABLE pg_roles AS SELECT 1::oid AS oid, session_user::name AS rolname;
        GRANT SELECT ON pg_temp.pg_namespace, pg_temp.pg_roles TO PUBLIC`)
      expect(await companiesSeen(client)).toEqual([OURS])
      await expect(client.query(`SELECT recipisa.give_companies('Contabilă', $1)`, [[THEIRS]])).rejects.toMatchObject({
        code: '42501',
      })
    })
  })

  test.each(['timestamptz', 'text', 'bytea', 'jsonb', 'date', 'int4', 'bool', 'interval'])(
    'runs nothing as the owner by a type of its own that is called %s',
    async type => {
      await withClient(async client => {
        await client.query(`
          CREATE FUNCTION pg_temp.seize(value pg_catalog.${type}) RETURNS pg_catalog.bool LANGUAGE plpgsql AS
            $$ BEGIN EXECUTE pg_catalog.format('ALTER ROLE %I CREATEROLE', session_user); RETURN true; END $$;
          CREATE DOMAIN pg_temp.${type} AS pg_catalog.${type} CHECK (pg_temp.seize(VALUE))`)
        const calls = [
          `recipisa.take_turns('anaf', 100, 1)`,
          `recipisa.pause_host('anaf', 1)`,
          `recipisa.take_quota('prod', 'descarcare', '1', now()::pg_catalog.date, 10)`,
          `recipisa.claim_filing('upload', 'prod', '${OURS}', pg_catalog.sha256('1'), 'unul 1', false)`,
          `recipisa.settle_filing('upload', 'prod', '${OURS}', pg_catalog.sha256('1'), 'unul 1', 'sent', '1')`,
          `recipisa.put_entry('books', 'prod', '1', '${OURS}', '{}', NULL)`,
          `recipisa.end_seat('Contabilă de altădată')`,
          `recipisa.add_seat('X', 'recipisa_x', 'office', '{}', 'SCRAM-SHA-256$')`,
        ]
        for (const call of calls) await client.query(`SELECT ${call}`).catch(() => undefined) // it may be refused
        const { rows } = await client.query(
          'SELECT rolcreaterole AS seized FROM pg_catalog.pg_roles WHERE rolname = session_user',
        )
        expect(rows).toEqual([{ seized: false }])
      })
    },
  )

  test('becomes nobody else by functions in a schema that all may write, when a colleague downloads', async () => {
    const { server, database, first } = building
    await server.run(database, 'GRANT CREATE ON SCHEMA public TO PUBLIC')
    await withClient(async client => {
      await client.query(`
        CREATE FUNCTION public.convert_to(value text, encoding text) RETURNS bytea LANGUAGE plpgsql AS
          $$ BEGIN
            PERFORM recipisa.give_companies('Contabilă', '{${OURS},${THEIRS}}');
            RETURN pg_catalog.convert_to(value, 'UTF8'::name);
          END $$`)
    })
    const key = { area: 'invoices', environment: 'prod', key: '77', company: OURS } as const
    expect(await first.office.claims.take(key)).toBe('yours')
    await first.office.claims.release(key)
    const given =
      'SELECT FROM recipisa.seats s JOIN recipisa.seat_companies c ON c.seat = s.id WHERE s.name = $1 AND company = $2'
    expect(await server.run(database, given, ['Contabilă', THEIRS])).toEqual([])
    // Nor do the seat's own queries look there.
    expect(await first.office.database.query('SHOW search_path')).toEqual([{ search_path: 'pg_catalog,pg_temp' }])
    // Preparing the office again closes the schema.
    await upgradeOffice({ url: server.url(database, MANAGER.user), password: MANAGER.password, ca: null })
    await withClient(async client => {
      await expect(client.query('CREATE TABLE public.mine ()')).rejects.toMatchObject({ code: '42501' })
    })
    await server.run(database, 'DROP FUNCTION public.convert_to(text, text)')
  })

  test('finds every function bound to the names of the server', async () => {
    const loose = await building.server.run(
      building.database,
      `SELECT proname FROM pg_proc WHERE pronamespace = 'recipisa'::regnamespace
        AND NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (proconfig), false)`,
    )
    expect(loose).toEqual([])
  })

  test("reads no other company's rows by views, functions, copies, statistics, plans or errors", async () => {
    await withClient(async client => {
      await client.query(`
        CREATE TEMP TABLE heard (company text);
        CREATE FUNCTION pg_temp.listen(company text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS
          $$ BEGIN INSERT INTO pg_temp.heard VALUES (company); RETURN true; END $$;
        CREATE TEMP VIEW theirs AS SELECT * FROM recipisa.entries`)
      await client.query('SELECT FROM recipisa.entries WHERE pg_temp.listen(company)')
      await client.query('SELECT FROM recipisa.documents WHERE pg_temp.listen(company)')
      const heard = await client.query('SELECT DISTINCT company FROM pg_temp.heard UNION SELECT company FROM theirs')
      expect(heard.rows).toEqual([{ company: OURS }])
      await building.server.run(building.database, 'ANALYZE')
      const { rows } = await client.query(
        `SELECT tablename, attname, most_common_vals::text, histogram_bounds::text FROM pg_stats WHERE schemaname = 'recipisa'
          AND tablename IN ('documents', 'entries', 'filings', 'seat_companies', 'quotas', 'audit')`,
      )
      expect(rows).toEqual([])
      const refused = [
        'SELECT * FROM recipisa.quotas',
        'SELECT * FROM recipisa.pace',
        'SELECT * FROM recipisa.audit',
        'SELECT login FROM recipisa.seats',
        'SELECT * FROM pg_statistic',
        `SELECT lo_import('/etc/passwd')`,
        `COPY recipisa.entries TO PROGRAM 'cat'`,
        `COPY recipisa.entries TO '/tmp/entries'`,
        'SET SESSION AUTHORIZATION gestiune',
        'SET ROLE recipisa_office',
        'SET ROLE gestiune',
        'SET row_security = off; SELECT * FROM recipisa.entries',
        'ALTER TABLE recipisa.entries DISABLE ROW LEVEL SECURITY',
        'CREATE TABLE recipisa.mine ()',
        'CREATE TABLE public.mine ()',
        `CREATE RULE all_of_it AS ON SELECT TO recipisa.entries DO INSTEAD SELECT 1`,
        `SELECT recipisa.audited('nothing', NULL, '{}')`,
      ]
      for (const sql of refused) await expect(client.query(sql), sql).rejects.toThrow()
    })
  })

  test('sees whose companies are its own only', async () => {
    await building.seat({ name: 'Altă contabilă', role: 'clerk', companies: [THEIRS] })
    await withClient(async client => {
      const { rows } = await client.query('SELECT company FROM recipisa.seat_companies')
      expect(rows).toEqual([{ company: OURS }])
    })
  })

  test("neither learns of another company's entry by its name, nor keeps it away by taking the name first", async () => {
    const put = (client: Client, key: string) =>
      client.query(`SELECT recipisa.put_entry('invoices', 'prod', $1, $2, '{"message": "a mea"}', NULL) AS changed`, [
        key,
        OURS,
      ])
    await withClient(async client => {
      // One that is there for another company, and one that nobody has: the answers are the same.
      expect((await put(client, '2')).rows).toEqual([{ changed: true }])
      expect((await put(client, '3')).rows).toEqual([{ changed: true }])
    })
    const { archive, office, exchange } = building.first
    archive.messages.record([aMessage({ id: '3', cui: THEIRS })])
    const key = { area: 'invoices', environment: 'prod', key: '3', company: THEIRS } as const
    expect(await office.claims.take(key)).toBe('yours')
    await office.claims.release(key)
    await exchange()
    const third = await building.seat({ name: 'Al treilea', role: 'clerk', companies: [THEIRS] })
    await third.exchange()
    expect(
      third.archive.messages
        .list(ALL)
        .items.map(({ id }) => id)
        .sort(),
    ).toEqual(['2', '3'])
  })

  test('takes no message from another company by its number, neither before the authority lists it nor after', async () => {
    const [real, forged] = [aZip(anInvoice({ number: 'adevărat' })), aZip(anInvoice({ number: 'fals' }))]
    const { archive, office, exchange } = building.first
    archive.messages.record([aMessage({ id: '60', cui: THEIRS })])
    for (const id of ['60', '61']) {
      clerk.archive.messages.record([aMessage({ id, cui: OURS })])
      await clerk.archive.messages.store(id, forged)
    }
    await clerk.exchange()
    // The document of an upload, whose entry is not listed yet.
    const ports = { office, exchange: archive.exchange, area: 'invoices', environment: 'prod' } as const
    expect(await downloadForAll(ports, '61', async () => ({ bytes: real }))).toEqual({ bytes: real })

    await exchange('all')
    expect(archive.messages.pending([THEIRS]).map(({ id }) => id)).toContain('60')
    archive.messages.record([aMessage({ id: '61', cui: THEIRS })])
    expect(archive.messages.pending([THEIRS]).map(({ id }) => id)).toContain('61')
    for (const id of ['60', '61']) await archive.messages.store(id, real)
    await exchange()
    const colleague = await building.seat({ name: 'A șasea', role: 'clerk', companies: [THEIRS] })
    await colleague.exchange()
    for (const id of ['60', '61'])
      expect((await colleague.archive.messages.read({ area: 'invoices', id, as: 'zip' })).bytes).toEqual(
        Buffer.from(real),
      )
  })

  test("adds documents neither in a colleague's name, nor without bytes, nor for another company", async () => {
    await withClient(async client => {
      const bytes = Buffer.from('ceva')
      const add = (company: string, seat: string, body: Buffer | null) =>
        client.query(
          `INSERT INTO recipisa.documents (company, sha256, size, body, seat) VALUES ($1, $2, 4, $3, ${seat})`,
          [company, Buffer.from(sha256(bytes), 'hex'), body],
        )
      await expect(add(OURS, '1', bytes)).rejects.toMatchObject({ code: '42501' })
      await expect(add(OURS, 'recipisa.my_seat()', null)).rejects.toMatchObject({ code: '42501' })
      await expect(add(THEIRS, 'recipisa.my_seat()', bytes)).rejects.toMatchObject({ code: '42501' })
      await expect(add(OURS, 'recipisa.my_seat()', Buffer.from('alta'))).rejects.toMatchObject({ code: '23514' })
      await add(OURS, 'recipisa.my_seat()', bytes)
    })
  })

  test('is ended with its open transactions, after which the others get their turns and their news', async () => {
    const { first, server, database } = building
    const other = await building.seat({ name: 'Așteaptă' })
    const guest = await building.seat({ name: 'Nu închide', role: 'clerk', companies: [OURS] })
    await other.exchange()
    const clients = [await signIn(guest), await signIn(guest), await signIn(guest)]
    for (const client of clients) client.on('error', () => undefined) // the server ends it
    const [pace, row, news] = clients
    await pace?.query(`BEGIN; SELECT recipisa.take_turns('ocupat', 1, 1)`)
    await row?.query('BEGIN; SELECT recipisa.seen()')
    await news?.query('BEGIN; SELECT pg_current_xact_id()')
    first.archive.messages.record([aMessage({ id: '41', cui: OURS })])
    await first.exchange()
    expect(await other.exchange()).toMatchObject({ received: 0 })
    const minutesAgo = `UPDATE recipisa.entries SET at = at - interval '2 minutes' WHERE key = '41' RETURNING at`
    const [held] = await server.run<{ at: Date }>(database, minutesAgo)
    expect(await readTotals(first.office.database)).toMatchObject({ heldSince: held?.at.getTime() })
    await expect(first.office.pace.take('ocupat', 1, 1)).rejects.toMatchObject({ reason: 'office-unreachable' })
    await endSeat(first.office.database, 'Nu închide')
    expect(await first.office.pace.take('ocupat', 1, 1)).toMatchObject({ paused: 0 })
    expect((await other.exchange()).received).toBeGreaterThan(0)
    expect(await readTotals(first.office.database)).not.toHaveProperty('heldSince')
    const left = 'SELECT FROM pg_stat_activity WHERE usename = $1'
    expect(await server.run(database, left, [new URL(guest.login.url).username])).toEqual([])
    await expect(signIn(guest)).rejects.toMatchObject({ code: '28P01' })
  })

  test('cannot hold the pace up for longer than an hour, nor pause a host for longer than a day', async () => {
    await withClient(async client => {
      for (let time = 0; time < 3; time++) await client.query(`SELECT recipisa.take_turns('anaf', 1e15, 1000)`)
      await client.query(`SELECT recipisa.pause_host('altul', 1e15)`)
    })
    const { pace } = building.first.office
    expect((await pace.take('anaf', 1, 1)).wait).toBeLessThanOrEqual(3_600_000)
    expect((await pace.take('altul', 1, 1)).paused).toBeLessThanOrEqual(86_400_000)
  })
})
