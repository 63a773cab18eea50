import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CertificateList } from '../../../shared/protocol/certificates.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { softhsmModule, tokenFolder, writeToken } from '../../browser/support/token/token.ts'
import { removeFolder } from '../../planted/look.ts'
import { plant } from '../../planted/mark.ts'
import { processesWith } from '../../support/processes.ts'
import { run } from '../../support/run-program.ts'
import { command, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'

const missing = (process.env.RECIPISA_MISSING ?? '').split(' ')
const MODULE = softhsmModule() ?? ''
const COMPILER = '/usr/bin/cc'
const DAY = 86_400_000

/** A computer with two tokens, whose holders reach one company each; the second certificate has expired. */
describe.skipIf(missing.includes('token'))('certificates on two tokens', () => {
  let office: Office
  let env: Office['env']
  let folder: string
  let cuis: string[]
  const serials: string[] = []
  const ended = new Date(Date.now() - 3 * DAY)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recipisa-tokens-'))
    office = await openOffice({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 2 }) })
    env = { ...office.env, ...(await tokenFolder(folder)) }
    cuis = [...office.authority.world.companies.keys()]
    const holders = [{ commonName: 'IONESCU MARIA' }, { commonName: 'POPA ION', validUntil: ended }]
    for (const [at, holder] of holders.entries()) {
      const issued = await office.authority.enrolPerson({ ...holder, rights: cuis.slice(at, at + 1) })
      serials.push(issued.serialNumber.replace(/^0+/, ''))
      const { certificatePem: certificate, privateKeyPem: privateKey } = issued
      const label = holder.commonName
      const order = { certificate, privateKey, label, pin: plant('pin'), soPin: '12345678', keyAsksForPin: true }
      await writeToken(env, { ...order, module: MODULE })
    }
    await office.addCompanies()
  })
  afterAll(async () => {
    await office.close()
    removeFolder(folder)
  })

  const recipisa = (...args: string[]) => command(args, env)
  const list = async (...args: string[]) => {
    const { code, json, stderr } = await recipisa('certificates', 'list', '--json', ...args)
    expect(stderr).toBe('')
    return { code, ...(json() as CertificateList) }
  }
  /** Signs in with the certificate of one of the tokens. */
  const signIn = async (serial: string | undefined) => {
    const tokens = await office.authority.issueTokens(serial === undefined ? {} : { certificateSerial: serial })
    expect(await command(['auth', 'import', '-'], env, JSON.stringify(tokens))).toMatchObject({ code: 0 })
  }
  const compiled = async (name: string, body: string) => {
    const [source, library] = [join(folder, `${name}.c`), join(folder, `${name}.so`)]
    writeFileSync(
      source,
      `#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void f(void) {${body}}`,
    )
    await run(COMPILER, ['-shared', '-fPIC', '-o', library, source], { env: { PATH: process.env.PATH ?? '' } })
    return library
  }

  test('H-11 tokens and certificates are listed without a PIN, one of them expired, matched to the authorization', async () => {
    await signIn(serials[0])
    const { code, certificates, modules } = await list('--module', MODULE)
    expect(code).toBe(0)
    expect(modules).toEqual([{ path: MODULE, isAdded: false, tokens: 2, error: null }])
    const [first, second] = certificates
    expect(first).toMatchObject({
      serial: serials[0],
      facts: {
        subject: 'IONESCU MARIA',
        issuer: office.authority.ca.commonName,
        usages: ['digital-signature', 'non-repudiation', 'key-encipherment', 'client-auth'],
      },
      state: 'valid',
      token: 'IONESCU MARIA',
      usedFor: ['e-invoicing'],
    })
    expect(second).toMatchObject({
      serial: serials[1],
      facts: { subject: 'POPA ION', validUntil: Math.floor(ended.getTime() / 1000) * 1000 },
      state: 'expired',
      token: 'POPA ION',
      usedFor: [],
    })
    const { stdout } = await recipisa('certificates', 'list', '--module', MODULE)
    expect(stdout).toMatch(new RegExp(`^IONESCU MARIA .* ${serials[0]} .*valid .*e-Factura +IONESCU MARIA`, 'm'))
    expect(stdout).toMatch(new RegExp(`^POPA ION .* ${serials[1]} .*expired `, 'm'))
  })

  test('H-11 a certificate is remembered without its token, and one that only a sign-in has shown is listed too', async () => {
    await signIn('0abc')
    const elsewhere = { ...office.env, ...(await tokenFolder(mkdtempSync(join(folder, 'empty-')))) }
    const host = new HostProcess(elsewhere)
    const { certificates } = await host.request('certificates.list', { module: MODULE })
    await host.close()
    const seen = certificates.map(({ serial, facts, state, token, usedFor }) => [
      serial,
      facts?.subject,
      state,
      token,
      usedFor,
    ])
    expect(seen).toContainEqual(['ABC', undefined, 'unknown', null, ['e-invoicing']])
    expect(seen).toContainEqual([serials[0], 'IONESCU MARIA', 'valid', null, []])
  })

  test('each company is synced with its own certificate, and waits by name for the one that is not there', async () => {
    const syncWith = async (serial: string | undefined) => {
      await signIn(serial)
      const { json } = await recipisa('invoices', 'sync', '--json')
      const result = json() as { downloaded: number; companies: { cui: string; error: { details: unknown } | null }[] }
      const errorOf = (cui: string | undefined) => result.companies.find(one => one.cui === cui)?.error?.details
      return { downloaded: result.downloaded, errors: cuis.map(errorOf) }
    }
    // This one has not expired, so it is known to reach its company later.
    const other = await office.authority.enrolPerson({ commonName: 'RADU ANA', rights: cuis.slice(1) })
    const key = other.serialNumber.replace(/^0+/, '')
    // The person who added the companies to the list is no longer here.
    for (const { serial, companies } of (await list('--module', MODULE)).certificates)
      if (companies.length > 0) expect(await recipisa('certificates', 'forget', serial)).toMatchObject({ code: 0 })
    expect((await syncWith(serials[0])).errors).toMatchObject([undefined, { reason: 'no-rights-for-company' }])
    const name = `IONESCU MARIA (${serials[0]})`
    const waiting = (certificates: string) => ({ reason: 'certificate-other', params: { certificates } })
    expect((await syncWith(key)).errors).toMatchObject([waiting(name), undefined])
    expect((await syncWith(serials[0])).errors).toMatchObject([undefined, waiting(key)])
    const { companies } = (await recipisa('companies', 'list', '--json')).json() as ResultOf<'companies.list'>
    expect(companies.map(({ rights }) => rights)).toEqual(['granted', 'granted'])
    const by = new Map(companies.map(company => [company.cui, company.certificates]))
    expect(cuis.map(cui => by.get(cui))).toEqual([
      [{ serial: serials[0], holder: 'IONESCU MARIA' }],
      [{ serial: key, holder: null }],
    ])
    expect((await recipisa('companies', 'list')).stdout).toMatch(/ +IONESCU MARIA$/m)
    const { certificates } = await list('--module', MODULE)
    const reached = new Map(certificates.map(one => [one.serial, one.companies.map(({ cui }) => cui)]))
    expect([reached.get(serials[0] ?? ''), reached.get(key)]).toEqual([[cuis[0]], [cuis[1]]])
  })

  test('H-11 certificates are listed while the secrets cannot be read, only without what the sign-in uses', async () => {
    await signIn(serials[0])
    const secrets = join(office.dataDir, 'secrets.json')
    const kept = readFileSync(secrets)
    writeFileSync(secrets, kept.subarray(0, -10))
    const { code, certificates } = await list('--module', MODULE)
    writeFileSync(secrets, kept)
    const first = certificates.find(({ serial }) => serial === serials[0])
    expect([code, first]).toMatchObject([0, { state: 'valid', token: 'IONESCU MARIA', usedFor: [] }])
  })

  test('H-11 a module that is missing, or is no library, gives a clear message and is not kept', async () => {
    const text = join(folder, 'notes.so')
    writeFileSync(text, 'not a library\n')
    const none = await recipisa('certificates', 'list', '--module', join(folder, 'none.so'))
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining(`${folder}/none.so does not exist.`) })
    const added = await recipisa('certificates', 'add-module', text, '--json')
    expect(added.code).toBe(2)
    expect(added.json()).toMatchObject({ error: { details: { reason: 'certificate-module-unusable' } } })
    const kept = await prepare(env, async (_call, services) => (await services.archive()).certificates.modules())
    expect(kept).toEqual([])
  })

  test.skipIf(!existsSync(COMPILER))(
    'H-11 modules that hang, crash or write takes nothing down, and the others are read',
    async () => {
      const hanging = await compiled('hanging', 'for (;;) pause();')
      const crashing = await compiled('crashing', 'abort();')
      const noisy = await compiled('noisy', 'write(1, "noise", 5);')
      await prepare(env, async (_call, services) => {
        const { certificates } = await services.archive()
        for (const path of [hanging, crashing, noisy]) certificates.addModule(path)
      })
      const { code, certificates, modules } = await list()
      expect(code).toBe(0)
      const reasons = new Map(modules.map(({ path, error }) => [path, error?.details?.reason]))
      expect([hanging, crashing, noisy].map(path => reasons.get(path))).toEqual([
        'certificate-module-silent',
        'certificate-module-crashed',
        'certificate-module-unusable',
      ])
      expect(certificates.filter(({ token }) => token !== null)).toHaveLength(2)
      const left = [...(await processesWith(`RECIPISA_DATA_DIR=${office.dataDir}`)).values()]
      expect(left.filter(line => line.includes(folder))).toEqual([])
    },
  )
})
