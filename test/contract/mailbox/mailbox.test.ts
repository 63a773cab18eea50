import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { JournalEntry } from '../../authority/journal.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { downloadsOf } from '../support/archived-zips.ts'
import { command, HostProcess, startCommand } from '../support/host.ts'
import { archivedMailIds, asked, importSession, mailHashes } from '../support/mailbox.ts'
import { killRunners, type Office, openOffice } from '../support/office.ts'

const DOWNLOAD = { path: 'descarcare' }

let office: Office
afterEach(() => office.close())

async function open(companies: number, messages: number): Promise<string[]> {
  office = await openOffice({
    world: now => seedWorld({ now, companies, invoicesPerCompany: 0 }),
    mail: seedMail({ messages }),
  })
  return [...office.authority.world.companies.keys()]
}
const run = (...args: string[]) => command(args, office.env)
const sync = (...args: string[]) => run('mailbox', 'sync', '--json', ...args)

/** Every available document of the service is in the archive, byte for byte. */
function expectWhole() {
  const { expected, archived } = mailHashes(office)
  expect(archived).toEqual(expected)
}
function expectEachOnce() {
  for (const [id, count] of downloadsOf(office.authority)) expect(count, `downloads of ${id}`).toBe(1)
}

describe('mailbox sync', () => {
  test('S-10 every message of every company is archived once, and a second sync downloads nothing', async () => {
    const [cui = ''] = await open(4, 60)
    const withheld = office.authority.mailbox.add({ cif: cui, type: 'RECIPISA', isWithheld: true })
    const dayOnly = office.authority.mailbox.add({ cif: cui, type: 'TIP NOU ', hasTime: false })
    await importSession(office)
    const since = office.authority.journal.last
    const first = await sync()
    expect(first.stderr).toBe('')
    expect(first).toMatchObject({ code: 0 })
    expect(first.json()).toMatchObject({ downloaded: 61, expired: 1, failed: 0 })
    expectWhole()
    expectEachOnce()
    // The first call proves the session; one list covers all rights.
    const lists = asked(office, 'listaMesaje').filter(({ n }) => n > since)
    expect(lists.map(({ query }) => query)).toEqual([{ zile: '1' }, { zile: '60' }])
    expect((await sync()).json()).toMatchObject({ downloaded: 0, expired: 0, failed: 0 })
    expectEachOnce()
    expect((await run('archive', 'verify', '--json')).json()).toEqual({ checked: 61, problems: [] })

    const listed = await run('mailbox', 'list', '--json', '--limit', '1000')
    expect(listed.json()).toMatchObject({ total: 62 })
    const { items } = listed.json() as { items: { id: string; state: string; note: string | null; hasTime: boolean }[] }
    expect(items.find(({ id }) => id === withheld.id)).toMatchObject({
      state: 'refused',
      note: 'Nu aveti dreptul sa descarcati acest mesaj',
    })
    expect(items.find(({ id }) => id === dayOnly.id)).toMatchObject({
      type: 'TIP NOU',
      kind: 'other',
      hasTime: false,
      state: 'archived',
    })
  })

  test('with an unreadable entry in the list the others are archived, and the command says what is missing', async () => {
    await open(1, 2)
    await importSession(office)
    const [one] = office.authority.expectedMail()
    const entry = { id: one?.id, cif: one?.cif, tip: one?.type, data_creare: '01.11.2026 10:00:00' }
    const body = JSON.stringify({ titlu: 'Lista Mesaje', mesaje: [{ ...entry, id: 'x' }, entry] })
    office.authority.faults.add({
      match: { path: 'listaMesaje', query: { zile: '60' } },
      times: 2,
      effect: { kind: 'body', body },
    })
    const first = await sync()
    expect(first.code).toBe(1)
    const unread = [{ code: 'unexpected-answer', details: { reason: 'mail-entries-unread', params: { count: 1 } } }]
    expect(first.json()).toMatchObject({ downloaded: 1, failed: 0, unread })
    const said = await run('mailbox', 'sync')
    expect(said.code).toBe(1)
    expect(said.stdout).toContain(
      'The list of SPV messages has messages that could not be read (in all: 1; mesaje.0.id',
    )
    expect(await sync()).toMatchObject({ code: 0 })
    expectWhole()
  })

  test('new messages come with the next sync, and a lost database costs no download', async () => {
    const [cui = ''] = await open(2, 10)
    await importSession(office)
    await sync()
    office.authority.mailbox.add({ cif: cui, type: 'PLATA' })
    expect((await sync()).json()).toMatchObject({ downloaded: 1 })
    const downloads = downloadsOf(office.authority)
    for (const end of ['', '-wal', '-shm']) rmSync(join(office.dataDir, `recipisa.db${end}`), { force: true })
    expect((await sync()).json()).toMatchObject({ failed: 0 })
    expect(downloadsOf(office.authority)).toEqual(downloads)
    expect((await run('archive', 'verify', '--json')).json()).toEqual({ checked: 11, problems: [] })
    expectWhole()
  })

  test('S-10 resets, cut answers and maintenance on the way lose nothing, and the next sync brings the rest', async () => {
    await open(2, 24)
    const strike = (effect: Parameters<typeof office.authority.faults.add>[0]['effect'], nth: number) =>
      office.authority.faults.add({ match: { host: 'webserviced.localhost', path: 'descarcare' }, nth, effect })
    strike({ kind: 'reset' }, 3)
    strike({ kind: 'reset-in-body' }, 6)
    strike({ kind: 'page', page: 'maintenance-503' }, 9)
    strike({ kind: 'body', body: '<html>nimic</html>', contentType: 'application/pdf' }, 12)
    await importSession(office)
    const first = await sync()
    // A connection cut before the new cookies arrive may cost the session: a person signs in again.
    if (first.code === 3) await importSession(office)
    for (let more = 0; more < 4 && mailHashes(office).archived.length < 24; more++) {
      if ((await sync()).code === 3) await importSession(office)
    }
    expectWhole()
    expect((await run('archive', 'verify', '--json')).json()).toEqual({ checked: 24, problems: [] })
  })

  test('S-10 a sync killed again and again loses nothing and downloads nothing archived twice', async () => {
    await open(3, 60)
    for (const after of [4, 12, 20]) {
      // The answer that the killed program missed carried the session's next cookies.
      await importSession(office)
      const held = archivedMailIds(office.dataDir)
      const before = downloadsOf(office.authority)
      // The kill comes in the middle of these, however many are done already.
      const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: after + 1 })
      const { child, finished } = startCommand(['mailbox', 'sync'], office.env)
      for (let n = 0, since = office.authority.journal.last; n < after; n++) {
        const fits = (one: JournalEntry) => one.path.endsWith('descarcare') && one.completed
        since = (await office.authority.journal.waitFor(fits, { since })).n
      }
      child.kill('SIGKILL')
      await finished
      rest.release()
      const again = [...downloadsOf(office.authority)].filter(([id, count]) => count > (before.get(id) ?? 0))
      expect(again.filter(([id]) => held.has(id))).toEqual([])
    }
    expect(archivedMailIds(office.dataDir).size).toBeGreaterThan(0)
    expect(archivedMailIds(office.dataDir).size).toBeLessThan(60)
    await importSession(office)
    expect((await sync()).json()).toMatchObject({ failed: 0 })
    expectWhole()
    expect((await run('archive', 'verify', '--json')).json()).toEqual({ checked: 60, problems: [] })
  })

  test('S-10 two programs share the session, and each document is downloaded by one of them', async () => {
    const [one = '', two = ''] = await open(2, 30)
    await importSession(office)
    const host = office.startHost()
    const [, first, second] = await Promise.all([
      host.request('mailbox.sync', {}),
      sync('--cui', one),
      sync('--cui', two),
    ])
    expect([first.stderr, first.code, second.code]).toEqual(['', 0, 0])
    expectWhole()
    expectEachOnce()
  })
})

