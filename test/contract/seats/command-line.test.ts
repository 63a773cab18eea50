import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { filesBelow } from '../../../native-host/archive/core/test-archive.fixture.ts'
import type { Invitation, OfficeState } from '../../../shared/protocol/office.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { downloadsOf } from '../support/archived-zips.ts'
import { command, type Env, startCommand } from '../support/host.ts'
import { anotherMachine } from '../support/machines.ts'
import { type Office, openOffice } from '../support/office.ts'
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

  const run = async (args: string[], env: Env, input?: string) => {
    const finished = await command([...args, '--json'], env, input)
    expect(finished.stderr, args.join(' ')).toBe('')
    return finished.json()
  }
  const companies = () => [...world.authority.world.companies.keys()]
  const all = () => world.authority.expected().flatMap(({ messages }) => messages)
  /** Every message of the world with the hash of its document on this machine. */
  const listed = (env: PreparedEnv) =>
    prepare(env, async (_call, services) => {
      const { messages } = await services.archive()
      return all().map(({ id }) => `${id} ${messages.get(id)?.sha256}`)
    })

  test('an office is created, a seat added and joined; passwords come on standard input and are on no command line', async () => {
    const created = await run(
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
    const again = await run(['office', 'create', owner, '--seat', 'Alta'], ana, `${MANAGER.password}\n`)
    expect(again).toMatchObject({ seat: 'Ana', seats: [{ name: 'Ana' }] })
    const invited = (await run(['office', 'seat', 'add', 'Dan', '--role', 'office'], ana)) as v.InferOutput<
      typeof Invitation
    >
    password = invited.password
    const joined = await run(['office', 'join', invited.url], dan, `${password}\n`)
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
    for (const env of [ana, dan, ana]) await run(['office', 'exchange'], env)
    for (const [id, count] of downloadsOf(world.authority)) expect(count, `downloads of ${id}`).toBe(1)
    expect(await listed(ana)).toEqual(all().map(({ id, sha256 }) => `${id} ${sha256}`))
    expect(await listed(dan)).toEqual(await listed(ana))
    expect(await run(['office', 'keep', '--documents', 'all'], dan)).toMatchObject({ documents: 'all' })
    await run(['office', 'exchange'], dan)
    expect(await run(['archive', 'verify'], dan)).toEqual({ checked: all().length, problems: [] })
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
    await run(['office', 'exchange'], ana)
    await run(['office', 'exchange'], dan)
    const again = await command(['invoices', 'upload', path, '--yes', '--json'], dan)
    expect(again.json()).toMatchObject({ error: { details: { reason: 'already-filed' } } })
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(1)
  })

  test('a worker without a screen syncs and exchanges, and one seat mirrors all into a folder', async () => {
    expect(await run(['office', 'work', '--once'], dan)).toMatchObject({
      steps: [{ step: 'invoices', outcome: 'done' }, {}, {}],
    })
    const folder = join(dan.RECIPISA_DATA_DIR, '..', 'oglinda')
    const mirrored = await run(['office', 'mirror', folder], dan)
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
    await run(['profile', 'configure', '--client-id', 'f'.repeat(48)], dan)
    expect(await line()).toContain('Invoices: not connected.')
    child.kill('SIGINT')
    expect((await finished).json()).toMatchObject({ steps: [{ step: 'invoices', outcome: 'skipped' }, {}, {}] })
    writeFileSync(dan.RECIPISA_PROFILE, before)
  })

  test('a backup with U+2028 and U+2029 in a note is restored, and the note is on the new office’s seat', async () => {
    const note = 'cu\u2028trei\u2029rânduri'
    // Brings what only the other seat has synced.
    await run(['office', 'exchange'], ana)
    await run(['invoices', 'mark', '--all', '--note', note], ana)
    await run(['office', 'exchange'], ana)
    const file = join(ana.RECIPISA_DATA_DIR, 'birou.backup')
    const made = await run(['office', 'backup', file], ana)
    await server.createDatabase('refacut', MANAGER)
    const eva = await anotherMachine(world, 'eva')
    const owner = server.url('refacut', MANAGER.user)
    const restored = await run(['office', 'restore', file, owner, '--seat', 'Eva'], eva, `${MANAGER.password}\n`)
    expect(restored).toEqual(made)
    await run(['office', 'exchange'], eva)
    const { items } = await prepare(eva, call => call('invoices.list', {}))
    expect(items.map(({ book }) => book?.note)).toContain(note)
  })

  test('a seat that leaves keeps its archive, and its login is ended', async () => {
    const before = await listed(dan)
    expect(await run(['office', 'leave', '--yes'], dan)).toEqual({ unsent: 0 })
    expect(await listed(dan)).toEqual(before)
    expect(await run(['office', 'status'], dan)).toBeNull()
    const state = (await run(['office', 'status'], ana)) as OfficeState
    expect(state.seats.find(({ name }) => name === 'Dan')?.leftAt).not.toBeNull()
  })
})
