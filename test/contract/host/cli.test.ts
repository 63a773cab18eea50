import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { removeFolder } from '../../planted/look.ts'
import { allTexts, archivedFiles } from '../support/archived-zips.ts'
import { childEnv, command, type Env, HostProcess, PROGRAM } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

/** The message of both front doors for the same failure. */
async function complaints(env: Env, args: readonly string[]): Promise<{ code: number | null; error: ErrorBody }> {
  const { code, json } = await command([...args, '--json'], env)
  return { code, error: (json() as { error: ErrorBody }).error }
}

describe('the command line with an archive', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 12 }) })
    await office.addCompanies()
    const { code, stderr } = await command(['invoices', 'sync'], office.env)
    if (code !== 0) throw new Error(stderr)
  })
  afterAll(() => office.close())

  test('lists speak to people in tables of their language and to programs in JSON', async () => {
    const romanian = await command(['invoices', 'list', '--limit', '5'], { ...office.env, LC_ALL: 'ro_RO.UTF-8' })
    expect(romanian.stdout).toContain('Partener')
    expect(romanian.stdout).toMatch(/5 din \d\d/)
    const english = await command(['companies', 'list'], office.env)
    expect(english.stdout).toMatch(/CUI\s+Name\s+SPV rights\s+Synced\s+Archived\s+New/)
    const { json } = await command(['--json', 'invoices', 'list', '--direction', 'received'], office.env)
    const { items } = json() as { items: { direction: string }[] }
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ direction }) => direction)).difference(new Set(['received', 'both'])).size).toBe(0)
  })

  test('a document comes to a pipe as bytes and to a named file as a whole', async () => {
    const [message] = office.authority.expected().flatMap(({ messages }) => messages)
    const id = message?.id ?? ''
    const piped = await command(['invoices', 'get', id], office.env)
    expect(createHash('sha256').update(piped.bytes).digest('hex')).toBe(message?.sha256)
    const output = join(office.dataDir, 'out.xml')
    const saved = await command(['invoices', 'get', id, '--as', 'signature', '--output', output, '--json'], office.env)
    expect(saved.json()).toMatchObject({ id, path: output, size: readFileSync(output).length })
    expect(readFileSync(output, 'utf8')).toContain('Signature')
    const described = await command(['invoices', 'get', id, '--json'], office.env)
    expect(described.json()).toMatchObject({ item: { id }, sha256: message?.sha256 })
  })

  test('A-12 tokens of another certificate than before are reported as such, with both serials', async () => {
    const before = (await command(['auth', 'status', '--json'], office.env)).json() as { serial: string }
    const tokens = JSON.stringify(await office.authority.issueTokens({ certificateSerial: 'AB99' }))
    const imported = await command(['auth', 'import', '-'], { ...office.env, LANG: 'ro_RO.UTF-8' }, tokens)
    expect(imported.stdout).toContain(`Alt certificat decât înainte: acum AB99, înainte ${before.serial}.`)
    const said = await command(['auth', 'status'], office.env)
    expect(said.stdout).toContain(`The certificate has changed: it was ${before.serial} and is now AB99.`)
    expect((await command(['auth', 'status', '--json'], office.env)).json()).toMatchObject({
      serial: 'AB99',
      previousSerial: before.serial,
    })
  })

  test('missing things differ from wrong ones', async () => {
    expect(await complaints(office.env, ['invoices', 'get', '123'])).toMatchObject({
      code: 1,
      error: { code: 'not-found', details: { reason: 'message-unknown' } },
    })
    expect(await complaints(office.env, ['companies', 'add', '14399841'])).toMatchObject({
      code: 2,
      error: { code: 'invalid-input', details: { reason: 'cui-check-digit' } },
    })
    expect(await complaints(office.env, ['invoices', 'sync', '--cui', 'RO 14399840'])).toMatchObject({
      code: 1,
      error: { details: { reason: 'company-unknown' } },
    })
  })

  test('a company without rights is added and said to have none', async () => {
    const { code, json } = await command(['companies', 'add', 'RO14399840', '--json'], office.env)
    expect(code).toBe(0)
    expect(json()).toMatchObject({ company: { cui: '14399840', rights: 'denied' } })
    const removed = await command(['companies', 'remove', '14399840', '--json'], office.env)
    expect(removed.json()).toEqual({ removed: true })
  })

  test('a damaged document is found, and named', async () => {
    const [path = ''] = archivedFiles(office.dataDir).keys()
    const bytes = readFileSync(path)
    truncateSync(path, bytes.length - 1)
    const { code, json } = await command(['archive', 'verify', '--json'], office.env)
    writeFileSync(path, bytes)
    expect(code).toBe(1)
    expect(json()).toMatchObject({ checked: 24, problems: [{ problem: 'changed' }] })
  })

  test('a corrupt database is named with its way out by both front doors, and the rebuild brings all back', async () => {
    const database = join(office.dataDir, 'recipisa.db')
    for (const name of readdirSync(office.dataDir)) if (/^recipisa\.db-/.test(name)) rmSync(join(office.dataDir, name))
    writeFileSync(database, Buffer.alloc(8192, 'not a database '))
    const told = await complaints(office.env, ['invoices', 'list'])
    expect(told).toMatchObject({ code: 1, error: { code: 'storage', details: { reason: 'database-corrupt' } } })
    expect(told.error.message).toContain(database)
    expect(told.error.message).toContain('archive rebuild')

    const host = new HostProcess(office.env)
    expect(await host.refusal('overview.get', {})).toMatchObject({ details: { reason: 'database-corrupt' } })
    expect(await host.request('profile.get', {})).toMatchObject({ environment: 'test' })
    const rebuilt = await host.request('archive.rebuild', {})
    expect(rebuilt.indexed).toBe(24)
    expect(rebuilt.keptDatabase).toContain('recipisa.db')
    // The same host, repaired.
    const { total } = await host.request('invoices.list', {})
    expect(total).toBeGreaterThan(20)
    expect(await host.close()).toBe(0)
    expect((await command(['archive', 'verify', '--json'], office.env)).json()).toMatchObject({
      checked: 24,
      problems: [],
    })
  })
})