describe('the job', () => {
  test('U-05 goes on when the port closes, shows its counts, and a killed runner is replaced by the next host', async () => {
    await open(2, 40)
    await importSession(office)
    const [untilClosed, untilKilled] = [5, 10].map(nth => office.authority.faults.hold({ match: DOWNLOAD, nth }))
    const host = new HostProcess(office.env)
    const { id } = host.start('mailbox.sync', {})
    await untilClosed?.reached()
    await host.message(one => one.id === id && 'progress' in one)
    expect(await host.close()).toBe(0)
    untilClosed?.release()
    await untilKilled?.reached()
    await killRunners(office.dataDir)
    untilKilled?.release()

    await importSession(office)
    const next = office.startHost()
    const { job } = await next.request('jobs.latest', { kind: 'mailbox' })
    const following = next.start('jobs.follow', { id: job?.id ?? 0 })
    expect(await following.answer).toMatchObject({ result: { job: { kind: 'mailbox', state: 'done' } } })
    expect(next.progressOf<'jobs.follow'>(following.id).at(-1)).toMatchObject({ companiesListed: 2, companies: 2 })
    expectWhole()
    const { mailbox } = await next.request('overview.get', {})
    expect(mailbox).toMatchObject({ unread: 40, offeredRights: 2, syncedAt: expect.any(Number), openRequests: 0 })
  })

  test('U-05 can be cancelled and leaves the session alive; the next one goes on from there', async () => {
    await open(2, 40)
    await importSession(office)
    // It waits for the document in transit, whose answer carries the session's next cookies; 39 would take 20 s.
    const rest = office.authority.faults.add({
      match: DOWNLOAD,
      nth: 2,
      times: 'always',
      effect: { kind: 'delay', ms: 500 },
    })
    const host = office.startHost()
    const syncing = host.start('mailbox.sync', {})
    await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
    host.send({ cancel: syncing.id })
    expect(await syncing.answer).toMatchObject({ error: { code: 'cancelled' } })
    rest.remove()
    expect(archivedMailIds(office.dataDir).size).toBeLessThan(40)
    const { services } = await host.request('session.status', {})
    expect(services.find(({ service }) => service === 'spv')).toMatchObject({ state: 'active' })
    expect(await host.request('mailbox.sync', {})).toMatchObject({ failed: 0 })
    expectWhole()
    expectEachOnce()
  })
})

