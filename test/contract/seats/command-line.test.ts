import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aMessage, anInvoice, aZip, CUI, filesBelow } from '../../../native-host/archive/core/test-archive.fixture.ts'
import type { Invitation, OfficeState } from '../../../shared/protocol/office.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { downloadsOf } from '../support/archived-zips.ts'
import { command, type Env, jsonOf, startCommand } from '../support/host.ts'
import { anotherMachine } from '../support/machines.ts'
import { startObjectServer } from '../support/object-store.ts'
import { killRunners, type Office, openOffice } from '../support/office.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type PreparedEnv, prepare } from '../support/prepare.ts'
import { MANAGER } from '../support/seats.ts'
import { sha256, uploadsIn } from '../support/uploads.ts'

describe.skipIf(!HAS_POSTGRES)('recipisa office', () => {
  let server: PostgresServer
  let world: Office
  let ana: PreparedEnv
  let dan: PreparedEnv
  let password: string
  beforeAll(async () => {
    server = await startPostgres()
    await server.createDatabase('birou', MANAGER)
    world = await openOffice({
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 6 }),
      pace: { processingMs: 100, indexingMs: 100 },
    })
    ana = await anotherMachine(world, 'ana')
    dan = await anotherMachine(world, 'dan')
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
  })

  const companies = () => [...world.authority.world.companies.keys()]
  const all = () => world.authority.expected().flatMap(({ messages }) => messages)
  /** Every message of the world with the hash of its document on this machine. */
  const listed = (env: PreparedEnv) =>
    prepare(env, async (_call, services) => {
      const { messages } = await services.archive()
      return all().map(({ id }) => `${id} ${messages.get(id)?.sha256}`)
    })

  test('an office is created, a seat added and joined; passwords come on standard input and are on no command line', async () => {
    const created = await jsonOf(
      ['office', 'create', server.url('birou', MANAGER.user), '--seat', 'Ana'],
      ana,
      `${MANAGER.password}\n`,
    )
    expect(created).toMatchObject({
      seat: 'Ana',
      problem: null,
      waiting: 0,
      seats: [{ name: 'Ana', role: 'office', isMe: true }],
    })
    // A second run, on a seat of the office, updates its schema and makes no other seat.
    const owner = server.url('birou', MANAGER.user)
    const again = await jsonOf(['office', 'create', owner, '--seat', 'Alta'], ana, `${MANAGER.password}\n`)
    expect(again).toMatchObject({ seat: 'Ana', seats: [{ name: 'Ana' }] })
    const invited = (await jsonOf(['office', 'seat', 'add', 'Dan', '--role', 'office'], ana)) as v.InferOutput<
      typeof Invitation
    >
    password = invited.password
    const joined = await jsonOf(['office', 'join', invited.url], dan, `${password}\n`)
    expect(joined).toMatchObject({ seat: 'Dan', seats: [{ name: 'Ana' }, { name: 'Dan', isMe: true }] })
    expect(readFileSync(dan.RECIPISA_PROFILE, 'utf8')).not.toContain(password)
    const wrong = await command(['office', 'join', invited.url, '--json'], world.env, 'greșită\n')
    expect(wrong.json()).toMatchObject({ error: { details: { reason: 'office-sign-in' } } })
    expect(wrong.code).toBe(3)
  })

  test('E-33 two seats sync at the same time: each message is downloaded once by anybody, and both archives are equal', async () => {
    for (const env of [ana, dan])
      await prepare(env, call => Promise.all(companies().map(cui => call('companies.add', { cui }))))
    await Promise.all([ana, dan].map(env => command(['invoices', 'sync', '--json'], env)))
    for (const env of [ana, dan, ana]) await jsonOf(['office', 'exchange'], env)
    for (const [id, count] of downloadsOf(world.authority)) expect(count, `downloads of ${id}`).toBe(1)
    expect(await listed(ana)).toEqual(all().map(({ id, sha256 }) => `${id} ${sha256}`))
    expect(await listed(dan)).toEqual(await listed(ana))
    expect(await jsonOf(['office', 'keep', '--documents', 'all'], dan)).toMatchObject({ documents: 'all' })
    await jsonOf(['office', 'exchange'], dan)
    expect(await jsonOf(['archive', 'verify'], dan)).toEqual({ checked: all().length, problems: [] })
  })

  test('one of two simultaneous uploads of the same invoice is sent, and the other one names the colleague', async () => {
    const [seller = '', buyer = ''] = companies()
    const invoice = Buffer.from(sampleXml({ seller, buyer, number: 'UNA-1' }))
    const upload = async (env: PreparedEnv) => {
      const path = join(env.RECIPISA_DATA_DIR, 'factura.xml')
      writeFileSync(path, invoice)
      return uploadsIn((await command(['invoices', 'upload', path, '--yes', '--json'], env)).json())[0]
    }
    const outcomes = await Promise.all([upload(ana), upload(dan)])
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(1)
    const refused = outcomes.find(outcome => outcome?.state === 'not-sent')
    expect(refused?.trouble?.details).toMatchObject({ reason: 'filed-by-colleague' })
  })

  test('while the office is out of reach an upload wants a yes to filing alone, and the office learns of it afterwards', async () => {
    const [seller = '', buyer = ''] = companies()
    const invoice = Buffer.from(sampleXml({ seller, buyer, number: 'SINGURA-1' }))
    const path = join(ana.RECIPISA_DATA_DIR, 'singura.xml')
    writeFileSync(path, invoice)
    await server.stopForNow()
    const refused = await command(['invoices', 'upload', path, '--yes', '--json'], ana)
    expect(uploadsIn(refused.json())[0]).toMatchObject({
      state: 'not-sent',
      trouble: { details: { reason: 'office-unreachable' } },
    })
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(0)
    const alone = await command(['invoices', 'upload', path, '--yes', '--file-alone', '--json'], ana)
    expect(uploadsIn(alone.json())[0]?.state).not.toBe('not-sent')
    const state = await command(['office', 'status', '--json'], ana)
    expect(state.json()).toMatchObject({
      problem: { details: { reason: 'office-unreachable' } },
      seats: [],
      shared: null,
    })
    await server.startAgain()
    await jsonOf(['office', 'exchange'], ana)
    await jsonOf(['office', 'exchange'], dan)
    const again = await command(['invoices', 'upload', path, '--yes', '--json'], dan)
    expect(again.json()).toMatchObject({ error: { details: { reason: 'already-filed' } } })
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(1)
  })

  test('on a server that only reads, an upload is not sent, and wants a yes to filing alone', async () => {
    const [seller = '', buyer = ''] = companies()
    const invoice = Buffer.from(sampleXml({ seller, buyer, number: 'CITIRE-1' }))
    const path = join(ana.RECIPISA_DATA_DIR, 'citire.xml')
    writeFileSync(path, invoice)
    await server.run('postgres', 'ALTER DATABASE birou SET default_transaction_read_only = on')
    const refused = await command(['invoices', 'upload', path, '--yes', '--json'], ana)
    expect(uploadsIn(refused.json())[0]).toMatchObject({
      state: 'not-sent',
      trouble: { details: { reason: 'office-unreachable' } },
    })
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(0)
    const alone = await command(['invoices', 'upload', path, '--yes', '--file-alone', '--json'], ana)
    expect(uploadsIn(alone.json())[0]?.state).not.toBe('not-sent')
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(1)
    await server.run('postgres', 'ALTER DATABASE birou RESET default_transaction_read_only')
    await jsonOf(['office', 'exchange'], ana)
  })

  test('a worker without a screen syncs and exchanges, and one seat mirrors all into a folder', async () => {
    expect(await jsonOf(['office', 'work', '--once'], dan)).toMatchObject({
      steps: [{ step: 'invoices', outcome: 'done' }, {}, {}],
    })
    const folder = join(dan.RECIPISA_DATA_DIR, '..', 'oglinda')
    const mirrored = await jsonOf(['office', 'mirror', folder], dan)
    expect(mirrored).toMatchObject({ present: 0, failed: [] })
    // A self-billed invoice has two entries, and lies there once (E-17).
    const { total } = await prepare(dan, call => call('invoices.list', { limit: 1 }))
    expect(filesBelow(folder).filter(name => name.endsWith('.zip'))).toHaveLength(total)
    const wrong = await command(['office', 'mirror', folder, '--template', '{firma}/{number}', '--json'], dan)
    expect(wrong.json()).toMatchObject({ error: { details: { reason: 'mirror-template' } } })
  })

  test('a worker by the clock takes over a changed profile at once', async () => {
    const before = readFileSync(dan.RECIPISA_PROFILE)
    const { child, finished } = startCommand(['office', 'work', '--json'], dan)
    onTestFinished(() => void child.kill())
    const lines = createInterface(child.stderr)[Symbol.asyncIterator]()
    const line = async () => (await lines.next()).value
    expect([await line(), await line()]).toEqual([
      expect.stringContaining('every 30 min'),
      expect.stringContaining('Invoices: up to date.'),
    ])
    // Nobody has signed in to another application yet.
    await jsonOf(['profile', 'configure', '--client-id', 'f'.repeat(48)], dan)
    expect(await line()).toContain('Invoices: not connected.')
    child.kill('SIGINT')
    expect((await finished).json()).toMatchObject({ steps: [{ step: 'invoices', outcome: 'skipped' }, {}, {}] })
    writeFileSync(dan.RECIPISA_PROFILE, before)
  })

  test("E-29 ANAF's pause for one seat holds for a colleague, who is told until when instead of waiting", async () => {
    const hour = { kind: 'status', status: 429, retryAfterSeconds: 3600 } as const
    world.authority.faults.add({ match: { host: 'api.localhost' }, effect: hour })
    const entries = () => world.authority.journal.find({ host: 'api.localhost' }).length
    const before = entries()
    for (const env of [ana, dan]) {
      const refused = await command(['invoices', 'sync', '--json'], env)
      expect(refused.json()).toMatchObject({ error: { details: { reason: 'rate-limited' } } })
      const { pausedUntil } = await prepare(env, call => call('limits.get', {}))
      expect(Math.round(((pausedUntil ?? 0) - Date.now()) / 60_000)).toBeGreaterThan(55)
    }
    expect(entries()).toBe(before + 1)
    // The syncs wait for the end of the hour.
    for (const env of [ana, dan]) await killRunners(env.RECIPISA_DATA_DIR)
  })

  test('a backup with U+2028 and U+2029 in a note is restored, and the note is on the new office’s seat', async () => {
    const note = 'cu\u2028trei\u2029rânduri'
    // Brings what only the other seat has synced.
    await jsonOf(['office', 'exchange'], ana)
    await jsonOf(['invoices', 'mark', '--all', '--note', note], ana)
    await jsonOf(['office', 'exchange'], ana)
    const file = join(ana.RECIPISA_DATA_DIR, 'birou.backup')
    const made = await jsonOf(['office', 'backup', file], ana)
    await server.createDatabase('refacut', MANAGER)
    const eva = await anotherMachine(world, 'eva')
    const owner = server.url('refacut', MANAGER.user)
    const restored = await jsonOf(['office', 'restore', file, owner, '--seat', 'Eva'], eva, `${MANAGER.password}\n`)
    expect(restored).toEqual(made)
    await jsonOf(['office', 'exchange'], eva)
    const { items } = await prepare(eva, call => call('invoices.list', {}))
    expect(items.map(({ book }) => book?.note)).toContain(note)
  })

  test('an S3 store wants https and a key, at create and at join, and a seat gets another key without leaving', async () => {
    const objects = await startObjectServer()
    onTestFinished(() => objects.stop())
    await server.createDatabase('cu_s3', MANAGER)
    const [ina, ion] = [await anotherMachine(world, 'ina'), await anotherMachine(world, 'ion')]
    const { accessKeyId, secretAccessKey } = objects.login
    const owner = server.url('cu_s3', MANAGER.user)
    const refused = async (args: string[], env: Env, input: string) => {
      const { code, json } = await command(['office', ...args, '--json'], env, input)
      return [code, (json() as { error?: { details: { reason: string } } }).error?.details.reason]
    }
    const create = ['create', owner, '--seat', 'Ina', '--s3-all']
    const keyed = ['--s3-key-id', accessKeyId]
    const secrets = `${MANAGER.password}\n${secretAccessKey}\n`
    const plain = [...create, '--s3', 'http://10.0.0.5/b', ...keyed]
    expect(await refused(plain, ina, secrets)).toEqual([2, 'office-storage-insecure'])
    expect(await refused([...create, '--s3', objects.endpoint], ina, secrets)).toEqual([2, 'office-storage-key'])
    expect(await server.run('cu_s3', `SELECT to_regnamespace('recipisa') AS there`)).toEqual([{ there: null }])
    await jsonOf(['office', ...create, '--s3', objects.endpoint, ...keyed], ina, secrets)
    await prepare(ina, async (_call, services) => {
      const { messages } = await services.archive()
      messages.record([aMessage({ id: '3001' })])
      await messages.store('3001', aZip(anInvoice()))
    })
    await jsonOf(['office', 'exchange'], ina)
    const invited = (await jsonOf(['office', 'seat', 'add', 'Ion', '--role', 'office'], ina)) as v.InferOutput<
      typeof Invitation
    >
    expect(await refused(['join', invited.url], ion, `${invited.password}\n`)).toEqual([2, 'office-storage-key'])
    expect(await jsonOf(['office', 'status'], ion)).toBeNull()
    const join = ['join', invited.url, '--documents', 'all', ...keyed]
    expect(await jsonOf(['office', ...join], ion, `${invited.password}\ngreșită\n`)).toMatchObject({ seat: 'Ion' })
    expect(await refused(['exchange'], ion, '')).toEqual([1, 'office-storage'])
    expect(await refused(['keep'], ion, '')).toEqual([2, 'usage'])
    expect(await jsonOf(['office', 'keep', ...keyed], ion, `${secretAccessKey}\n`)).toMatchObject({ documents: 'all' })
    expect(await jsonOf(['office', 'exchange'], ion)).toMatchObject({ brought: 1 })
    expect(readFileSync(ion.RECIPISA_PROFILE, 'utf8')).not.toContain(secretAccessKey)
  })

  test('a restored office without the key of its S3 store says so, and takes one', async () => {
    const objects = await startObjectServer()
    onTestFinished(() => objects.stop())
    const { accessKeyId, secretAccessKey } = objects.login
    await server.createDatabase('cu_s3_vechi', MANAGER)
    await server.createDatabase('cu_s3_nou', MANAGER)
    const [iza, ilie] = [await anotherMachine(world, 'iza'), await anotherMachine(world, 'ilie')]
    const keyed = ['--s3-key-id', accessKeyId]
    const create = ['office', 'create', server.url('cu_s3_vechi', MANAGER.user), '--seat', 'Iza', '--s3-all']
    await jsonOf([...create, '--s3', objects.endpoint, ...keyed], iza, `${MANAGER.password}\n${secretAccessKey}\n`)
    await prepare(iza, async (_call, services) => {
      const { messages } = await services.archive()
      messages.record([aMessage({ id: '3002' })])
      await messages.store('3002', aZip(anInvoice()))
    })
    await jsonOf(['office', 'exchange'], iza)
    const file = join(iza.RECIPISA_DATA_DIR, 'cu-s3.backup')
    expect(await jsonOf(['office', 'backup', file], iza)).toMatchObject({ documents: 1, missing: [] })
    const lost = { company: CUI, sha256: sha256(Buffer.from('nimic')) }
    await server.run(
      'cu_s3_vechi',
      `INSERT INTO recipisa.documents (company, sha256, size, seat) SELECT $1, decode($2, 'hex'), 5, min(id) FROM recipisa.seats`,
      [lost.company, lost.sha256],
    )
    const backup = await command(['office', 'backup', file, '--json'], iza)
    expect([backup.code, backup.json()]).toMatchObject([1, { documents: 2, missing: [lost] }])
    const owner = server.url('cu_s3_nou', MANAGER.user)
    const restore = ['office', 'restore', file, owner, '--seat', 'Ilie', '--json']
    const restored = await command(restore, ilie, `${MANAGER.password}\n`)
    expect([restored.code, restored.json()]).toEqual([1, backup.json()])
    const state = await command(['office', 'status', '--json'], ilie)
    const keyless = { problem: null, storageProblem: { details: { reason: 'office-storage-key' } } }
    expect([state.code, state.json()]).toMatchObject([1, keyless])
    await jsonOf(['office', 'keep', ...keyed, '--documents', 'all'], ilie, `${secretAccessKey}\n`)
    expect(await jsonOf(['office', 'status'], ilie)).not.toHaveProperty('storageProblem')
    expect(await jsonOf(['office', 'exchange'], ilie)).toMatchObject({ received: 1, brought: 1 })
  })

  test('a seat that leaves keeps its archive and no pause of a colleague, and its login is ended', async () => {
    const before = await listed(dan)
    const pausedUntil = async () => (await prepare(dan, call => call('limits.get', {}))).pausedUntil
    expect(await pausedUntil()).not.toBeNull()
    expect(await jsonOf(['office', 'leave', '--yes'], dan)).toEqual({ unsent: 0 })
    expect(await pausedUntil()).toBeNull()
    expect(await listed(dan)).toEqual(before)
    expect(await jsonOf(['office', 'status'], dan)).toBeNull()
    const state = (await jsonOf(['office', 'status'], ana)) as OfficeState
    expect(state.seats.find(({ name }) => name === 'Dan')?.leftAt).not.toBeNull()
  })
})
