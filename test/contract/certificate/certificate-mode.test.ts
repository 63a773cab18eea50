import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serialKey } from '../../../shared/domain/certificates.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Authority } from '../../authority/authority.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { sha256 } from '../../authority/journal.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { expectArchived, expectComplete } from '../support/archived-zips.ts'
import { CertificateBrowser } from '../support/certificate-browser.ts'
import { command, type HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'

const DOWNLOAD = { path: 'descarcare' }

let office: Office
let certificate: Awaited<ReturnType<Authority['enrolPerson']>>

beforeEach(async () => {
  office = await openOffice({
    access: 'certificate',
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 8 }),
  })
  certificate = await office.authority.enrolPerson({ commonName: 'Ana Pop' })
  // The requests of `companies.add` would count among the calls that the tests examine.
  await prepare(office.env, async (_call, services) => {
    const { companies } = await services.archive()
    for (const cui of office.authority.world.companies.keys()) companies.put(cui, 'granted')
  })
})
afterEach(() => office.close())

/** A host as the extension starts it, with the person's certificate at the other end of its port. */
function openBrowser(shown: typeof certificate | null = certificate) {
  const host = office.startHost()
  return { host, browser: new CertificateBrowser(host, office.authority, shown ?? undefined) }
}
const apiCalls = () => office.authority.journal.entries.filter(({ path }) => path.includes('/FCTEL/'))

/** The host announces work; the extension's background then has it done over its own port. */
const isWork = ({ event }: { event?: string }) => event === 'certificate-work'

describe('the certificate at call time', () => {
  test('E-28 syncs two companies byte for byte, by calls of the browser alone', async () => {
    const panel = openBrowser()
    const sync = panel.host.start('invoices.sync', {})
    await panel.host.message(isWork)
    expect(apiCalls()).toEqual([])
    const worker = openBrowser()
    expect(await worker.host.request('certificate.serve', {})).toEqual({ isWaiting: false })
    expect(await sync.answer).toMatchObject({ result: { downloaded: 16, failed: 0 } })
    expectComplete(office)
    for (const call of apiCalls()) {
      expect(call).toMatchObject({ host: 'webserviceapl.localhost', clientCertificatePresented: true })
    }
    expect(panel.browser.asked).toEqual([])
  })

  test('E-28 E-32 of two certificates each reaches its own company, which waits for it by name while the other is chosen', async () => {
    const cuis = [...office.authority.world.companies.keys()]
    const people = await Promise.all(
      cuis.map(cui => office.authority.enrolPerson({ commonName: `For ${cui}`, rights: [cui] })),
    )
    const [one, two] = people.map(({ serialNumber }) => serialKey(serialNumber))
    const syncAs = async (person: typeof certificate | undefined) => {
      const { host } = openBrowser(person)
      const sync = host.start('invoices.sync', {})
      await host.message(isWork)
      await host.request('certificate.serve', {})
      const { companies, downloaded } = (await sync.answer).result as SyncResult
      const errors = new Map(companies.map(({ cui, error }) => [cui, error?.details]))
      return { downloaded, errors: cuis.map(cui => errors.get(cui)) }
    }
    expect(await syncAs(people[0])).toMatchObject({
      downloaded: 8,
      errors: [undefined, { reason: 'no-rights-for-company' }],
    })
    const waiting = (certificates: string | undefined) => ({ reason: 'certificate-other', params: { certificates } })
    expect(await syncAs(people[1])).toMatchObject({ downloaded: 8, errors: [waiting(one), undefined] })
    expect(await syncAs(people[0])).toMatchObject({ downloaded: 0, errors: [undefined, waiting(two)] })
    expectArchived(office)
  })

  test('E-28 the sync waits while the certificate has to be chosen, and goes on afterwards', async () => {
    const panel = openBrowser()
    const sync = panel.host.start('invoices.sync', {})
    await panel.host.message(isWork)
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 4 })
    const { host, browser } = openBrowser()
    const served = host.start('certificate.serve', {})
    await rest.reached()
    browser.certificate = undefined
    rest.release()
    expect(await served.answer).toMatchObject({ result: { isWaiting: true } })
    expect((await host.request('jobs.latest', {})).job).toMatchObject({
      state: 'interrupted',
      progress: { phase: 'certificate-needed' },
    })
    browser.certificate = certificate
    expect(await host.request('certificate.serve', {})).toEqual({ isWaiting: false })
    expect(await sync.answer).toMatchObject({ result: { failed: 0 } })
    expectArchived(office)
  })

  test('E-28 a waiting sync can be cancelled', async () => {
    const { host } = openBrowser(null)
    const sync = host.start('invoices.sync', {})
    await host.message(isWork)
    host.send({ cancel: sync.id })
    expect(await sync.answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(apiCalls()).toEqual([])
  })

  test('E-28 the browser closes in the middle of a sync and opens again: nothing lost, nothing twice', async () => {
    const rest = office.authority.faults.hold({ match: DOWNLOAD, nth: 5 })
    const first = openBrowser()
    first.host.send({ id: 98, method: 'invoices.sync', params: {} })
    await first.host.message(isWork)
    first.host.send({ id: 99, method: 'certificate.serve', params: {} })
    await rest.reached()
    await first.host.close()
    rest.release()
    const next = openBrowser()
    // A starting host finds the work that nobody does.
    await next.host.message(isWork)
    expect(await next.host.request('certificate.serve', {})).toEqual({ isWaiting: false })
    expect((await next.host.request('jobs.latest', {})).job).toMatchObject({ state: 'done' })
    expectArchived(office)
  })

  test('E-28 the command line says that the browser is needed', async () => {
    const { code, stdout } = await command(['invoices', 'sync', '--json'], office.env)
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ error: { details: { reason: 'certificate-needs-browser' } } })
    expect(apiCalls()).toEqual([])
  })
})

