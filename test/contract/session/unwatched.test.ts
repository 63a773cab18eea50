import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import type { SessionStatus } from '../../../shared/protocol/session.ts'
import type { Hold } from '../../authority/faults.ts'
import { childEnv, command, HostProcess, PROGRAM, startCommand } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { signInToMailbox } from '../support/spv.ts'

const TOKEN = { path: '/token' }
const SPV = { host: 'webserviced.localhost' }
let office: Office
const hosts: HostProcess[] = []

beforeEach(async () => {
  office = await openOffice()
})
afterEach(async () => {
  for (const host of hosts.splice(0)) host.child.kill('SIGKILL')
  await office.close()
})

function startHost(): HostProcess {
  const host = new HostProcess(office.env)
  hosts.push(host)
  return host
}

/** The token endpoint acts at once and answers late. */
async function answersLate(): Promise<{ hold: Hold; hasRotated: () => Promise<void> }> {
  const before = office.authority.journal.count(TOKEN)
  const hold = office.authority.faults.hold({ match: TOKEN, times: 1 })
  const form = () => office.authority.journal.find(TOKEN)[before]?.form
  return { hold, hasRotated: () => expect.poll(form).toBeDefined() }
}

/** The sign-in is complete: tokens granted while nobody waited are kept, and get the next pair, which gets the next. */
async function expectSignedIn(): Promise<void> {
  const status = async () => (await command(['auth', 'status', '--json'], office.env)).json() as AuthStatus
  await expect.poll(async () => (await status()).state).toBe('connected')
  for (let times = 0; times < 2; times++) {
    const { code, stderr } = await command(['auth', 'refresh'], office.env)
    expect([code, stderr]).toEqual([0, ''])
  }
}

const code = () => office.authority.tokens.issueCode('1234AA456', office.authority.profile.redirectUri)
const REQUESTS = [
  ['a refresh', async (host: HostProcess) => host.start('auth.refresh', {})],
  [
    'an exchange',
    async (host: HostProcess) => {
      await host.request('auth.forget', {})
      return host.start('auth.complete', { code: code() })
    },
  ],
] as const

describe('A-09 tokens that the authority has given are kept, though nobody waits for them any more:', () => {
  test.each(REQUESTS)('%s that was cancelled', async (_name, ask) => {
    const { hold, hasRotated } = await answersLate()
    const host = startHost()
    const asked = await ask(host)
    await hasRotated()
    host.send({ cancel: asked.id })
    expect((await asked.answer).error?.code).toBe('cancelled')
    hold.release()
    expect((await host.request('auth.refresh', {})).state).toBe('connected')
    expect(await host.close()).toBe(0)
    await expectSignedIn()
  })

  test.each(REQUESTS)('%s when the port closes', async (_name, ask) => {
    const { hold, hasRotated } = await answersLate()
    const host = startHost()
    const asked = await ask(host)
    await hasRotated()
    host.child.stdin.end()
    expect((await asked.answer).error?.details.reason).toBe('host-lost')
    hold.release()
    expect(await host.exited).toBe(0)
    await expectSignedIn()
  })

  test.each(REQUESTS)('%s when the browser kills the host before there is an answer', async (_name, ask) => {
    const { hold, hasRotated } = await answersLate()
    const host = startHost()
    const unanswered = expect((await ask(host)).answer).rejects.toThrow('the host ended')
    await hasRotated()
    host.child.kill('SIGKILL')
    await unanswered
    hold.release()
    await expectSignedIn()
  })

  test('a refresh when the settings are saved meanwhile', async () => {
    const { hold, hasRotated } = await answersLate()
    const host = startHost()
    const asked = host.start('auth.refresh', {})
    await hasRotated()
    const saved = host.request('profile.configure', { environment: 'prod' })
    hold.release()
    expect((await asked.answer).error).toBeUndefined()
    await saved
    await expectSignedIn()
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a refresh of the command line that gets %s', async signal => {
    const { hold, hasRotated } = await answersLate()
    const { child, finished } = startCommand(['auth', 'refresh', '--json'], office.env)
    await hasRotated()
    const said = new Promise(resolve => child.stdout.once('data', resolve))
    child.kill(signal)
    await said // it no longer waits
    hold.release()
    const { code, json } = await finished
    expect(code).toBe(1)
    expect(json()).toMatchObject({ error: { code: 'cancelled' } })
    await expectSignedIn()
  })

  test.skipIf(process.platform !== 'linux')('a refresh of the command line whose terminal is closed', async () => {
    const { hold, hasRotated } = await answersLate()
    const line = `'${process.execPath}' '${PROGRAM}' auth refresh`
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env: childEnv(office.env), stdio: 'ignore' })
    await hasRotated()
    terminal.kill('SIGKILL')
    await once(terminal, 'close')
    hold.release()
    await expectSignedIn()
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a refresh when the host gets %s', async signal => {
    const { hold, hasRotated } = await answersLate()
    const host = startHost()
    const asked = host.start('auth.refresh', {})
    await hasRotated()
    host.child.kill(signal)
    expect((await asked.answer).error?.details.reason).toBe('host-lost')
    hold.release()
    expect(await host.exited).toBe(0)
    await expectSignedIn()
  })
})

describe('G-03 cookies that the gateway has rewritten are kept, though nobody waits for the answer any more:', () => {
  const mailbox = ({ services }: SessionStatus) => services.find(({ service }) => service === 'spv')?.state
  const isAlive = async () => {
    const tested = await command(['session', 'test', '--json'], office.env)
    expect(tested.json()).toMatchObject({ services: [{ service: 'spv', state: 'active' }, {}] })
  }

  test.each(['cancelled', 'left by the browser'])('a test of the session, %s', async how => {
    const cookies = await signInToMailbox(office.authority)
    const host = startHost()
    expect(mailbox(await host.request('session.import', { service: 'spv', cookies }))).toBe('active')
    const hold = office.authority.faults.hold({ match: SPV, times: 1 })
    const asked = host.start('session.test', { service: 'spv' })
    await hold.reached()
    if (how === 'cancelled') host.send({ cancel: asked.id })
    else host.child.stdin.end()
    expect((await asked.answer).error).toBeDefined()
    hold.release()
    expect(await host.close()).toBe(0)
    await isAlive()
  })

  test("the import of a browser's cookies, which the browser has no more", async () => {
    const cookies = await signInToMailbox(office.authority)
    const host = startHost()
    const hold = office.authority.faults.hold({ match: SPV, times: 1 })
    const asked = host.start('session.import', { service: 'spv', cookies })
    await hold.reached()
    host.send({ cancel: asked.id })
    expect((await asked.answer).error?.code).toBe('cancelled')
    hold.release()
    expect(await host.close()).toBe(0)
    await isAlive()
  })

  test('a revalidation of the command line that gets SIGTERM between its hops', async () => {
    const cookies = await signInToMailbox(office.authority)
    const host = startHost()
    await host.request('session.import', { service: 'spv', cookies })
    expect(await host.close()).toBe(0)
    office.authority.spvGateway.revalidateNext()
    const hold = office.authority.faults.hold({ match: { ...SPV, path: '/my.policy_nonce' }, times: 1 })
    const { child, finished } = startCommand(['session', 'test', '--json'], office.env)
    await hold.reached()
    const said = new Promise(resolve => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    await said
    hold.release()
    expect((await finished).code).toBe(1)
    await isAlive()
  })
})
