import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import type { SessionCookie } from '../../../shared/protocol/session.ts'
import type { FaultRule } from '../../authority/faults.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { filesUnder } from '../../support/archived-files.ts'
import { downloadsOf } from '../support/archived-zips.ts'
import { command, type Finished, type HostProcess } from '../support/host.ts'
import { archivedMailIds, asked, importSession, mailHashes, SPV, takeOver } from '../support/mailbox.ts'
import { killRunners, type Office, openOffice, runnerPids } from '../support/office.ts'
import { signInToMailbox } from '../support/spv.ts'

let office: Office
afterEach(() => office.close())

async function open(messages = 20): Promise<HostProcess> {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 0 }),
    mail: seedMail({ messages }),
  })
  await importSession(office)
  return office.startHost()
}

const spvCalls = () => office.authority.journal.find({ host: SPV })
const signIns = () => spvCalls().filter(({ path }) => path === '/my.policy').length
const noticesOf = async (host: HostProcess) =>
  (await host.request('notices.list', { after: 0, limit: 100 })).notices.filter(({ kind }) => kind === 'session-needed')

/** Starts a sync and waits until it reports that it needs a session. */
async function syncUntilPaused(host: HostProcess) {
  const syncing = host.start('mailbox.sync', {})
  await host.message(
    ({ id, progress }) => id === syncing.id && (progress as { phase?: string } | undefined)?.phase === 'session-needed',
  )
  return syncing
}

describe('a session that ends in the middle of a sync', () => {
  const ways: [string, FaultRule['effect'] | undefined][] = [
    ['the gateway asks for the certificate again', undefined],
    ['the gateway hangs up', { kind: 'redirect', location: '/vdesk/hangup.php3' }],
    ['a login wall comes with HTTP 200', { kind: 'page', page: 'login-wall' }],
  ]
  test.each(ways)(
    'G-04 %s: the sync pauses, tells once, and goes on after a new session import',
    async (_way, effect) => {
      const host = await open()
      const path = 'descarcare'
      if (effect) office.authority.faults.add({ match: { host: SPV, path }, nth: 8, effect })
      // The list, then seven documents.
      else office.authority.spvGateway.expireSessions(8)
      const syncing = await syncUntilPaused(host)
      expect(archivedMailIds(office.dataDir).size).toBe(7)
      const { services } = await host.request('session.status', {})
      expect(services.filter(({ service }) => service === 'spv')).toMatchObject([{ state: 'expired' }])
      expect(await noticesOf(host)).toMatchObject([{ subject: 'spv', cui: null }])
      // It does not hold up the sync of invoices.
      expect(await host.request('invoices.sync', {})).toMatchObject({ failed: 0 })
      const { mailbox } = await host.request('overview.get', {})
      expect(mailbox.job).toMatchObject({ state: 'running', progress: { phase: 'session-needed', done: 7, total: 20 } })

      const cookies = await signInToMailbox(office.authority)
      const [before, lists] = [signIns(), asked(office, 'listaMesaje').length]
      await takeOver(office, cookies)
      expect(await syncing.answer).toMatchObject({ result: { downloaded: 20, failed: 0 } })
      const { expected, archived } = mailHashes(office)
      expect(archived).toEqual(expected)
      // It continues with the documents: of the lists since, one proved the new session, one told whose it is.
      expect(asked(office, 'listaMesaje')).toHaveLength(lists + 2)
      if (!effect) for (const [id, count] of downloadsOf(office.authority)) expect(count, `downloads of ${id}`).toBe(1)
      expect(signIns()).toBe(before)
      expect(await noticesOf(host)).toHaveLength(1)
    },
  )

  test('G-02 G-03 revalidations between downloads are followed with the cookies alone, and every rewrite is kept', async () => {
    const host = await open(12)
    const since = office.authority.journal.last
    const syncing = host.start('mailbox.sync', {})
    for (let n = 0; n < 3; n++) {
      office.authority.spvGateway.revalidateNext()
      const { last } = office.authority.journal
      await office.authority.journal.waitFor({ host: SPV, path: '/my.policy_nonce' }, { since: n === 0 ? since : last })
    }
    expect(await syncing.answer).toMatchObject({ result: { downloaded: 12, failed: 0 } })
    const calls = spvCalls().filter(({ n }) => n > since)
    expect(calls.filter(({ path }) => path === '/my.policy_nonce').length).toBeGreaterThanOrEqual(3)
    expect(calls.filter(one => one.clientCertificatePresented)).toEqual([])
    for (const [id, count] of downloadsOf(office.authority)) expect(count, `downloads of ${id}`).toBe(1)
  })

  test('a session forgotten meanwhile ends the sync, and archived documents stay', async () => {
    const host = await open()
    office.authority.spvGateway.expireSessions(4)
    const syncing = await syncUntilPaused(host)
    await host.request('session.forget', { service: 'spv' })
    expect(await syncing.answer).toMatchObject({ error: { details: { reason: 'session-missing' } } })
    expect(archivedMailIds(office.dataDir).size).toBe(3)
  })

  test('U-05 a sync whose runner is killed while it waits goes on waiting with the next host, and then goes on', async () => {
    const host = await open()
    office.authority.spvGateway.expireSessions(4)
    await syncUntilPaused(host)
    await host.close()
    await killRunners(office.dataDir)
    const next = office.startHost()
    const { job } = await next.request('jobs.latest', { kind: 'mailbox' })
    const following = next.start('jobs.follow', { id: job?.id ?? 0 })
    await importSession(office)
    expect(await following.answer).toMatchObject({ result: { job: { state: 'done', result: { downloaded: 17 } } } })
    expect(await noticesOf(next)).toHaveLength(1)
  })
})