describe('an upload with the certificate at call time', () => {
  async function uploadOf(host: HostProcess) {
    const [cui = '', buyer = ''] = office.authority.world.companies.keys()
    const bytes = Buffer.from(sampleXml({ seller: cui, buyer }))
    const { sha256: hash } = await host.request('uploads.inspect', {
      fileName: 'f.xml',
      data: bytes.toString('base64'),
    })
    expect(hash).toBe(sha256(bytes))
    const flags = { extern: false, selfBilled: false, enforcement: false, b2c: false }
    return { hash, params: { sha256: hash, cui, standard: 'UBL', flags } as const }
  }

  test('E-28 arrives once and is followed to its document', async () => {
    const { host } = openBrowser()
    const { hash, params } = await uploadOf(host)
    const sent = host.start('uploads.send', params)
    await host.message(isWork)
    const served = openBrowser().host.start('certificate.serve', {})
    const { result } = await sent.answer
    const { attempt } = result as { attempt: { id: number; state: string } }
    expect(attempt.state).toBe('processing')
    office.authority.clock.advance(20_000)
    expect(await host.request('uploads.follow', { id: attempt.id })).toMatchObject({ attempt: { state: 'ok' } })
    expect(await served.answer).toMatchObject({ result: { isWaiting: false } })
    expect(office.authority.uploadsOf(hash)).toHaveLength(1)
  })

  test('E-05 E-28 the browser closes while it is on its way: its outcome is found, and it is not sent again', async () => {
    const first = openBrowser()
    const { hash, params } = await uploadOf(first.host)
    const held = office.authority.faults.hold({ match: { path: '/upload' }, nth: 1 })
    first.host.send({ id: 98, method: 'uploads.send', params })
    await first.host.message(isWork)
    first.host.send({ id: 99, method: 'certificate.serve', params: {} })
    await held.reached()
    await first.host.close()
    held.release()
    office.authority.clock.advance(60_000)
    const { host } = openBrowser()
    const served = host.start('certificate.serve', {})
    const { items } = await host.request('uploads.list', { limit: 10, offset: 0 })
    const id = items[0]?.id ?? 0
    expect(await host.request('uploads.follow', { id })).toMatchObject({ attempt: { state: 'ok' } })
    await served.answer
    expect(office.authority.uploadsOf(hash)).toHaveLength(1)
  })

  test('E-28 waits, unsent, while the certificate has to be chosen', async () => {
    const { host, browser } = openBrowser(null)
    const { hash, params } = await uploadOf(host)
    const sent = host.start('uploads.send', params)
    await host.message(isWork)
    expect(await host.request('certificate.serve', {})).toEqual({ isWaiting: true })
    expect((await host.request('uploads.list', { limit: 1, offset: 0 })).items[0]).toMatchObject({ state: 'sending' })
    browser.certificate = certificate
    const served = host.start('certificate.serve', {})
    expect(await sent.answer).toMatchObject({ result: { attempt: { state: 'processing' } } })
    expect(office.authority.uploadsOf(hash)).toHaveLength(1)
    office.authority.clock.advance(20_000)
    await served.answer
  })
})
