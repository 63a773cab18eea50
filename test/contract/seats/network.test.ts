import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import { backUp } from '../../../native-host/office/backup/back-up.ts'
import { restoreOffice } from '../../../native-host/office/backup/restore.ts'
import { createClaims } from '../../../native-host/office/coordination/claims.ts'
import { openOfficeDatabase } from '../../../native-host/office/database.ts'
import { exchangeAll } from '../../../native-host/office/exchange/exchange.ts'
import { openOffice } from '../../../native-host/office/office.ts'
import { removeFolder } from '../../planted/look.ts'
import { sha256 } from '../../support/archived-files.ts'
import { HAS_POSTGRES } from '../support/postgres.ts'
import { type Line, startProxy } from '../support/proxy.ts'
import { type Building, hashesOf, MANAGER, openBuilding, type Seat } from '../support/seats.ts'

const never = new AbortController().signal

describe.skipIf(!HAS_POSTGRES)('an office that is out of reach, ends or is restored', () => {
  let building: Building & { first: Seat }
  let proxy: Line
  let far: Seat
  let folder: string
  beforeAll(async () => {
    building = await openBuilding()
    proxy = await startProxy(building.server.port)
    far = await building.seat({ name: 'Departe' }, { port: proxy.port, clock: -5 * 60_000 })
    folder = mkdtempSync(join(tmpdir(), 'recipisa-backup-'))
  })
  afterAll(async () => {
    await building?.close()
    await proxy?.close()
    removeFolder(folder)
  })

  let ids = 100
  /** Archives documents at the far seat; returns their ids. */
  const archived = async (count: number): Promise<string[]> => {
    const made = Array.from({ length: count }, () => String(++ids))
    far.archive.messages.record(made.map(id => aMessage({ id })))
    for (const id of made) await far.archive.messages.store(id, aZip(anInvoice({ number: `F-${id}` })))
    return made
  }
  /** A backup of the office, and the owner of an empty database with this name. */
  const backedUp = async (database: string) => {
    const { first, server } = building
    const file = join(folder, `${database}.backup`)
    const made = await backUp(first.office, first.archive.exchange.bytes, file, never)
    await server.createDatabase(database, MANAGER)
    return { file, made, owner: { url: server.url(database, MANAGER.user), password: MANAGER.password, ca: null } }
  }
  const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')

  test.each([
    ['before a transaction', 'BEGIN', 'before'],
    ['within a transaction', 'put_entry', 'after'],
    ['before its commit', 'COMMIT', 'before'],
    ['after its commit', 'COMMIT', 'after'],
  ] as const)('the network goes %s: nothing is lost, and nothing is there twice', async (_name, text, when) => {
    await archived(3)
    proxy.cutAt(text, when)
    await expect(far.exchange()).rejects.toMatchObject({ reason: 'office-unreachable' })
    expect(far.archive.exchange.waiting()).toBe(3)
    proxy.mend()
    expect(await far.exchange()).toMatchObject({ sent: 3 })
    await building.first.exchange()
    expect(hashesOf(building.first)).toEqual(hashesOf(far))
  })

  test('a claim whose answer was lost is this computer’s own when it asks again', async () => {
    const filing = {
      kind: 'upload',
      environment: 'prod',
      company: CUI,
      sha256: randomBytes(32).toString('hex'),
    } as const
    const key = { ...filing, computer: far.archive.exchange.computer(filing.sha256) }
    proxy.cutAt('claim_filing', 'after')
    await expect(far.office.filings.claim(key, false)).rejects.toMatchObject({ reason: 'office-unreachable' })
    proxy.mend()
    await far.office.filings.claim(key, false)
    await expect(building.first.office.filings.claim({ ...key, computer: 'altul 1' }, false)).rejects.toMatchObject({
      reason: 'filed-by-colleague',
    })
  })

  test('a download goes on without the office, and is there for all once it is back', async () => {
    const [id = ''] = await archived(1)
    proxy.cut()
    await expect(far.exchange()).rejects.toMatchObject({ reason: 'office-unreachable' })
    expect(far.archive.messages.get(id)?.item.state).toBe('archived')
    proxy.mend()
    await far.exchange()
    await building.first.exchange()
    const read = building.first.archive.messages.read({ area: 'invoices', id, as: 'zip' })
    expect((await read).sha256).toBe(far.archive.messages.get(id)?.sha256)
  })

  describe('a network in which packets vanish holds up nobody', () => {
    const key = { area: 'invoices', environment: 'prod', key: '1' } as const
    let line: Line
    beforeAll(async () => {
      line = await startProxy(building.server.port)
    })
    afterAll(() => line?.close())
    const access = () => ({ ...far.login, url: far.login.url.replace(`:${proxy.port}`, `:${line.port}`) })

    test('the end of a program that has claimed a download', async () => {
      const office = openOffice({ ...access(), objectStore: null }, 'prod')
      expect(await office.claims.take(key)).toBe('yours')
      line.silence()
      const begun = performance.now()
      await office.close()
      expect(performance.now() - begun).toBeLessThan(5000)
    })

    test('the next claim: the connection without an answer is given up', async () => {
      const database = openOfficeDatabase(access(), { connect: 5000, free: 5000, answer: 500, lock: 500 })
      const claims = createClaims(database)
      const held = { ...key, key: '2' }
      expect(await claims.take(held)).toBe('yours')
      line.silence()
      await expect(claims.take({ ...key, key: '3' })).rejects.toMatchObject({ reason: 'office-unreachable' })
      await expect.poll(() => claims.isHeld(held)).toBe(false)
      expect(await claims.take({ ...key, key: '4' })).toBe('yours')
      await claims.close()
      await database.close()
    })
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'the database ends by %s and starts again: the exchange goes on',
    async how => {
      await archived(2)
      await far.exchange()
      await archived(2)
      await building.server.restart(how)
      await far.exchange().catch(() => far.exchange()) // earlier connections may end first
      await building.first.exchange().catch(() => building.first.exchange())
      expect(hashesOf(building.first)).toEqual(hashesOf(far))
    },
  )

  test('a backup restored into an empty database is all of the office, and an archive that joins it goes on', async () => {
    const { first, server } = building
    const filing = { kind: 'upload', environment: 'prod', company: CUI, sha256: 'a'.repeat(64) } as const
    const key = { ...filing, computer: first.archive.exchange.computer(filing.sha256) }
    await first.office.filings.claim(key, false)
    const { file, made, owner } = await backedUp('refacut')
    const { login, ...restored } = await restoreOffice(owner, file, 'Birou', never)
    expect(restored).toEqual(made)
    const office = openOffice({ ...login, ca: null, objectStore: null }, 'prod')
    for (const table of ['documents', 'entries', 'filings']) {
      const rows = (database: string) =>
        server.run(
          database,
          `SELECT md5((to_jsonb(t) - 'txid' - 'seq')::text) AS row FROM recipisa.${table} t ORDER BY 1`,
        )
      expect(await rows('refacut'), table).toEqual(await rows(building.database))
    }
    await expect(office.filings.claim(key, false)).rejects.toMatchObject({ reason: 'filed-by-colleague' })
    // The far seat's documents from after the backup go out to the restored office.
    const [id = ''] = await archived(1)
    await far.exchange()
    const { exchange } = far.archive
    await exchangeAll({ office, exchange, environment: 'prod', keeps: 'opened', log: { warn: () => undefined } }, never)
    expect((await office.entryDocument({ area: 'invoices', environment: 'prod', key: id })).length).toBeGreaterThan(0)
    expect(exchange.conflicts()).toEqual([])
    await far.exchange()
    await office.close()
  })

  test('a backup that is cut short or changed restores nothing', async () => {
    const { file, owner } = await backedUp('neatins')
    const changed = join(folder, 'changed.backup')
    const whole = readFileSync(file)
    const lines = linesOf(file)
    const wrong = [
      whole.subarray(0, whole.length - 20),
      gzipSync(`${lines.slice(0, -1).join('\n')}\n`),
      gzipSync(`${lines.toSpliced(5, 1).join('\n')}\n`),
      gzipSync(`${lines.join('\n').replace('"size":6', '"size":7')}\n`),
      Buffer.from('nimic'),
    ]
    for (const bytes of wrong) {
      writeFileSync(changed, bytes)
      await expect(restoreOffice(owner, changed, 'Birou', never)).rejects.toMatchObject({ reason: 'backup-damaged' })
    }
    expect(await building.server.run('neatins', 'SELECT * FROM recipisa.office')).toEqual([])
    await restoreOffice(owner, file, 'Birou', never)
  })

  test('a backup whose end fits its changed rows restores nothing either: the database knows what a row may be', async () => {
    const { file, owner } = await backedUp('mincinos')
    const changed = join(folder, 'fitted.backup')
    const lines = linesOf(file)
    const [rows, end] = [lines.slice(0, -1), JSON.parse(lines.at(-1) ?? '')]
    for (const [table, lie] of [
      ['documents', { body: 'bWluY2l1bsSD' }],
      ['documents', { body: '***' }],
      ['documents', { size: 99_999_999_999 }],
      ['documents', { at: 'ieri' }],
      ['entries', { company: null }],
      ['entries', { seat: 12_345 }],
      ['seats', { role: 'superuser' }],
    ] as const) {
      const at = rows.findIndex(text => JSON.parse(text).table === table)
      const { row } = JSON.parse(rows[at] ?? '')
      const body = `${rows.with(at, JSON.stringify({ table, row: { ...row, ...lie } })).join('\n')}\n`
      const fitted = { ...end, sha256: sha256(Buffer.from(body)) }
      writeFileSync(changed, gzipSync(`${body}${JSON.stringify(fitted)}\n`))
      await expect(restoreOffice(owner, changed, 'Birou', never), JSON.stringify(lie)).rejects.toMatchObject({
        reason: 'backup-damaged',
      })
    }
    expect(await building.server.run('mincinos', 'SELECT * FROM recipisa.office')).toEqual([])
  })
})