describe('rights', () => {
  test('S-02 fill the companies after asking once; a list without messages keeps them, persons are in the mailbox only', async () => {
    const [one = '', two = '', three = ''] = await open(3, 9)
    await importSession(office, { rights: [one, two], hasOwnMailbox: true })
    const host = office.startHost()
    expect(await host.request('mailbox.rights', {})).toMatchObject({ asOf: null, rights: [] })
    await host.request('mailbox.sync', {})
    const { rights } = await host.request('mailbox.rights', {})
    const [person = ''] = rights.filter(({ isPerson }) => isPerson).map(({ cui }) => cui)
    const states = async () =>
      Object.fromEntries((await host.request('mailbox.rights', {})).rights.map(({ cui, state }) => [cui, state]))
    expect(await states()).toEqual({ [one]: 'offered', [two]: 'offered', [person]: 'listed' })
    expect(person).toMatch(/^\d{13}$/)

    const refused = await host.refusal('mailbox.answerRights', { add: [one, three] })
    expect(refused.details).toMatchObject({ reason: 'no-rights-for-company', params: { cui: three } })
    await host.request('mailbox.answerRights', { add: [one, person] })
    expect(await states()).toEqual({ [one]: 'listed', [two]: 'declined', [person]: 'listed' })
    const companies = async () => (await host.request('companies.list', {})).companies.map(({ cui }) => cui)
    expect(await companies()).toEqual([one])

    // A month later the requested days are empty, and the answer names nobody.
    office.authority.clock.advance(90 * 86_400_000)
    await importSession(office, { rights: [one, two], hasOwnMailbox: true })
    await host.request('mailbox.sync', { days: 1 })
    expect(await states()).toEqual({ [one]: 'listed', [two]: 'declined', [person]: 'listed' })
    expect((await host.request('overview.get', {})).mailbox.offeredRights).toBe(0)
    expect(await companies()).toEqual([one])
  })

  test('S-02 two accountants on one computer: each brings the messages of the own company, and nothing of the other is lost', async () => {
    const [one = '', two = ''] = await open(2, 8)
    await importSession(office, { rights: [one] })
    expect((await sync()).code).toBe(0)
    await importSession(office, { rights: [two] })
    const second = await sync()
    expect(second.code).toBe(3)
    const { companies } = second.json() as ResultOf<'mailbox.sync'>
    expect(new Map(companies.map(({ cui, error }) => [cui, error?.details.reason]))).toEqual(
      new Map([
        [one, 'certificate-other'],
        [two, undefined],
      ]),
    )
    expectWhole()
    expectEachOnce()
    const host = office.startHost()
    const { rights } = await host.request('mailbox.rights', {})
    expect(rights.map(({ cui, gone }) => [cui, gone]).toSorted()).toEqual(
      [one, two].toSorted().map(cui => [cui, false]),
    )
    const refused = await host.refusal('mailbox.sync', { cuis: [one] })
    expect(refused).toMatchObject({
      code: 'auth-required',
      details: { reason: 'certificate-other', params: { cui: one } },
    })
  })

  test('S-09 a CIF outside the rights list is refused before the call, on every way', async () => {
    const [one = '', two = ''] = await open(2, 6)
    await importSession(office, { rights: [one] })
    await sync()
    const host = office.startHost()
    const calls = () => office.authority.journal.find({ host: 'webserviced.localhost' }).length
    const before = calls()
    for (const refused of [
      await host.refusal('mailbox.sync', { cuis: [two] }),
      await host.refusal('requests.send', { type: 'VECTOR FISCAL', cuis: [one, two] }),
    ])
      expect(refused).toMatchObject({ code: 'no-rights', details: { params: { cui: two } } })
    expect((await run('mailbox', 'request', 'VECTOR FISCAL', '--cui', two)).code).toBe(4)
    expect(calls()).toBe(before)
    expect((await run('mailbox', 'sync', '--cui', two)).code).toBe(4)
    expect(asked(office, 'listaMesaje').filter(({ query }) => query.cif === two)).toEqual([])
    expect((await host.request('requests.list', {})).total).toBe(0)
  })
})