describe('bad configuration', () => {
  let folder: string
  let env: Env
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recipisa-cli-'))
    env = { RECIPISA_DATA_DIR: join(folder, 'data'), RECIPISA_PROFILE: join(folder, 'profile.json') }
  })
  afterEach(() => removeFolder(folder))

  const cases: readonly [what: string, profile: Record<string, unknown>, reason: string, names: string][] = [
    ['a wrong URL', { baseUrl: 'api localhost' }, 'profile-url', 'baseUrl'],
    ['plain http to the outside', { authUrl: 'http://login.example/v1' }, 'profile-url-insecure', 'login.example'],
    ['an http redirect URI', { redirectUri: 'http://localhost:8443/callback' }, 'redirect-not-https', 'redirectUri'],
    ['a missing CA file', { ca: 'nowhere.pem' }, 'ca-missing', 'nowhere.pem'],
    ['a field that nobody knows', { baseURL: 'https://api.localhost' }, 'profile-field', 'baseURL'],
  ]
  for (const [what, profile, reason, names] of cases) {
    test(`${what} is named by both front doors, and the host stays alive`, async () => {
      writeFileSync(env.RECIPISA_PROFILE ?? '', JSON.stringify(profile))
      const told = await complaints(env, ['auth', 'status'])
      expect(told).toMatchObject({ code: 2, error: { code: 'invalid-input', details: { reason } } })
      expect(told.error.message).toContain(names)
      const host = new HostProcess(env)
      await host.message(one => one.event === 'hello')
      for (const method of ['overview.get', 'auth.status', 'profile.get'] as const)
        expect(await host.refusal(method, {})).toEqual(told.error)
      // The file is repaired, the same host continues.
      writeFileSync(env.RECIPISA_PROFILE ?? '', '{}')
      expect(await host.request('profile.get', {})).toMatchObject({ environment: 'prod' })
      expect(await host.close()).toBe(0)
    })
  }

  test('a missing profile is named', async () => {
    const { code, stderr } = await command(['profile', 'show'], { ...env, LANG: 'ro_RO.UTF-8' })
    expect(code).toBe(2)
    expect(stderr).toContain(`Fișierul de profil ${env.RECIPISA_PROFILE} nu există.`)
    expect(stderr).toContain('Ce urmează: ')
  })

  test('flags go before the environment, wherever in the line they stand', async () => {
    const profile = join(folder, 'other.json')
    writeFileSync(profile, '{"environment":"test"}')
    const dataDir = join(folder, 'other')
    const { code, json } = await command(
      ['profile', '--profile', profile, 'show', '--json', '--data-dir', dataDir],
      env,
    )
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      file: profile,
      environment: 'test',
      archiveFolder: join(dataDir, 'archive', 'test'),
    })
  })

  test('a secret is taken from standard input and kept where nobody else reads it', async () => {
    writeFileSync(env.RECIPISA_PROFILE ?? '', '{}')
    const args = ['profile', 'configure', '--client-id', 'abc', '--client-secret', '-', '--json']
    const { code, json, stdout } = await command(args, env, 'the-secret-itself\n')
    expect(code).toBe(0)
    expect(json()).toMatchObject({ clientId: 'abc', hasClientSecret: true })
    const secrets = join(folder, 'data', 'secrets.json')
    expect(readFileSync(secrets, 'utf8')).toContain('the-secret-itself')
    expect(statSync(secrets).mode & 0o077).toBe(0)
    const other = allTexts(folder, name => !name.endsWith('secrets.json'))
    expect([stdout, ...other.values()].filter(text => text.includes('the-secret-itself'))).toEqual([])
    const refused = await complaints(env, ['profile', 'configure', '--client-secret', 'on-the-command-line'])
    expect(refused).toMatchObject({ code: 2, error: { details: { reason: 'usage' } } })
    expect(refused.error.message).not.toContain('on-the-command-line')
  })

  test('a secret without its application is refused, and kept nowhere: under no client ID nobody would find it', async () => {
    writeFileSync(env.RECIPISA_PROFILE ?? '', '{}')
    const { code, json } = await command(
      ['profile', 'configure', '--client-secret', '-', '--environment', 'test', '--json'],
      env,
      'the-secret-itself\n',
    )
    expect(code).toBe(3)
    expect(json()).toMatchObject({
      error: { details: { reason: 'client-not-configured', params: { missing: 'client ID' } } },
    })
    expect([...allTexts(folder, () => true).values()].filter(text => text.includes('the-secret-itself'))).toEqual([])
    expect(readFileSync(env.RECIPISA_PROFILE ?? '', 'utf8')).toBe('{}')
  })

  test('texts too long for any application are refused: the profile with them would fit into no answer', async () => {
    writeFileSync(env.RECIPISA_PROFILE ?? '', '{}')
    const host = new HostProcess(env)
    const long = 'x'.repeat(2_000_000)
    for (const field of ['clientId', 'redirectUri', 'clientSecret']) {
      const { details } = await host.refusal('profile.configure', { clientId: 'a', [field]: long })
      expect(details).toMatchObject({ reason: 'params-invalid' })
    }
    expect((await host.request('profile.get', {})).clientId).toBe(null)
    await host.close()
  })

  test('a name too long for any file is said to be that, wherever it is given', async () => {
    const long = join(folder, 'x'.repeat(256))
    for (const args of [
      ['invoices', 'print', '1', '--output', long],
      ['invoices', 'validate', long],
      ['companies', 'list', '--data-dir', long],
      ['profile', 'show', '--profile', long],
    ]) {
      const told = await complaints({ RECIPISA_DATA_DIR: join(folder, 'data') }, args)
      expect(told, args.join(' ')).toMatchObject({ code: 2, error: { details: { reason: 'name-too-long' } } })
      expect(told.error.message).toContain(long)
    }
  })

  test('a data folder that cannot be made is named', async () => {
    writeFileSync(join(folder, 'file'), '')
    const told = await complaints({ RECIPISA_DATA_DIR: join(folder, 'file', 'data') }, ['companies', 'list'])
    expect(told).toMatchObject({ code: 1, error: { code: 'storage' } })
    expect(told.error.message).toContain(join(folder, 'file'))
  })
})

