import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { TransportRequest } from '../../../native-host/authority/wire/transports/transport.ts'
import { createTokenTransport } from '../../../native-host/token/token-transport.ts'
import { createCertificateAuthority } from '../../authority/certificates.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { sha256 } from '../../authority/journal.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { removeFolder } from '../../planted/look.ts'
import { plant } from '../../planted/mark.ts'
import { filesUnder } from '../../support/archived-files.ts'
import { killProcesses, processesWith } from '../../support/processes.ts'
import { run } from '../../support/run-program.ts'
import { expectArchived } from '../support/archived-zips.ts'
import { childEnv, type Env, PROGRAM } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'
import { type PluggedToken, plugIn } from '../support/token.ts'

const PIN = plant('pin')
const WRONG = plant('pin')
const COMPILER = '/usr/bin/cc'
/** Place of C_Login in the list of PKCS#11 2.40, after the version. */
const LOGIN = 19
const isMissing = (process.env.RECIPISA_MISSING ?? '').split(' ').includes('token') || process.platform !== 'linux'

describe.skipIf(isMissing)('the certificate of a token, without a browser', { timeout: 40_000 }, () => {
  let office: Office
  let token: PluggedToken
  let folder: string
  let env: Env
  /** Before a test: the journal's last entry, and the number of PIN prompts. */
  let before = { n: 0, asked: 0 }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recipisa-token-'))
    office = await openOffice({
      access: 'certificate',
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 4 }),
    })
    const person = await office.authority.enrolPerson({ commonName: 'Ana Pop' })
    token = await plugIn(folder, person, PIN)
    env = { ...office.env, ...token.env, RECIPISA_TOKEN: token.driver }
    const cuis = [...office.authority.world.companies.keys()]
    await prepare(office.env, async (_call, services) => {
      const { companies } = await services.archive()
      for (const cui of cuis) companies.put(cui, 'granted')
    })
  })
  beforeEach(async () => {
    before = { n: office.authority.journal.last, asked: await token.timesAsked() }
  })
  afterAll(async () => {
    await office.close()
    removeFolder(folder)
  })

  const apiCalls = () =>
    office.authority.journal.entries.filter(({ n, path }) => n > before.n && path.includes('/FCTEL/'))
  const timesAsked = async () => (await token.timesAsked()) - before.asked
  /** Runs a command line without a terminal, as a scheduler does. */
  const recipisa = async (args: readonly string[], more: Env = {}) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: childEnv({ ...env, ...more }), detached: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
    child.stdin.end()
    const [code] = await once(child, 'close')
    return { code, said }
  }
  /** The transport by itself, in the test's own process. */
  const transport = (changes: Partial<Parameters<typeof createTokenTransport>[0]> = {}) => {
    const { driver } = token
    const made = createTokenTransport({
      ...{ driver, serial: null, ca: office.authority.caPem, command: [process.execPath, PROGRAM] },
      env: childEnv(env),
      ...changes,
    })
    onTestFinished(() => made.close())
    return made
  }
  /** The token's driver, which refuses every PIN with a code of PKCS#11. */
  const refusing = async (name: string, code: number) => {
    const [source, library] = [join(folder, `${name}.c`), join(folder, `${name}.so`)]
    await writeFile(
      source,
      `#include <dlfcn.h>
static void *own[80];
static unsigned long login(void) { return ${code}; }
unsigned long C_GetFunctionList(void ***list) {
  void *driver = dlopen("${token.driver}", RTLD_NOW);
  unsigned long (*get)(void ***) = (unsigned long (*)(void ***)) dlsym(driver, "C_GetFunctionList");
  void **theirs;
  get(&theirs);
  for (int at = 0; at < 69; at++) own[at] = theirs[at];
  own[${LOGIN}] = (void *) login;
  *list = own;
  return 0;
}
`,
    )
    await run(COMPILER, ['-shared', '-fPIC', '-o', library, source, '-ldl'], { env: { PATH: process.env.PATH ?? '' } })
    return library
  }
  const hello = (more: Partial<TransportRequest> = {}): TransportRequest => ({
    ...{ method: 'GET', headers: {}, maxBytes: 1_000_000, changesNothing: true },
    url: `${office.authority.profile.certUrl}/prod/FCTEL/rest/listaMesajeFactura?cif=1&zile=1`,
    ...more,
  })
  const never = new AbortController().signal

  test('E-28 a run asks for the PIN once, syncs two companies byte for byte with the certificate, and leaves the PIN nowhere', async () => {
    const { code, said } = await recipisa(['invoices', 'sync'])
    expect([code, said]).toEqual([0, expect.any(String)])
    expectArchived(office)
    for (const call of apiCalls())
      expect(call).toMatchObject({ host: 'webserviceapl.localhost', clientCertificatePresented: true })
    expect(await timesAsked()).toBe(1)
    const files = [...(await filesUnder(office.dataDir)).values()].map(bytes => bytes.toString('latin1'))
    expect([said, ...files].filter(text => text.includes(PIN))).toEqual([])
  })

  test('E-28 an invoice is uploaded and followed with the certificate of the token', async () => {
    const [cui = '', buyer = ''] = office.authority.world.companies.keys()
    const xml = sampleXml({ seller: cui, buyer })
    const file = join(folder, 'invoice.xml')
    await writeFile(file, xml)
    const { code, said } = await recipisa(['invoices', 'upload', file, '--cui', cui, '--wait', '--yes'])
    expect([code, said]).toEqual([0, expect.any(String)])
    expect(office.authority.uploadsOf(sha256(Buffer.from(xml)))).toHaveLength(1)
    expect(await timesAsked()).toBe(1)
  })

  test('E-28 a wrong PIN ends the run after a single try, says so, and calls nobody', async () => {
    await token.types(WRONG)
    const { code, said } = await recipisa(['invoices', 'sync'])
    expect(code).toBe(3)
    expect(said).toContain('Wrong PIN. It was not tried a second time.')
    expect(said).not.toContain(WRONG)
    expect(await timesAsked()).toBe(1)
    expect(apiCalls()).toEqual([])
    await token.types(PIN)
    expect((await recipisa(['invoices', 'sync'])).code).toBe(0)
    expect(decodeURIComponent(await token.said())).toContain('The last PIN that was entered was wrong.')
  })

  test.skipIf(!existsSync(COMPILER))(
    'E-28 a PIN that has expired, or that was never chosen, is not told as a wrong one',
    async () => {
      for (const [code, name] of [
        [0xa3, 'expired'],
        [0x102, 'none'],
      ] as const) {
        const { code: ended, said } = await recipisa(['invoices', 'sync'], {
          RECIPISA_TOKEN: await refusing(name, code),
        })
        expect([ended, said]).toEqual([3, expect.stringContaining("The token's PIN has expired or was never chosen.")])
      }
      expect(apiCalls()).toEqual([])
    },
  )

  test('E-28 somebody who confirms the window without a PIN has given up', async () => {
    await token.types('')
    const { code, said } = await recipisa(['invoices', 'sync'])
    await token.types(PIN)
    expect([code, said]).toEqual([1, expect.stringContaining('The operation was stopped')])
    expect(apiCalls()).toEqual([])
  })

  test('E-28 at a terminal the PIN is asked for there, and not shown', async () => {
    // A mistake taken back, a line begun again, an arrow and a Tab.
    const keys = `x\u007f9\u0015\u001b[D\t${PIN}\r`
    const line = `'${process.execPath}' '${PROGRAM}' invoices sync --json`
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: childEnv(env), detached: true })
    let shown = ''
    child.stdout.on('data', chunk => {
      if (!shown.includes('PIN: ') && `${shown}${chunk}`.includes('PIN: ')) child.stdin.write(keys)
      shown += chunk
    })
    const [code] = await once(child, 'close')
    expect([code, shown]).toEqual([0, expect.stringContaining('Token: Recipisa')])
    expect(shown).not.toContain(PIN)
    expect(await timesAsked()).toBe(0)
  })

  test('E-28 where nobody can be asked the run says so', async () => {
    const { code, said } = await recipisa(['invoices', 'sync'], { PATH: folder })
    expect(code).toBe(3)
    expect(said).toContain('There is nowhere to ask for the PIN')
  })

  test('E-28 a driver that hangs is stopped, and one that is no library is named', async () => {
    const pipe = join(folder, 'driver.so')
    await run('mkfifo', [pipe], { env: {} })
    const silent = transport({ driver: pipe, silence: 1500 })
    await expect(silent.send(hello(), never)).rejects.toMatchObject({ reason: 'token-driver-silent' })
    const text = join(folder, 'text.so')
    await writeFile(text, 'no library')
    await expect(transport({ driver: text }).send(hello(), never)).rejects.toMatchObject({
      reason: 'token-driver-unusable',
    })
    // Node's readline would end a line at these two.
    const odd = join(folder, 'two\u2028lines\u2029.so')
    await expect(transport({ driver: odd }).send(hello(), never)).rejects.toMatchObject({
      reason: 'token-driver-unusable',
      params: { path: odd },
    })
    await expect(transport({ serial: 'AB12' }).send(hello(), never)).rejects.toMatchObject({
      reason: 'token-certificate-missing',
    })
    expect(await timesAsked()).toBe(0)
  })

  test('E-28 a certificate that has expired is not used, and no PIN is asked for, whoever names it', async () => {
    const other = join(folder, 'expired')
    await mkdir(other)
    const expired = await office.authority.enrolPerson({ commonName: 'Ana Pop', validUntil: new Date(Date.now() - 1) })
    const old = await plugIn(other, expired, '123456')
    for (const named of [[], ['--certificate', expired.serialNumber]]) {
      const { code, said } = await recipisa([...named, 'invoices', 'sync'], { ...old.env, RECIPISA_TOKEN: old.driver })
      expect([code, said]).toEqual([3, expect.stringContaining('no suitable certificate on the token')])
    }
    expect(await old.timesAsked()).toBe(0)
  })

  test.each([
    ['has expired', 'office.pem', `${Math.round(Date.now() / 1000) + 800 * 86_400}`],
    ['comes from an issuer that the server does not know', 'server-ca.pem', `${Math.round(Date.now() / 1000)}`],
  ])(
    'E-28 a server that refuses the certificate because it %s is not taken for one that is not trusted',
    async (_, issuer, moment) => {
      const ca = await createCertificateAuthority('Gateway CA (test)')
      const own = await ca.issueServerCertificate([])
      const files = {
        'office.pem': office.authority.caPem,
        'server-ca.pem': ca.certificatePem,
        'server.pem': own.certificatePem,
        'server.key': own.privateKeyPem,
      }
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      const asks = ['-Verify', '1', '-verify_return_error', '-CAfile', issuer, '-attime', moment]
      const server = spawn(
        'openssl',
        ['s_server', '-accept', '0', '-tls1_2', '-www', '-cert', 'server.pem', '-key', 'server.key', ...asks],
        { cwd: folder, env: childEnv({}) },
      )
      onTestFinished(() => void server.kill())
      let said = ''
      while (!/ACCEPT\D+(\d+)/.test(said)) said += (await once(server.stdout, 'data'))[0]
      const url = `https://localhost:${/ACCEPT\D+(\d+)/.exec(said)?.[1]}/`
      let hasLeft = false
      const onBytes = () => {
        hasLeft = true
      }
      const refused = transport({ ca: ca.certificatePem }).send(hello({ url, changesNothing: false, onBytes }), never)
      await expect(refused).rejects.toMatchObject({ reason: 'certificate-refused' })
      expect(hasLeft).toBe(false)
    },
  )

  test('E-28 when the process with the key is killed, what had left is in doubt, what had not is not, and no PIN is asked for again', async () => {
    const held = office.authority.faults.hold({ match: { path: 'listaMesajeFactura' } })
    const used = transport()
    let hasLeft = false
    const onBytes = () => {
      hasLeft = true
    }
    const lost = used.send(hello({ onBytes, changesNothing: false }), never)
    const told = expect(lost).rejects.toMatchObject({ failure: 'reset' })
    await held.reached()
    const processes = [...(await processesWith(`SOFTHSM2_CONF=${token.env.SOFTHSM2_CONF}`))]
    const [pid] = processes.find(([, command]) => command.includes('token-calls')) ?? []
    // A core file of the process that knows the PIN would hold none of its memory.
    expect(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()).toBe('00000000')
    await killProcesses(`SOFTHSM2_CONF=${token.env.SOFTHSM2_CONF}`, command => command.includes('token-calls'))
    await told
    held.release()
    expect(hasLeft).toBe(true)
    await expect(used.send(hello(), never)).rejects.toMatchObject({ reason: 'token-process-ended' })
    expect(await timesAsked()).toBe(1)
  })

  test('E-28 a token that is taken out ends the calls that need it, before anything has left', async () => {
    const used = transport()
    expect((await used.send(hello(), never)).head.status).toBe(200)
    await rename(token.objects, `${token.objects}-gone`)
    let hasLeft = false
    const onBytes = () => {
      hasLeft = true
    }
    // A call that files something uses its own connection, which the key must sign.
    const refused = used.send(hello({ changesNothing: false, onBytes }), never)
    await expect(refused).rejects.toMatchObject({ reason: 'token-gone' })
    expect(hasLeft).toBe(false)
  })
})
