import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../native-host/archive/core/schema/schema.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { archivedFiles } from '../support/archived-zips.ts'
import { childEnv, type Env, HostProcess, PROGRAM } from '../support/host.ts'
import { openOffice } from '../support/office.ts'
import { execute } from '../support/packages.ts'

let folder: string
let program: string
let env: Env
beforeEach(async () => {
  // Beside the built program, where it can find the project's packages.
  folder = await mkdtemp(join(dirname(PROGRAM), '..', 'replaced-'))
  program = join(folder, 'program/recipisa.js')
  await cp(dirname(PROGRAM), dirname(program), { recursive: true })
  env = { HOME: folder, RECIPISA_DATA_DIR: join(folder, 'data') }
})
afterEach(() => rm(folder, { recursive: true }))

/** Removes the files that an update renames: every part but the first files of the program. */
async function replace(): Promise<void> {
  const names = await readdir(dirname(program))
  const parts = names.filter(name => name.endsWith('.js') && !['recipisa.js', 'host.js'].includes(name))
  await Promise.all(parts.map(name => rm(join(dirname(program), name))))
}

test('a host whose files were replaced says so to the person, and ends so that the next connection starts the new one', async () => {
  const host = new HostProcess(env, undefined, [process.execPath, program])
  await host.request('profile.get', {})
  await replace()
  expect(await host.refusal('schedule.get', {})).toMatchObject({
    code: 'storage',
    message: expect.stringContaining('updated or removed while it was running'),
    details: { reason: 'program-replaced', side: 'ours' },
  })
  expect(await host.exited).toBe(0)
})

test('a host whose files were replaced reads nothing with the threads of another version', async () => {
  const host = new HostProcess(env, undefined, [process.execPath, program])
  await host.request('batches.list', {})
  const names = await readdir(dirname(program))
  const renamed = names.filter(name => /-[\w-]{8}\.js$/.test(name))
  await Promise.all(renamed.map(name => rm(join(dirname(program), name))))
  const list = { fileName: 'lista.csv', data: Buffer.from('14399840').toString('base64') }
  expect(await host.refusal('batches.inspect', list)).toMatchObject({ details: { reason: 'program-replaced' } })
  expect(await host.exited).toBe(0)
})

test('a command whose files were replaced says so in both languages, and to scripts as JSON', async () => {
  await replace()
  const run = (...args: string[]) =>
    execute(process.execPath, [program, 'companies', 'list', ...args], { env: childEnv(env) })
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Programul local Recipisa a fost actualizat .*\nThe Recipisa host was updated .*\n$/,
    ),
  })
  const { stdout } = await run('--json').catch((error: { stdout: string }) => error)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'storage', details: { reason: 'program-replaced' } } })
})

test('a host ends once a newer version has the archive, and an open page is told', async () => {
  const host = new HostProcess(env)
  await host.request('companies.list', {})
  const following = host.start('archive.follow', {})
  await host.request('companies.list', {})
  const db = new DatabaseSync(join(folder, 'data/recipisa.db'))
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
  db.close()
  expect(await following.answer).toMatchObject({ result: {} })
  expect(await host.refusal('companies.list', {})).toMatchObject({ details: { reason: 'program-replaced' } })
  expect(await host.exited).toBe(0)
  const next = new HostProcess(env)
  expect(await next.refusal('companies.list', {})).toMatchObject({ details: { reason: 'database-newer' } })
  await next.close()
})

test('U-05 a sync ends once a newer version has the archive, and its watchers are told; the new program goes on with it', async () => {
  const office = await openOffice({ world: now => seedWorld({ now, companies: 1, invoicesPerCompany: 5 }) })
  await office.addCompanies()
  const held = office.authority.faults.hold({ match: { path: 'descarcare' } })
  const setVersion = (version: number) => {
    const db = new DatabaseSync(join(office.dataDir, 'recipisa.db'))
    db.exec(`PRAGMA user_version = ${version}`)
    db.close()
  }
  const [one, other] = [new HostProcess(office.env), new HostProcess(office.env)]
  const syncing = one.start('invoices.sync', {})
  await held.reached()
  const following = other.start('jobs.follow', { id: 1 })
  await other.message(message => message.id === following.id && message.progress !== undefined)
  setVersion(MIGRATIONS.length + 1)
  const replaced = { error: { details: { reason: 'program-replaced' } } }
  expect(await syncing.answer).toMatchObject(replaced)
  expect(await following.answer).toMatchObject(replaced)
  for (const host of [one, other]) expect(await host.exited).toBe(0)
  expect(archivedFiles(office.dataDir).size).toBe(0)
  setVersion(MIGRATIONS.length)
  held.release()
  const next = new HostProcess(office.env)
  expect(await next.request('jobs.follow', { id: 1 })).toMatchObject({
    job: { state: 'done', result: { downloaded: 5 } },
  })
  await next.close()
  await office.close()
})

test('U-05 a sync whose program is replaced does not fail: the new program goes on with it', async () => {
  const office = await openOffice({ world: now => seedWorld({ now, companies: 1, invoicesPerCompany: 5 }) })
  await office.addCompanies()
  const held = office.authority.faults.hold({ match: { path: 'descarcare' } })
  const before = new HostProcess(office.env, undefined, [process.execPath, program])
  before.send({ id: 1, method: 'invoices.sync' })
  await held.reached()
  await before.close()
  await replace()
  held.release()
  const installed = new HostProcess(office.env)
  const { job } = await installed.request('jobs.latest', {})
  const ended = await installed.request('jobs.follow', { id: job?.id ?? 0 })
  expect(ended.job).toMatchObject({ state: 'done', result: { failed: 0 } })
  expect(archivedFiles(office.dataDir).size).toBe(5)
  await installed.close()
  await office.close()
})
