import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env, HostProcess } from '../support/host.ts'

let folder: string
let env: Env
const profile = () => join(folder, 'profile.json')
const secrets = () => join(folder, 'data', 'secrets.json')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-secrets-'))
  env = { RECIPISA_DATA_DIR: join(folder, 'data'), RECIPISA_PROFILE: profile() }
  mkdirSync(join(folder, 'data'))
})
afterEach(() => removeFolder(folder))

const configure = (clientId: string, secret: string) =>
  command(['profile', 'configure', '--client-id', clientId, '--client-secret', '-', '--json'], env, `${secret}\n`)

test('while the secrets cannot be stored, a new application does not take the place of the old one', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const [before, kept] = [readFileSync(profile(), 'utf8'), readFileSync(secrets(), 'utf8')]
  writeFileSync(secrets(), kept.slice(0, -10))
  const refused = await configure('second', 'secret-2')
  expect([refused.code, refused.json()]).toMatchObject([
    1,
    { error: { details: { reason: 'secrets-damaged', params: { path: secrets() } } } },
  ])
  expect(readFileSync(profile(), 'utf8')).toBe(before)
  expect(readFileSync(secrets(), 'utf8')).toBe(kept.slice(0, -10))
  writeFileSync(secrets(), kept)
  expect((await configure('second', 'secret-2')).json()).toMatchObject({ clientId: 'second', hasClientSecret: true })
})

test('a secret that comes with a wrong profile is not stored either', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const kept = readFileSync(secrets(), 'utf8')
  const args = ['profile', 'configure', '--redirect-uri', 'http://localhost/callback', '--client-secret', '-', '--json']
  expect((await command(args, env, 'secret-2\n')).code).not.toBe(0)
  expect(readFileSync(secrets(), 'utf8')).toBe(kept)
})

test('while the secrets cannot be read, overview and today’s list tell why beside all that needs none', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const kept = readFileSync(secrets(), 'utf8')
  const host = new HostProcess(env)
  writeFileSync(secrets(), kept.slice(0, -10))
  const damaged = { secretsError: { details: { reason: 'secrets-damaged', params: { path: secrets() } } } }
  expect(await host.request('overview.get', {})).toMatchObject({
    ...damaged,
    profile: { clientId: 'first', hasClientSecret: true },
    companies: [],
    sessions: [],
  })
  expect(await host.request('today.get', {})).toMatchObject({ ...damaged, items: [] })
  const { code, stdout } = await command(['today'], env)
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${secrets()} is damaged`)])
  writeFileSync(secrets(), kept)
  expect(await host.request('overview.get', {})).toMatchObject({ secretsError: null, sessions: [{}, {}] })
  expect(await host.request('today.get', {})).toMatchObject({ secretsError: null })
  expect(await host.close()).toBe(0)
})

test('while the secrets cannot be read, the profile is shown and changed, and says why its secret is not known', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const kept = readFileSync(secrets(), 'utf8')
  writeFileSync(secrets(), kept.slice(0, -10))
  const secretsError = { details: { reason: 'secrets-damaged', params: { path: secrets() } } }
  const shown = await command(['profile', 'show', '--json'], env)
  expect([shown.code, shown.json()]).toMatchObject([0, { clientId: 'first', hasClientSecret: true, secretsError }])
  const { code, stdout } = await command(['profile', 'configure', '--environment', 'test'], env)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Client secret +–.* is damaged/s)])
  writeFileSync(secrets(), kept)
  const read = (await command(['profile', 'show', '--json'], env)).json()
  expect(read).toMatchObject({ environment: 'test', hasClientSecret: true })
  expect(read).not.toHaveProperty('secretsError')
})

test.skipIf(process.platform === 'win32')(
  'a silent store holds up neither overview nor archive, however often it is asked',
  async () => {
    writeFileSync(profile(), '{}')
    const host = new HostProcess(env)
    await host.request('overview.get', {})
    // Whoever opens a pipe waits until somebody writes into it.
    execFileSync('mkfifo', [secrets()])
    const silent = {
      secretsError: { details: { reason: 'secret-store', params: { problem: 'no answer within 2 s' } } },
    }
    // More at once than the process has threads.
    const asked = Array.from({ length: 4 }, () => [host.request('overview.get', {}), host.request('today.get', {})])
    expect(await Promise.all(asked.flat())).toMatchObject(Array(8).fill(silent))
    expect(await host.request('archive.verify', {})).toMatchObject({})
    expect(await host.request('profile.get', {})).toMatchObject(silent)
    const pipe = join(folder, 'pipe')
    renameSync(secrets(), pipe)
    await writeFile(pipe, '{}')
    expect(await host.request('overview.get', {})).toMatchObject({ secretsError: null })
    expect(await host.close()).toBe(0)
  },
)