describe('a document', () => {
  test('is downloaded on demand, by area and id, and read in pieces', async () => {
    const [cui = ''] = await open(1, 3)
    await importSession(office)
    const host = office.startHost()
    expect((await host.refusal('mailbox.download', { id: '1' })).details.reason).toBe('message-unknown')
    office.authority.faults.add({
      match: { path: 'descarcare' },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance' },
    })
    expect(await host.request('mailbox.sync', {})).toMatchObject({ downloaded: 0, failed: 3 })
    office.authority.faults.clear()
    const { items } = await host.request('mailbox.list', { cui })
    const [item] = items
    if (!item) throw new Error('no message')
    expect(item).toMatchObject({ fileName: null, seen: false })
    const document = { area: 'mailbox', id: item.id, as: 'document' } as const
    // The reason of its failed download, and no advice to sync.
    expect(await host.refusal('documents.read', { document, offset: 0 })).toMatchObject({
      code: 'service-unavailable',
      details: { reason: 'maintenance', params: { document: item.id, again: true } },
    })
    const downloaded = await host.request('mailbox.download', { id: item.id })
    expect(downloaded.item).toMatchObject({ state: 'archived', error: null })
    const described = await host.request('documents.describe', { document })
    expect(described).toMatchObject({ mediaType: 'application/pdf', fileName: downloaded.item.fileName })
    const { data } = await host.request('documents.read', { document, offset: 0 })
    expect(Buffer.from(data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')

    await host.request('mailbox.markSeen', { id: item.id })
    expect((await host.request('mailbox.list', { unread: true })).total).toBe(2)
    const output = join(office.dataDir, 'one.pdf')
    const downloads = downloadsOf(office.authority)
    expect((await run('mailbox', 'get', item.id, '--output', output)).code).toBe(0)
    expect(readFileSync(output).equals(Buffer.from(data, 'base64'))).toBe(true)
    const piped = await run('mailbox', 'get', item.id)
    expect(piped.bytes.equals(readFileSync(output))).toBe(true)
    expect(downloadsOf(office.authority)).toEqual(downloads)
  })
})