describe('G-12 no program starts a sign-in', () => {
  test('G-12 a sync without a session, and with one that is known to be over, asks nobody', async () => {
    const host = await open()
    await host.request('session.forget', { service: 'spv' })
    const calls = spvCalls().length
    expect((await host.refusal('mailbox.sync', {})).details.reason).toBe('session-missing')
    expect((await host.request('jobs.latest', { kind: 'mailbox' })).job).toBeNull()
    expect(spvCalls()).toHaveLength(calls)

    await importSession(office)
    office.authority.spvGateway.expireSessions()
    expect((await command(['session', 'test'], office.env)).code).toBe(3)
    const before = [spvCalls().length, signIns()]
    expect((await host.refusal('mailbox.sync', {})).details.reason).toBe('gateway-session-expired')
    expect([spvCalls().length, signIns()]).toEqual(before)
  })

  test('G-12 the command line says at once that somebody has to sign in, and waits for nobody', async () => {
    await open()
    office.authority.spvGateway.expireSessions()
    const browser = signIns()
    const refused = await command(['mailbox', 'sync', '--json'], office.env)
    expect(refused).toMatchObject({ code: 3 })
    expect(refused.json()).toMatchObject({ error: { code: 'session-expired' } })
    expect(signIns()).toBe(browser)
  })

  test('G-12 a living session is reused by every program, and only a person’s visit shows a certificate', async () => {
    const host = await open(6)
    const browser = spvCalls().filter(one => one.clientCertificatePresented).length
    await host.request('mailbox.sync', {})
    expect((await command(['mailbox', 'sync', '--days', '5'], office.env)).code).toBe(0)
    await host.request('session.test', { service: 'spv' })
    expect(spvCalls().filter(one => one.clientCertificatePresented)).toHaveLength(browser)
  })
})

test('G-08 cookies are in the secret store and in no other file, message, output, argument or log', async () => {
  const host = await open(12)
  const said: Finished[] = []
  const seen = new Map<string, string>()
  const commandLines: string[] = []
  const remember = (cookies: readonly SessionCookie[]) => {
    for (const { name, value } of cookies) seen.set(value, name)
  }
  const rememberKept = async () => {
    const [store] = await placesOf('MRHSession')
    for (const [, value = ''] of readFileSync(store ?? '', 'utf8').matchAll(/\bvalue[\\"]+:[\\"]+([^\\"]+)/g))
      seen.set(value, 'kept')
    return store
  }
  const cookies = await importSession(office)
  remember(cookies)
  await rememberKept()
  office.authority.spvGateway.expireSessions(6)
  office.authority.faults.add({ match: { path: 'descarcare' }, nth: 3, effect: { kind: 'body', body: 'nu se poate' } })
  const syncing = await syncUntilPaused(host)
  for (const pid of [process.pid, host.child.pid ?? 0, ...runnerPids(office.dataDir)])
    commandLines.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  const again = await signInToMailbox(office.authority)
  remember(again)
  said.push(await command(['session', 'import', 'spv', '-', '--json'], office.env, JSON.stringify(again)))
  expect(await syncing.answer).toMatchObject({ result: { failed: 1 } })
  const [cui = ''] = office.authority.world.companies.keys()
  said.push(await command(['mailbox', 'request', 'DATE IDENTIFICARE', '--cui', cui, '--wait', '--json'], office.env))
  said.push(await command(['mailbox', 'sync'], office.env))
  const store = await rememberKept()
  office.authority.spvGateway.expireSessions()
  said.push(await command(['mailbox', 'sync', '--json'], office.env))
  expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 3])

  const spoken = [
    ...said.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    host.stderr,
    JSON.stringify(host.messages),
    ...commandLines,
  ].join('\n')
  expect(seen.size).toBeGreaterThan(cookies.length * 2)
  const files = await filesUnder(office.dataDir)
  for (const [value, name] of seen) {
    expect(spoken.includes(value), `${name} was said`).toBe(false)
    const places = [...files].filter(([path, bytes]) => path !== store && bytes.includes(value))
    expect(places.map(([path]) => path)).toEqual([])
  }
})

/** Files of the data folder that contain a text. */
async function placesOf(text: string): Promise<string[]> {
  const files = await filesUnder(office.dataDir)
  return [...files].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
}
