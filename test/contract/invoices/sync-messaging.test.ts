import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { seedWorld } from '../../authority/world/seed.ts'
import { allTexts, archivedFiles, expectComplete } from '../support/archived-zips.ts'
import { type Office, openOffice } from '../support/office.ts'

const DOWNLOAD = { path: 'descarcare' }

let office: Office
afterEach(() => office.close())

const world = (companies: number, invoicesPerCompany: number) => (now: () => number) =>
  seedWorld({ now, companies, invoicesPerCompany })

describe('invoices.sync over messaging', () => {
  test('U-05 progress has counts, and the sync goes on when the port closes', async () => {
    office = await openOffice({ world: world(2, 40) })
    await office.addCompanies()
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
    const host = office.startHost()
    host.send({ id: 99, method: 'invoices.sync' }) // the port closes before its answer
    await host.message(one => one.id === 99 && one.progress !== undefined)
    await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
    expect(await host.close()).toBe(0)
    expect(archivedFiles(office.dataDir).size).toBeLessThan(80)

    const next = office.startHost()
    const { job } = await next.request('jobs.latest', {})
    expect(job).toMatchObject({ state: 'running', kind: 'sync' })
    const followed = next.start('jobs.follow', { id: job?.id ?? 0 })
    await next.message(one => one.id === followed.id && 'progress' in one)
    rest.release()
    expect(await followed.answer).toMatchObject({ result: { job: { state: 'done', result: { downloaded: 80 } } } })
    const progress = next.progressOf<'jobs.follow'>(followed.id)
    expect(progress.length).toBeGreaterThan(1)
    expect(progress.at(-1)).toMatchObject({ companies: 2, companiesListed: 2, total: 80, done: 80 })
    expect(progress.map(({ done }) => done)).toEqual(progress.map(({ done }) => done).toSorted((a, b) => a - b))
    expectComplete(office)
  })

  test('U-05 a cancelled request stops the sync for all watchers', async () => {
    office = await openOffice({ world: world(1, 80) })
    await office.addCompanies()
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
    const [one, other] = [office.startHost(), office.startHost()]
    const started = one.start('invoices.sync', {})
    await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
    const joined = other.start('invoices.sync', {})
    await other.message(message => message.id === joined.id && message.progress !== undefined)
    one.send({ cancel: started.id })
    expect(await started.answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(await joined.answer).toMatchObject({ error: { code: 'cancelled' } })
    expect((await one.request('jobs.latest', {})).job?.state).toBe('cancelled')
    const asked = office.authority.journal.count(DOWNLOAD)
    rest.release()
    expect((await one.request('invoices.sync', {})).failed).toBe(0)
    expect(office.authority.journal.count(DOWNLOAD)).toBeGreaterThan(asked)
    expect(archivedFiles(office.dataDir).size).toBe(80)
  })

  test('a sync that joins one of fewer days lists its own days too', async () => {
    office = await openOffice({ world: world(1, 0) })
    const [seller = ''] = office.authority.world.companies.keys()
    const uploadedAt = office.authority.clock.now() - 40 * 86_400_000
    const indexedAt = uploadedAt + 60_000
    office.authority.world.addInvoice({ seller, buyer: '14399840', uploadedAt, indexedAt })
    await office.addCompanies([seller])
    const lists = office.authority.faults.hold({ match: { path: 'listaMesajePaginatieFactura' } })
    const [one, other] = [office.startHost(), office.startHost()]
    const week = one.start('invoices.sync', { days: 7 })
    await lists.reached()
    const all = other.start('invoices.sync', { days: 60 })
    await other.message(message => message.id === all.id && message.progress !== undefined)
    lists.release()
    expect(await week.answer).toMatchObject({ result: { downloaded: 0 } })
    expect(await all.answer).toMatchObject({ result: { downloaded: 1 } })
  })

  test('a sync that cannot sign in says so and names the next step', async () => {
    office = await openOffice({ world: world(1, 1) })
    await office.addCompanies()
    const host = office.startHost()
    await host.request('auth.forget', {})
    expect(await host.refusal('invoices.sync', {})).toMatchObject({
      code: 'auth-required',
      details: { reason: 'not-signed-in' },
    })
    expect(await host.refusal('invoices.sync', { cuis: ['RO 14399840'] })).toMatchObject({ code: 'not-found' })
  })

  test('H-01 a document arrives in pieces with the archived bytes', async () => {
    office = await openOffice({ world: world(1, 2) })
    await office.addCompanies()
    const host = office.startHost()
    await host.request('invoices.sync', {})
    const [message] = office.authority.expected().flatMap(({ messages }) => messages)
    const document = { area: 'invoices', id: message?.id ?? '', as: 'zip' } as const
    const { size, sha256, fileName } = await host.request('documents.describe', { document })
    expect({ size, sha256 }).toEqual({ size: message?.bytes, sha256: message?.sha256 })
    expect(fileName).toMatch(/\.zip$/)
    const { data, nextOffset } = await host.request('documents.read', { document, offset: 0 })
    expect(Buffer.from(data, 'base64').equals(office.authority.zipOf(document.id))).toBe(true)
    expect(nextOffset).toBeNull()
  })

  test('A-16 no token and no secret is in the log, the files, an answer or a command line', async () => {
    office = await openOffice({ world: world(1, 5) })
    await office.addCompanies()
    const host = office.startHost()
    const refreshed = await host.request('auth.refresh', {})
    await host.request('invoices.sync', {})
    expect(refreshed.state).toBe('connected')
    const kept = JSON.stringify(JSON.parse(readFileSync(join(office.dataDir, 'secrets.json'), 'utf8')))
    const tokens = [...kept.matchAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)].map(([token]) => token)
    expect(tokens.length).toBeGreaterThan(1)
    const commandLine = readFileSync(`/proc/${host.child.pid}/cmdline`, 'latin1')
    const said = JSON.stringify(host.messages) + host.stderr + commandLine
    const files = allTexts(office.dataDir, name => name !== 'secrets.json')
    for (const secret of [...tokens, office.authority.clientSecret]) {
      expect(said.includes(secret)).toBe(false)
      expect([...files].filter(([, text]) => text.includes(secret)).map(([name]) => name)).toEqual([])
    }
  })
})
