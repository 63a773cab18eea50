import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SessionCookie, SessionStatus } from '../../../shared/protocol/session.ts'
import { sha256 } from '../../authority/journal.ts'
import { filesUnder } from '../../support/archived-files.ts'
import { command, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { signInToMailbox } from '../support/spv.ts'

const SPV = 'webserviced.localhost'
let office: Office
let cookies: SessionCookie[]
let host: HostProcess
/** Requests to the mailbox's host after the browser's part. */
let since: number

beforeEach(async () => {
  office = await openOffice()
  cookies = await signInToMailbox(office.authority)
  host = new HostProcess(office.env)
  since = office.authority.journal.last
})
afterEach(async () => {
  await host.close()
  await office.close()
})

const importThem = (given = cookies) => host.request('session.import', { service: 'spv', cookies: given })
const replays = () => office.authority.journal.find({ host: SPV }).filter(({ n }) => n > since)
const hashes = (given: readonly SessionCookie[]) =>
  Object.fromEntries(given.map(({ name, value }) => [name, sha256(value)]))
const spvOf = ({ services }: SessionStatus) => services.find(({ service }) => service === 'spv')
const stateOf = async () => spvOf(await host.request('session.status', {}))?.state

describe('a session that is alive', () => {
  test('G-02 the host replays the cookies without a certificate, and says active only after that went through', async () => {
    expect(await stateOf()).toBe('none')
    expect(spvOf(await importThem())).toMatchObject({ state: 'active', keptIn: expect.any(String) })
    const [proof, ...more] = replays()
    expect(more).toEqual([])
    expect(proof).toMatchObject({ status: 200, method: 'GET', clientCertificatePresented: false, query: { zile: '1' } })
    expect(proof?.cookies).toEqual(hashes(cookies))

    await host.request('session.test', { service: 'spv' })
    const later = replays().slice(1)
    expect(later.map(({ status, clientCertificatePresented }) => [status, clientCertificatePresented])).toEqual([
      [200, false],
    ])
  })

  test('G-03 a revalidation is followed with the cookies kept, and rotated cookies serve the next process', async () => {
    office.authority.spvGateway.revalidateNext()
    await importThem()
    expect(replays().map(({ path }) => path.split('/').at(-1))).toEqual([
      'listaMesaje',
      'my.policy_nonce',
      'listaMesaje',
    ])
    const [first, nonce, last] = replays()
    expect(nonce?.cookies).toEqual(pickGateway(first?.setCookies))
    expect(last?.cookies).toMatchObject(pickGateway(nonce?.setCookies))
    expect(last?.cookies.JSESSIONID).toBe(first?.cookies.JSESSIONID)

    const other = new HostProcess(office.env)
    office.authority.spvGateway.revalidateNext()
    expect(spvOf(await other.request('session.test', { service: 'spv' }))).toMatchObject({ state: 'active' })
    const [next] = replays().slice(3)
    expect(next?.cookies).toMatchObject(pickGateway(last?.setCookies))
    await other.close()
  })

  test('a rotated cookie is kept before the hop after it, which may fail', async () => {
    await importThem()
    office.authority.spvGateway.revalidateNext()
    office.authority.faults.add({
      match: { path: '/my.policy_nonce' },
      effect: { kind: 'redirect', location: 'https://www-anaf.localhost/elsewhere' },
    })
    const refused = await host.refusal('session.test', { service: 'spv' })
    expect(refused.details.reason).toBe('gateway-redirect')
    const [hop] = replays().slice(1)
    // The next caller brings that hop's cookies.
    await host.start('session.test', { service: 'spv' }).answer
    expect(replays().at(-1)?.cookies).toMatchObject(pickGateway(hop?.setCookies))
  })

  test('G-11 forgetting calls /exit with the cookies, and leaves none of them here', async () => {
    await importThem()
    const kept = replays().at(-1)?.setCookies
    const forgotten = await host.request('session.forget', { service: 'spv' })
    expect(spvOf(forgotten)).toMatchObject({ state: 'none', since: null, lastUsedAt: null })
    const exit = replays().at(-1)
    expect(exit).toMatchObject({ path: '/exit', status: 302 })
    expect(exit?.cookies).toMatchObject(kept ?? {})
    expect((await host.refusal('session.test', { service: 'spv' })).details.reason).toBe('session-missing')
    expect(await placesOf('MRHSession')).toEqual([])
  })

  test('G-11 a silent gateway does not prevent forgetting', async () => {
    await importThem()
    office.authority.faults.add({ match: { path: '/exit' }, times: 'always', effect: { kind: 'reset' } })
    expect(spvOf(await host.request('session.forget', { service: 'spv' }))).toMatchObject({ state: 'none' })
  })
})

describe('a session that is over', () => {
  test('G-04 bare /my.policy means that the session has expired, and is remembered', async () => {
    await importThem()
    office.authority.clock.advance(3_600_000)
    const error = await host.refusal('session.test', { service: 'spv' })
    expect(error).toMatchObject({ code: 'session-expired', details: { reason: 'gateway-session-expired' } })
    expect(replays().at(-1)).toMatchObject({ status: 302, path: '/SPVWS2/rest/listaMesaje' })
    expect(await stateOf()).toBe('expired')
    const asked = replays().length
    expect((await host.refusal('session.test', { service: 'spv' })).code).toBe('session-expired')
    expect(replays()).toHaveLength(asked)
  })

  test.each([
    ['the hang-up', { kind: 'redirect', location: '/vdesk/hangup.php3' }],
    ['a login wall with HTTP 200', { kind: 'page', page: 'login-wall' }],
  ] as const)('G-04 %s means that the session has expired', async (_name, effect) => {
    await importThem()
    office.authority.faults.add({ match: { host: SPV }, effect })
    expect((await host.refusal('session.test', { service: 'spv' })).details.reason).toBe('gateway-session-expired')
    expect(await stateOf()).toBe('expired')
  })

  test('cookies that the gateway does not know are never called active', async () => {
    const unknown = cookies.map(cookie => ({ ...cookie, value: 'f'.repeat(32) }))
    const error = await host.refusal('session.import', { service: 'spv', cookies: unknown })
    expect(error.code).toBe('session-expired')
    expect(await stateOf()).toBe('none')
  })

  test('a certificate without SPV rights makes no session, and that is said', async () => {
    const nobody = await signInToMailbox(office.authority, { rights: [] })
    const error = await host.refusal('session.import', { service: 'spv', cookies: nobody })
    expect(error).toMatchObject({ code: 'no-rights', details: { reason: 'spv-no-rights', side: 'certificate' } })
    expect(await stateOf()).toBe('none')
  })

  test('a page in the list’s place means no session', async () => {
    office.authority.faults.add({ match: { host: SPV }, effect: { kind: 'body', body: '{"ok":true}' } })
    const error = await host.refusal('session.import', { service: 'spv', cookies })
    expect(error.details.reason).toBe('answer-unexpected')
    expect(await stateOf()).toBe('none')
  })
})

describe('what goes where', () => {
  test('G-05 a redirect to another host is refused, and nothing is sent there', async () => {
    await importThem()
    const elsewhere = `${office.authority.origin('status')}/my.policy_nonce`
    office.authority.faults.add({ match: { host: SPV }, effect: { kind: 'redirect', location: elsewhere } })
    const error = await host.refusal('session.test', { service: 'spv' })
    expect(error.details).toMatchObject({ reason: 'gateway-redirect', params: { host: new URL(elsewhere).host } })
    expect(office.authority.journal.count({ host: 'www-anaf.localhost' })).toBe(0)
    expect(await stateOf()).toBe('active')
  })

  test('cookies of other hosts are left out at import', async () => {
    const [first] = cookies
    if (!first) throw new Error('no cookie')
    const foreign = ['logincert.localhost', '.example.ro', 'localhost', 'd.localhost'].map((domain, n) => ({
      ...first,
      domain,
      name: `foreign${n}`,
      value: 'foreign-value',
    }))
    // Other sites of the authority set cookies for all its hosts, and one that no header can carry stops nobody.
    const odd = ['ș', 'a\r\nEvil: 1', 'a; MRHSession=b'].map((value, n) => ({ ...first, name: `odd${n}`, value }))
    await importThem([...foreign, ...odd, ...cookies])
    expect(replays()[0]?.cookies).toEqual(hashes(cookies))
    const none = await host.refusal('session.import', { service: 'spv', cookies: foreign })
    expect(none.details.reason).toBe('session-cookies-invalid')
    const expired = cookies.map(cookie => ({ ...cookie, expires: Date.parse('2020-01-01') }))
    const over = await host.refusal('session.import', { service: 'spv', cookies: expired })
    expect(over.message).toContain('those of the host webserviced.localhost have expired')
    expect(await stateOf()).toBe('active')
  })

  test('G-08 cookies are in the secret store and in no other file, message or output', async () => {
    const said: string[] = []
    await importThem()
    const piped = await command(['session', 'status', '--json'], office.env)
    said.push(piped.stdout, piped.stderr)
    office.authority.clock.advance(3_600_000)
    const again = await command(['session', 'import', 'spv', '-', '--json'], office.env, JSON.stringify(cookies))
    expect(again.code).toBe(3)
    const garbage = await command(['session', 'import', 'spv', '-'], office.env, `[${cookies[0]?.value}`)
    expect(garbage.code).toBe(2)
    const malformed = JSON.stringify(cookies.map(cookie => ({ ...cookie, path: cookie.value })))
    const refused = await command(['session', 'import', 'spv', '-'], office.env, malformed)
    expect(refused.code).toBe(2)
    for (const list of ['[]', '{}', '[{"name":"MRHSession"}]', malformed]) {
      const { stdout } = await command(['session', 'import', 'spv', '-', '--json'], office.env, list)
      expect(stdout).toContain('session-cookies-invalid')
    }
    said.push(again.stdout, again.stderr, garbage.stderr, refused.stderr, host.stderr, JSON.stringify(host.messages))
    for (const { value } of cookies) expect(said.join()).not.toContain(value)
    const [store, ...others] = await placesOf('MRHSession')
    expect(others).toEqual([])
    const kept = [...readFileSync(store ?? '', 'utf8').matchAll(/\bvalue[\\"]+:[\\"]+([^\\"]+)/g)].map(
      ([, value]) => value ?? '',
    )
    expect(kept).toHaveLength(cookies.length)
    for (const value of [...kept, ...cookies.map(cookie => cookie.value)]) {
      expect((await placesOf(value)).filter(path => path !== store)).toEqual([])
    }
  })

  test('the command line takes cookies on standard input, and forgets them', async () => {
    const imported = await command(['session', 'import', 'spv', '-', '--json'], office.env, JSON.stringify(cookies))
    expect(spvOf(imported.json() as SessionStatus)).toMatchObject({ state: 'active' })
    expect((await command(['session', 'status'], office.env)).stdout).toMatch(/Session\s+active/)
    expect((await command(['session', 'test'], office.env)).code).toBe(0)
    // As Playwright prints them, through a shell that marks its text.
    const theirs = (await signInToMailbox(office.authority)).map(cookie => ({
      ...cookie,
      expires: -1,
      sameSite: 'Lax',
    }))
    const again = await command(['session', 'import', 'spv', '-'], office.env, `\ufeff${JSON.stringify(theirs)}`)
    expect(again.code).toBe(0)
    expect((await command(['session', 'forget'], office.env)).code).toBe(0)
    expect((await command(['session', 'import', 'spv', 'cookies.json'], office.env)).code).toBe(2)
    expect(office.authority.journal.count({ host: SPV, path: '/exit' })).toBe(1)
  })
})

const pickGateway = (set: Readonly<Record<string, string>> | undefined) => {
  const { MRHSession, LastMRH_Session, F5_ST } = set ?? {}
  expect([MRHSession, LastMRH_Session, F5_ST]).not.toContain(undefined)
  return { MRHSession, LastMRH_Session, F5_ST }
}

/** Files of the data folder that contain a text. */
async function placesOf(text: string): Promise<string[]> {
  const files = await filesUnder(office.dataDir)
  return [...files].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
}
