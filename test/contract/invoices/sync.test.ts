import { afterEach, describe, expect, test } from 'vitest'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { archivedFiles, expectComplete } from '../support/archived-zips.ts'
import { command, startCommand } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'

const DOWNLOAD = { path: 'descarcare' }

let office: Office
afterEach(() => office.close())

const world = (companies: number, invoicesPerCompany: number) => (now: () => number) =>
  seedWorld({ now, companies, invoicesPerCompany })

describe('invoices sync', () => {
  test('E-33 every message of every company is archived once, and a second sync downloads nothing', async () => {
    office = await openOffice({ world: world(3, 30) })
    await office.addCompanies()
    const first = await command(['invoices', 'sync', '--json'], office.env)
    expect(first.stderr).toBe('')
    expect(first.code).toBe(0)
    expect(first.json()).toMatchObject({ downloaded: 90, failed: 0, expired: 0 })
    expectComplete(office)

    const second = await command(['invoices', 'sync', '--json'], office.env)
    expect(second.json()).toMatchObject({ downloaded: 0, failed: 0 })
    expectComplete(office)
    const verified = await command(['archive', 'verify', '--json'], office.env)
    expect(verified.json()).toEqual({ checked: 90, problems: [] })
  })

  test('E-11 a second sync of a company with nothing new costs one list request', async () => {
    office = await openOffice({ world: world(2, 12) })
    const [one = '', other = ''] = office.authority.world.companies.keys()
    await office.addCompanies([one, other])
    await command(['invoices', 'sync', '--json'], office.env)
    for (const cuis of [[one], [one, other]]) {
      const since = office.authority.journal.last
      const args = cuis.flatMap(cui => ['--cui', cui])
      expect((await command(['invoices', 'sync', '--json', ...args], office.env)).json()).toMatchObject({
        downloaded: 0,
      })
      const requests = office.authority.journal.entries.filter(({ n, path }) => n > since && !path.endsWith('/hello'))
      expect(requests.map(({ query }) => query.cif).sort()).toEqual(cuis.toSorted())
    }
  })

  test('E-18 an entry listed late, with a moment before the last sync, is downloaded by the next one', async () => {
    office = await openOffice({ world: world(1, 3) })
    await office.addCompanies()
    const sync = () => command(['invoices', 'sync', '--json'], office.env)
    expect((await sync()).json()).toMatchObject({ downloaded: 3 })
    const [cui = ''] = office.authority.world.companies.keys()
    office.authority.world.addInvoice({
      seller: cui,
      buyer: '14399840',
      indexedAt: office.authority.clock.now() - 14 * 60_000,
    })
    expect((await sync()).json()).toMatchObject({ downloaded: 1 })
    expectComplete(office)
  })

  test('a company whose list cannot be read does not stop the others, and the exit code says so', async () => {
    office = await openOffice({ world: world(3, 5) })
    await office.addCompanies()
    const [refused = ''] = office.authority.world.companies.keys()
    office.authority.faults.add({
      match: { path: 'listaMesajePaginatieFactura', query: { cif: refused } },
      times: 'always',
      effect: { kind: 'body', body: `{"eroare":"Nu aveti drept in SPV pentru CIF=${refused}","titlu":"Lista Mesaje"}` },
    })
    const { code, json } = await command(['invoices', 'sync', '--json'], office.env)
    expect(code).toBe(4)
    const result = json() as SyncResult
    expect(result.downloaded).toBe(10)
    expect(result.companies.find(({ cui }) => cui === refused)).toMatchObject({
      error: { code: 'no-rights', details: { params: { cui: refused } } },
    })
    const list = await command(['companies', 'list', '--json'], office.env)
    expect(list.json()).toMatchObject({
      companies: expect.arrayContaining([expect.objectContaining({ cui: refused, rights: 'denied' })]),
    })
  })

  test('E-33 the next sync downloads a message whose download failed', async () => {
    office = await openOffice({ world: world(1, 6) })
    await office.addCompanies()
    const fault = office.authority.faults.add({
      match: { path: 'descarcare', query: { id: [...office.authority.world.messages.keys()][2] ?? '' } },
      times: 'always',
      effect: { kind: 'body', body: '{"eroare":"Eroare tehnica","titlu":"Descarcare mesaj"}' },
    })
    const first = await command(['invoices', 'sync', '--json'], office.env)
    expect(first.code).toBe(4)
    expect(first.json()).toMatchObject({ downloaded: 5, failed: 1 })
    fault.remove()
    expect((await command(['invoices', 'sync', '--json'], office.env)).json()).toMatchObject({
      downloaded: 1,
      failed: 0,
    })
  })

  test('E-22 a cut note is not final: the next sync downloads the message', async () => {
    office = await openOffice({ world: world(1, 3) })
    await office.addCompanies()
    const [id = ''] = office.authority.world.messages.keys()
    const cut = office.authority.faults.add({
      match: { path: 'descarcare', query: { id } },
      times: 'always',
      effect: { kind: 'body', body: '{"eroare": "Fisierul nu mai poate fi descarcat' },
    })
    const first = await command(['invoices', 'sync', '--json'], office.env)
    expect(first.code).toBe(4)
    expect(first.json()).toMatchObject({ downloaded: 2, expired: 0, failed: 1 })
    expect(first.stdout).toContain('Fisierul nu mai poate fi descarcat')
    cut.remove()
    expect((await command(['invoices', 'sync', '--json'], office.env)).json()).toMatchObject({ downloaded: 1 })
  })

  test('every entry of a list ends as downloaded, known or named, whosever it is', async () => {
    office = await openOffice({ world: world(2, 2) })
    const [own = '', other = ''] = office.authority.world.companies.keys()
    await office.addCompanies([own])
    const listed = [...office.authority.world.messages.values()].map(
      ({ id, cui, indexedText, upload, type, details }) => ({
        id,
        cif: cui,
        data_creare: indexedText,
        id_solicitare: upload.uploadIndex,
        tip: type,
        detalii: details,
      }),
    )
    const [first] = listed
    const mesaje = [...listed, first, { ...first, id: 'x' }]
    office.authority.faults.add({
      match: { path: 'listaMesajePaginatieFactura', query: { cif: own } },
      times: 'always',
      effect: { kind: 'body', body: JSON.stringify({ mesaje, titlu: 'Lista Mesaje', serial: 'A', cui: own }) },
    })
    const sync = () => command(['invoices', 'sync', '--json', '--cui', own], office.env)
    const theirs = listed.filter(({ cif }) => cif === other)
    const reasons = (result: SyncResult) => result.unread.map(({ details }) => details.reason).sort()
    const one = await sync()
    expect(one.code).toBe(1)
    const result = one.json() as SyncResult
    expect(result).toMatchObject({ downloaded: listed.length - theirs.length, failed: 0 })
    expect(reasons(result)).toEqual(['entries-of-others', 'entries-unread'])
    for (const { id } of theirs) expect(one.stdout).toContain(`${other} (${id})`)
    const said = await command(['invoices', 'sync'], { ...office.env, LC_ALL: 'ro_RO.UTF-8' })
    expect(said.code).toBe(1)
    expect(said.stdout).toContain(
      `Lista de facturi a firmei ${own} conține mesaje ale unor firme care nu sunt în lista dvs.`,
    )

    await office.addCompanies([other])
    const two = (await sync()).json() as SyncResult
    expect(two).toMatchObject({ downloaded: theirs.length, companies: [{ cui: own }] })
    expect(reasons(two)).toEqual(['entries-unread'])
    expectComplete(office)
  })

  test('an unreachable authority ends the sync with that error, and the next one goes on', async () => {
    office = await openOffice({ world: world(1, 40) })
    await office.addCompanies()
    const fault = office.authority.faults.add({
      match: { path: 'descarcare' },
      nth: 11,
      times: 'always',
      effect: { kind: 'page', page: 'maintenance-503' },
    })
    const first = await command(['invoices', 'sync', '--json'], office.env)
    expect(first.code).toBe(1)
    expect(first.json()).toMatchObject({ error: { code: 'service-unavailable' } })
    fault.remove()
    expect((await command(['invoices', 'sync', '--json'], office.env)).json()).toMatchObject({ failed: 0 })
    expect(archivedFiles(office.dataDir).size).toBe(40)
  })

  for (const [name, each, pick] of [
    ['spread over all', 6, (ids: readonly string[]) => ids.filter((_, at) => at % 24 === 7)],
    ['the first to be asked for', 15, (ids: readonly string[]) => ids.slice(0, 10)],
  ] as const)
    test(`ten of ${40 * each} documents of 40 firms always answer 500, ${name}: they alone fail, and are told`, async () => {
      office = await openOffice({ world: world(40, each) })
      await office.addCompanies()
      const { messages } = office.authority.world
      const oldestFirst = [...messages.values()].sort((a, b) => a.indexedAt - b.indexedAt).map(({ id }) => id)
      const bad = pick(oldestFirst)
      const faults = bad.map(id =>
        office.authority.faults.add({
          match: { path: 'descarcare', query: { id } },
          times: 'always',
          effect: { kind: 'status', status: 500 },
        }),
      )
      const first = await command(['invoices', 'sync', '--json'], office.env)
      expect(first.code).toBe(1)
      const result = first.json() as SyncResult
      expect(result).toMatchObject({ downloaded: 40 * each - 10, failed: 10 })
      const failures = result.companies.flatMap(company => company.failures)
      expect(failures.map(({ id }) => id).sort()).toEqual([...bad].sort())
      expect(failures.every(({ error }) => error.code === 'service-unavailable')).toBe(true)
      const { companies } = (await command(['companies', 'list', '--json'], office.env)).json() as {
        companies: { syncedAt: number | null }[]
      }
      expect(companies.filter(({ syncedAt }) => syncedAt === null)).toEqual([])
      for (const fault of faults) fault.remove()
      expect((await command(['invoices', 'sync', '--json'], office.env)).json()).toMatchObject({
        downloaded: 10,
        failed: 0,
      })
      expectComplete(office)
    })

  test('a service that is down ends the sync of 40 companies soon, and the sync says so', async () => {
    office = await openOffice({ world: world(40, 15) })
    await office.addCompanies()
    const before = office.authority.journal.entries.length
    office.authority.faults.add({
      match: { path: /\/FCTEL\/rest\// },
      times: 'always',
      effect: { kind: 'page', page: 'maintenance-503' },
    })
    const { code, json } = await command(['invoices', 'sync', '--json'], office.env)
    expect(code).toBe(1)
    expect(json()).toMatchObject({ error: { code: 'service-unavailable' } })
    expect(office.authority.journal.entries.length - before).toBeLessThan(150)
  })

  test('two syncs at once share the work: each message is downloaded once', async () => {
    office = await openOffice({ world: world(4, 25), answerDelayMs: 30 })
    await office.addCompanies()
    const both = await Promise.all([1, 2].map(() => command(['invoices', 'sync', '--json'], office.env)))
    for (const { code, json } of both) {
      expect(code).toBe(0)
      expect(json()).toMatchObject({ downloaded: 100, failed: 0 })
    }
    expectComplete(office)
  })

  test('Ctrl-C stops a sync cleanly, and the next one brings the rest', async () => {
    office = await openOffice({ world: world(1, 60) })
    await office.addCompanies()
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 10 })
    const { child, finished } = startCommand(['invoices', 'sync', '--json'], office.env)
    await office.authority.journal.waitFor({ ...DOWNLOAD, completed: true })
    child.kill('SIGINT')
    const { code, json } = await finished
    rest.release()
    expect(code).toBe(1)
    expect(json()).toMatchObject({ error: { code: 'cancelled' } })
    expect(archivedFiles(office.dataDir).size).toBeLessThan(60)
    expect((await command(['jobs', 'list', '--json'], office.env)).json()).toMatchObject({
      jobs: [{ state: 'cancelled' }],
    })
    expect((await command(['invoices', 'sync', '--json'], office.env)).code).toBe(0)
    expect(archivedFiles(office.dataDir).size).toBe(60)
  })
})
