import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { JournalEntry } from '../../authority/journal.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { waitFor } from '../../support/wait-for.ts'
import { archivedFiles, downloadsOf } from '../support/archived-zips.ts'
import { command, HostProcess, startCommand } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

let office: Office
afterEach(() => office.close())

const SYNC = ['invoices', 'sync', '--json']
const DOWNLOAD = { path: 'descarcare' }

async function openWith(invoices: number): Promise<void> {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: invoices / 2 }),
  })
  await office.addCompanies()
}

/** The contents of a complete archive, and of this one. */
function hashes() {
  const expected = office.authority.expected().flatMap(({ messages }) => messages.map(({ sha256 }) => sha256))
  return { expected: expected.sort(), archived: [...archivedFiles(office.dataDir).values()].sort() }
}

/** Ids whose readable file exists: after a kill nobody may download them again. */
function archivedIds(): Set<string> {
  const names = [...archivedFiles(office.dataDir).keys()]
  return new Set(names.map(name => /_(\d+)\.zip$/.exec(name)?.[1] ?? name))
}

/** Records the current archive; the check says that none of these documents was downloaded again. */
function watchDownloads(): () => void {
  const held = archivedIds()
  const before = downloadsOf(office.authority)
  return () => {
    const again = [...downloadsOf(office.authority)].filter(([id, count]) => count > (before.get(id) ?? 0))
    expect(again.filter(([id]) => held.has(id))).toEqual([])
  }
}

test('E-33 a sync killed again and again loses nothing and downloads nothing archived twice', async () => {
  await openWith(120)
  for (const after of [5, 25, 60]) {
    const nothingTwice = watchDownloads()
    // The kill comes in the middle of these, however many are done already.
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: after + 1 })
    const before = archivedIds().size
    const { child, finished } = startCommand(SYNC, office.env)
    for (let n = 0, since = office.authority.journal.last; n < after; n++) {
      const fits = (one: JournalEntry) => one.path.endsWith('descarcare') && one.completed
      since = (await office.authority.journal.waitFor(fits, { since })).n
    }
    // The program may still be reading the authority's answer: the kill comes while it writes.
    await waitFor('the first of these are archived', () => archivedIds().size > before)
    child.kill('SIGKILL')
    await finished
    rest.release()
    nothingTwice()
  }
  expect(archivedIds().size).toBeLessThan(120)

  const nothingTwice = watchDownloads()
  const last = await command(SYNC, office.env)
  expect(last.stderr).toBe('')
  expect(last.json()).toMatchObject({ failed: 0, expired: 0 })
  nothingTwice()
  const { expected, archived } = hashes()
  expect(archived).toEqual(expected)
  expect((await command(['archive', 'verify', '--json'], office.env)).json()).toEqual({ checked: 120, problems: [] })
})

test('U-05 the next host that starts replaces a killed runner unasked', async () => {
  await openWith(80)
  const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
  const host = new HostProcess(office.env)
  host.send({ id: 1, method: 'invoices.sync' })
  await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
  const pid = runnerPid()
  host.child.kill('SIGKILL')
  await host.exited
  process.kill(pid, 'SIGKILL')
  rest.release()

  const next = new HostProcess(office.env)
  const { job } = await next.request('jobs.latest', {})
  const { job: ended } = await next.request('jobs.follow', { id: job?.id ?? 0 })
  expect(ended).toMatchObject({ state: 'done' })
  expect(await next.close()).toBe(0)
  const { expected, archived } = hashes()
  expect(archived).toEqual(expected)
})

test('U-05 a runner that a shutdown ends leaves its sync to the next one', async () => {
  await openWith(40)
  const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
  const host = new HostProcess(office.env)
  const sync = host.start('invoices.sync', {})
  await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
  process.kill(runnerPid(), 'SIGTERM')
  rest.release()
  expect(await sync.answer).toMatchObject({ result: { failed: 0 } })
  expect(await host.close()).toBe(0)
  const { expected, archived } = hashes()
  expect(archived).toEqual(expected)
})

test('U-05 a watching host starts another runner when the first is killed', async () => {
  await openWith(80)
  const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
  const host = new HostProcess(office.env)
  const sync = host.start('invoices.sync', {})
  await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
  process.kill(runnerPid(), 'SIGKILL')
  rest.release()
  expect(await sync.answer).toMatchObject({ result: { failed: 0 } })
  expect(await host.close()).toBe(0)
  const { expected, archived } = hashes()
  expect(archived).toEqual(expected)
})

/** The last runner that a host started, by the log. */
function runnerPid(): number {
  const lines = readFileSync(join(office.dataDir, 'logs', 'host.log'), 'utf8')
    .trim()
    .split('\n')
  const started = lines.map(line => JSON.parse(line)).findLast(({ event }) => event === 'runner-started')
  return Number(started.runner)
}