describe('a wrong client secret', () => {
  test('it is named, with the way out, by both front doors', async () => {
    const office = await openOffice({})
    const env = { ...office.env, RECIPISA_CLIENT_SECRET: 'quite-wrong' }
    const told = await complaints(env, ['auth', 'refresh'])
    expect(told).toMatchObject({ code: 4, error: { code: 'refused', details: { reason: 'client-rejected' } } })
    expect(told.error.message).not.toContain('quite-wrong')
    const host = new HostProcess(env)
    expect(await host.refusal('auth.refresh', {})).toEqual(told.error)
    expect(await host.close()).toBe(0)
    await office.close()
  })
})

describe('wrong usage', () => {
  const usage = (args: readonly string[]) => command(args, { RECIPISA_DATA_DIR: join(tmpdir(), 'recipisa-never-made') })

  test('a wrong command line gives exit code 2, one line and a hint', async () => {
    for (const args of [
      ['invoice', 'list'],
      ['invoices'],
      ['invoices', 'sync', '--days', '61'],
      ['invoices', 'list', '--direction', 'up'],
      ['invoices', 'list', '--since', '2026-13-01'],
      ['invoices', 'list', '--until', '2026-02-31'],
      ['invoices', 'get'],
      ['invoices', 'get', 'FCT-1001'],
      ['invoices', 'list', '--colour'],
      ['companies', 'add', '1', '2'],
      ['auth', 'import', '{"access_token":"x"}'],
      ['profile', 'configure'],
      [],
    ]) {
      const { code, stdout, stderr } = await usage(args)
      expect(code, args.join(' ')).toBe(2)
      expect(stdout).toBe('')
      expect(stderr.trim().split('\n')).toHaveLength(2)
      expect(stderr).toContain('--help')
    }
    const { code, json } = await usage(['invoices', 'sync', '--days', 'x', '--json'])
    expect(code).toBe(2)
    expect(json()).toMatchObject({ error: { code: 'invalid-input', details: { reason: 'usage' } } })
  })

  test('help and version go to standard output', async () => {
    expect(await usage(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' })
    const help = await usage(['invoices', 'sync', '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('--days')
  })
})

/** Gives `work` the folder of a program that has not been started yet. */
async function withNewProgram(work: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-program-'))
  try {
    cpSync(dirname(PROGRAM), folder, { recursive: true, filter: source => !source.endsWith('compile-cache') })
    await work(folder)
  } finally {
    removeFolder(folder)
  }
}

test('a start keeps the compiled program beside it, and does without where it must not write', () =>
  withNewProgram(folder => {
    const program = join(folder, 'recipisa.js')
    const cache = join(folder, 'compile-cache')
    const start = () => spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8', env: childEnv({}) })
    const { status, stdout, stderr } = start()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(readdirSync(cache)).not.toEqual([])
    rmSync(cache, { recursive: true })
    writeFileSync(cache, 'in the way')
    expect(start()).toMatchObject({ status: 0, stdout, stderr: '' })
  }))

test.each(['reading', 'pdf', 'print'])('the %s thread keeps its compiled code beside the program', name =>
  withNewProgram(async folder => {
    // NODE_COMPILE_CACHE of this test run would name another folder.
    const file = readdirSync(folder).find(one => one.startsWith(`${name}-worker-`)) ?? ''
    const thread = new Worker(join(folder, file), { env: childEnv({}) })
    // Once it is loaded it answers a question that it does not know, with an error.
    thread.postMessage({ id: 1 })
    await once(thread, 'message')
    await thread.terminate()
    expect(readdirSync(join(folder, 'compile-cache'))).not.toEqual([])
  }),
)
