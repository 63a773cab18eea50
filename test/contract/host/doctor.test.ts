import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Check, Examination } from '../../../shared/protocol/doctor.ts'
import { silentPort } from '../../authority/profile.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

let home: string
const env = (): Env => ({ HOME: home, RECIPISA_DATA_DIR: join(home, 'data') })
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recipisa-home-'))
})
afterEach(() => removeFolder(home))

/** The findings of `host doctor`, with its exit code. */
async function examine(args: readonly string[] = ['--offline'], more: Env = {}) {
  const { code, stderr, json } = await command(['host', 'doctor', ...args, '--json'], { ...env(), ...more })
  const { checks, next } = json() as Examination
  const of = (id: string, browser?: string): Check | undefined =>
    checks.find(check => check.id === id && (browser === undefined || check.params.browser === browser))
  return { code, stderr, checks, next, of }
}

async function install(): Promise<string> {
  const { code, stderr, json } = await command(['host', 'install', '--json'], env())
  if (code !== 0) throw new Error(stderr)
  return (json() as { files: string[] }).files[0] ?? ''
}

describe('the browsers and the local program', () => {
  test('H-07 the doctor says that nothing is installed, and after host install that every browser can start the host', async () => {
    const before = await examine()
    expect(before).toMatchObject({ code: 1, stderr: '', next: { id: 'manifest', finding: 'not-registered' } })
    await install()
    const after = await examine()
    expect(after.checks.filter(({ state }) => state === 'broken')).toEqual([])
    expect(after.code).toBe(0)
    const registered = after.checks.filter(({ finding }) => finding === 'manifest-fine')
    expect(registered.map(({ params }) => params.browser)).toEqual([
      'Google Chrome',
      'Chromium',
      'Microsoft Edge',
      'Brave',
      'Vivaldi',
      'Opera',
      'Firefox',
    ])
    expect(after.of('launcher')).toMatchObject({ state: 'fine', params: { version: process.versions.node } })
    expect(after.of('version')).toMatchObject({ state: 'fine', finding: 'version-host' })
  })

  test('a manifest that is damaged, allows another extension, cannot be read or is missing is named with its browser', async () => {
    await install()
    const of = (folder: string) => join(home, '.config', folder, 'NativeMessagingHosts/ro.recipisa.host.json')
    const right = readFileSync(of('google-chrome'), 'utf8')
    writeFileSync(of('google-chrome'), right.slice(0, 40))
    writeFileSync(of('chromium'), right.replace(/chrome-extension:\/\/\w+/, `chrome-extension://${'a'.repeat(32)}`))
    rmSync(of('microsoft-edge'))
    mkdirSync(of('microsoft-edge'))
    rmSync(of('vivaldi'))
    writeFileSync(join(home, '.config/vivaldi/Local State'), '{}')
    const { code, next, of: found } = await examine()
    expect(code).toBe(1)
    expect(next).toMatchObject({ finding: 'manifest-invalid', params: { browser: 'Google Chrome' } })
    expect(found('manifest', 'Chromium')).toMatchObject({ finding: 'manifest-other-id', state: 'broken' })
    expect(found('manifest', 'Microsoft Edge')).toMatchObject({
      finding: 'manifest-unreadable',
      params: { path: '~/.config/microsoft-edge/NativeMessagingHosts/ro.recipisa.host.json', problem: 'EISDIR' },
    })
    expect(found('manifest', 'Vivaldi')).toMatchObject({ finding: 'manifest-missing', state: 'broken' })
    for (const folder of ['google-chrome', 'chromium']) writeFileSync(of(folder), right)
    const { stdout } = await command(['host', 'doctor', '--offline'], env())
    expect(stdout.trim().split('\n').at(-1)).toBe(
      'To do first: Remove it, then run "recipisa host install". Microsoft Edge cannot read ~/.config/microsoft-edge/NativeMessagingHosts/ro.recipisa.host.json: EISDIR.',
    )
    expect(found('manifest', 'Brave')).toMatchObject({ finding: 'manifest-fine' })
  })

  test('a launcher that is gone, or whose Node or program is gone, is named with what to do', async () => {
    const launcher = await install()
    const right = readFileSync(launcher, 'utf8')
    writeFileSync(launcher, right.replace(/'[^']*recipisa\.js'/, "'/gone/recipisa.js'"))
    expect((await examine()).of('launcher')).toMatchObject({
      finding: 'launcher-program-fails',
      params: { program: '/gone/recipisa.js' },
    })
    writeFileSync(launcher, right.replace(/exec '[^']*'/, "exec '/gone/node'"))
    expect((await examine()).of('launcher')).toMatchObject({
      finding: 'launcher-node-fails',
      params: { node: '/gone/node' },
    })
    const old = join(home, 'old-node')
    writeFileSync(old, '#!/bin/sh\necho 20.1.0\n', { mode: 0o755 })
    writeFileSync(launcher, right.replace(/exec '[^']*'/, `exec '${old}'`))
    const { finding, message } = (await examine()).of('launcher') ?? {}
    expect(finding).toBe('launcher-node-old')
    expect(message).not.toMatch(/install node/i)
    // The command chooses a Node that is new enough: its own, if there is no other.
    await install()
    expect((await examine()).of('launcher')).toMatchObject({ finding: 'launcher-fine' })
    rmSync(launcher)
    const { code, next } = await examine()
    expect(code).toBe(1)
    expect(next).toMatchObject({ finding: 'manifest-launcher-gone' })
    expect(next?.message).toMatch(/host install/)
  })
})

describe('what the host keeps', () => {
  const database = () => join(home, 'data/recipisa.db')

  test('a data folder that is a file is broken', async () => {
    writeFileSync(join(home, 'data'), '')
    const { code, of } = await examine()
    expect(code).toBe(1)
    expect(of('data-folder')).toMatchObject({
      state: 'broken',
      params: { problem: 'ENOTDIR' },
      message: expect.stringContaining('Check that it is a folder, that you may write to it,'),
    })
  })

  test('a folder in which nothing can be written is the first thing to do: no browser can be mended before it', async () => {
    await install()
    rmSync(join(home, '.local/share/recipisa'), { recursive: true })
    writeFileSync(join(home, '.local/share/recipisa'), '')
    const { next, of } = await examine(['--offline'], { RECIPISA_DATA_DIR: '' })
    expect(of('manifest', 'Chromium')).toMatchObject({ finding: 'manifest-launcher-gone' })
    expect(next).toMatchObject({ id: 'data-folder', params: { path: '~/.local/share/recipisa', problem: 'ENOTDIR' } })
  })

  test('a profile file that this user may not open is named, and the host goes on', async () => {
    const profile = join(home, 'data/profile.json')
    mkdirSync(join(home, 'data'))
    // A folder of root's is closed to other users; a link to itself is closed to root as well.
    symlinkSync('profile.json', profile)
    const denied = { reason: 'storage-failed', params: { path: profile, problem: 'ELOOP' } }
    const host = new HostProcess(env())
    expect((await host.refusal('profile.get', {})).details).toMatchObject(denied)
    expect((await host.refusal('profile.configure', { clientId: 'a' })).details).toMatchObject(denied)
    const { checks } = await host.request('host.doctor', { online: false, extension: '1.0.0' })
    expect(checks.find(({ id }) => id === 'data-folder')).toMatchObject({ finding: 'data-folder-open' })
    rmSync(profile)
    expect((await host.request('profile.get', {})).file).toBe(null)
    await host.close()
  })

  test('a database of a newer version or of no version is named, and left as it was', async () => {
    expect((await command(['companies', 'list'], env())).code).toBe(0)
    expect((await examine()).of('database')).toMatchObject({ state: 'fine', finding: 'database-fine' })
    const db = new DatabaseSync(database())
    db.exec('PRAGMA user_version = 9999')
    db.close()
    const before = readFileSync(database())
    expect((await examine()).of('database')).toMatchObject({ state: 'broken', finding: 'database-newer' })
    expect(readFileSync(database()).equals(before)).toBe(true)
    writeFileSync(database(), 'this is no database, whatever its name says, and long enough to look like one')
    expect((await examine()).of('database')).toMatchObject({ finding: 'database-corrupt' })
  })
})

describe('the way to the authority', () => {
  let office: Office
  beforeEach(async () => {
    office = await openOffice({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 1 }) })
    await office.addCompanies()
  })
  afterEach(() => office.close())
  const online = () => examine([], office.env)

  test('every host is tried once without a certificate, and the clock compared', async () => {
    const asked = office.authority.journal.entries.length
    const { of, checks } = await online()
    const hosts = checks.filter(({ id }) => id === 'reachability')
    expect(hosts.map(({ state }) => state)).toEqual(Array(7).fill('fine'))
    expect(of('clock')).toMatchObject({ state: 'fine' })
    expect(office.authority.journal.entries.slice(asked)).toMatchObject([{ method: 'HEAD', host: 'api.localhost' }])
    office.authority.clock.advance(120_000)
    expect((await online()).of('clock')).toMatchObject({ state: 'look', finding: 'clock-behind' })
    office.authority.clock.advance(-3_600_000)
    expect((await online()).of('clock')).toMatchObject({ state: 'broken', params: { minutes: 58 } })
  })

  test('a host that does not listen is named, and the others are still tried', async () => {
    const profile = JSON.parse(readFileSync(office.env.RECIPISA_PROFILE, 'utf8')) as object
    const path = join(home, 'profile.json')
    writeFileSync(path, JSON.stringify({ ...profile, baseUrl: `https://api.localhost:${await silentPort()}` }))
    const { code, of, checks } = await examine([], { ...office.env, RECIPISA_PROFILE: path })
    expect(code).toBe(1)
    expect(of('reachability')).toMatchObject({ finding: 'unreachable', params: { host: 'api.localhost' } })
    expect(of('clock')).toMatchObject({ state: 'none' })
    expect(checks.filter(({ finding }) => finding === 'host-reached')).toHaveLength(6)
    writeFileSync(path, '{')
    const unreadable = await examine([], { ...office.env, RECIPISA_PROFILE: path })
    expect(unreadable.of('reachability')).toMatchObject({ finding: 'profile-unreadable' })
    expect(unreadable.checks.filter(({ finding }) => finding === 'profile-unreadable')).toHaveLength(1)
  })

  test('neither door tells a secret, a company or the name in the home folder', async () => {
    const asked = { ...env(), ...office.env, RECIPISA_DATA_DIR: office.dataDir, LC_ALL: 'ro_RO.UTF-8' }
    const { stdout } = await command(['host', 'doctor'], asked)
    expect(stdout).toContain('De făcut întâi: Rulați „recipisa host install”')
    const host = new HostProcess({ ...asked, HOME: home })
    const examination = await host.request('host.doctor', { extension: '0.7.0' })
    await host.close()
    expect(examination.checks.find(({ id }) => id === 'manifest')).toMatchObject({ finding: 'registered-elsewhere' })
    expect(examination.checks.find(({ id }) => id === 'version')?.params).toMatchObject({ extension: '0.7.0' })
    const told = stdout + JSON.stringify(examination)
    const { companies } = office.authority.world
    const names = [...companies.values()].flatMap(({ cui, name }) => [cui, name])
    for (const hidden of [...names, office.authority.clientSecret, home]) expect(told).not.toContain(hidden)
  })
})
