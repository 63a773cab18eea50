import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { createCertificateAuthority } from '../../authority/certificates.ts'
import { type AuthorityProfile, origin } from '../../authority/profile.ts'
import { command, type Env, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { signInToPortal } from '../support/portal.ts'
import { signInToMailbox } from '../support/spv.ts'

let office: Office
beforeEach(async () => {
  office = await openOffice()
})
afterEach(() => office.close())

/** The environment with another profile file, beside the authority's own. */
function withProfile(changes: Partial<AuthorityProfile>, env: Env = office.env): Env {
  const path = join(dirname(office.authority.profilePath), 'another.json')
  writeFileSync(path, JSON.stringify({ ...office.authority.profile, ...changes }))
  return { ...env, RECIPISA_PROFILE: path }
}
const status = async (env: Env) => (await command(['auth', 'status', '--json'], env)).json() as AuthStatus

describe('A-16 tokens go to the service that they were kept for, and to no other', () => {
  test('a profile with another baseUrl does not get them, and the first keeps them', async () => {
    const [, port = ''] = /:(\d+)/.exec(office.authority.profile.baseUrl) ?? []
    const elsewhere = withProfile({ baseUrl: `https://elsewhere.localhost:${port}` })
    expect((await status(elsewhere)).state).toBe('disconnected')
    const host = new HostProcess(elsewhere)
    expect((await host.refusal('auth.test', {})).details.reason).toBe('not-signed-in')
    expect((await host.refusal('auth.refresh', {})).details.reason).toBe('not-signed-in')
    await host.request('auth.forget', {})
    await host.close()
    expect(office.authority.journal.find({ host: 'elsewhere.localhost' })).toEqual([])
    expect(office.authority.journal.count({ path: '/token' })).toBe(0)
    expect((await status(office.env)).state).toBe('connected')
  })

  test('A-17 the other environment of the same service does', async () => {
    const { environment } = office.authority.profile
    const other = withProfile({ environment: environment === 'prod' ? 'test' : 'prod' })
    expect((await status(other)).state).toBe('connected')
  })

  test('secrets that an earlier version kept without a service go on', async () => {
    const path = join(office.dataDir, 'secrets.json')
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const { authUrl, clientId } = office.authority.profile
    writeFileSync(path, JSON.stringify({ [`${authUrl} ${clientId}`]: Object.values(kept)[0] }))
    const elsewhere = withProfile({ baseUrl: 'https://api.elsewhere.ro' })
    expect((await status(elsewhere)).state).toBe('disconnected')
    expect((await status(office.env)).state).toBe('connected')
    expect((await command(['auth', 'refresh'], office.env)).code).toBe(0)
  })
})

describe('certificates are verified, whatever the environment says', () => {
  /** The request that each host of the authority gets, and the host. */
  const CALLS = [
    ['login', ['auth', 'refresh']],
    ['api', ['companies', 'add', '14399840']],
    ['public', ['companies', 'lookup', '14399840']],
    ['status', ['declarations', 'status', '123456', '--cui', '14399840']],
    ['spv', ['session', 'import', 'spv', '-']],
    ['portal', ['session', 'import', 'portal', '-']],
  ] as const

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing for any of the hosts', async () => {
    const { authority } = office
    const person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
    const cookies = { spv: await signInToMailbox(authority), portal: await signInToPortal(authority, person) }
    const { ca: _, ...strange } = authority.profile
    const path = join(dirname(authority.profilePath), 'untrusting.json')
    writeFileSync(path, JSON.stringify(strange))
    const env = { ...office.env, RECIPISA_PROFILE: path, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const since = authority.journal.last
    for (const [host, args] of CALLS) {
      const input = host === 'spv' || host === 'portal' ? JSON.stringify(cookies[host]) : ''
      const { stdout, code } = await command([...args, '--json'], env, input)
      expect(code).toBe(1)
      expect(stdout).toContain('"reason":"tls-untrusted"')
      expect(stdout).toContain(`"host":"${new URL(origin(host, 1)).hostname}"`)
    }
    const host = new HostProcess(env)
    expect((await host.refusal('auth.refresh', {})).details.reason).toBe('tls-untrusted')
    await host.close()
    expect(authority.journal.last).toBe(since)

    const trusting = { ...env, NODE_EXTRA_CA_CERTS: authority.profile.ca }
    expect((await command(['auth', 'refresh'], trusting)).code).toBe(0)

    // A profile's own CA is added to the system's roots and does not replace them.
    const { certificatePem } = await createCertificateAuthority('Another CA')
    writeFileSync(path, JSON.stringify({ ...strange, ca: 'another.pem' }))
    writeFileSync(join(dirname(path), 'another.pem'), certificatePem)
    expect((await command(['auth', 'refresh'], env)).code).toBe(1)
    expect((await command(['auth', 'refresh'], trusting)).code).toBe(0)
  })
})

test.skipIf(process.platform === 'win32')(
  'H-09 the data folder is its owner’s alone, however it was made',
  async () => {
    const dataDir = join(dirname(office.dataDir), 'made-before')
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o755)
    const env = { ...office.env, RECIPISA_DATA_DIR: dataDir }
    expect((await status(env)).state).toBe('disconnected')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    chmodSync(dataDir, 0o777)
    const tokens = JSON.stringify(await office.authority.issueTokens())
    expect((await command(['auth', 'import', '-'], env, tokens)).code).toBe(0)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  },
)
