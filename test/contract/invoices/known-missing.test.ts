import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Effect } from '../../authority/faults.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { command, HostProcess } from '../support/host.ts'
import { importSession } from '../support/mailbox.ts'
import { type Office, openOffice } from '../support/office.ts'

let office: Office
afterEach(() => office.close())

const note = (eroare: string): Effect => ({ kind: 'body', body: JSON.stringify({ eroare, titlu: 'Descarcare mesaj' }) })

/** The answer to a download; later, for a reader of the document: the code, the exit code and the quotation. */
const KNOWN: readonly [effect: Effect, code: ErrorBody['code'], exit: number, quotes: string][] = [
  [note('Fisierul nu mai poate fi descarcat'), 'expired', 4, 'Fisierul nu mai poate fi descarcat'],
  [note('Nu aveti dreptul sa descarcati acesta factura'), 'no-rights', 4, 'Nu aveti dreptul sa descarcati'],
  [note('S-au facut deja 10 descarcari la mesaj in cursul zilei'), 'limit-reached', 5, 'S-au facut deja 10 descarcari'],
  [{ kind: 'page', page: 'firewall' }, 'blocked-by-firewall', 1, '11534217834765219876'],
  [{ kind: 'page', page: 'maintenance' }, 'service-unavailable', 1, 'descarcare'],
  [note('Eroare tehnica'), 'refused', 4, 'Eroare tehnica'],
]

test('a request for a document known to be unavailable is answered with the reason, not with advice to sync', async () => {
  office = await openOffice({ world: now => seedWorld({ now, companies: 1, invoicesPerCompany: KNOWN.length + 2 }) })
  await office.addCompanies()
  const ids = [...office.authority.world.messages.keys()]
  for (const [at, [effect]] of KNOWN.entries())
    office.authority.faults.add({
      match: { path: 'descarcare', query: { id: ids[at] ?? '' } },
      times: 'always',
      effect,
    })
  await command(['invoices', 'sync', '--json'], office.env)
  office.authority.faults.clear()
  const asked = office.authority.journal.count({ path: 'descarcare' })
  const since = romaniaDay(Date.now()).split('-').reverse().join('-')

  const host = new HostProcess(office.env)
  for (const [at, [, code, exit, quotes]] of KNOWN.entries()) {
    const id = ids[at] ?? ''
    const { missing } = await host.request('invoices.get', { id })
    expect(missing, id).toMatchObject({ code })
    const tells = (text: string | undefined) => {
      expect(text).toContain(quotes)
      expect(text).toContain(since)
      expect(text).not.toContain('Sync first')
    }
    tells(missing?.message)
    for (const as of ['zip', 'xml', 'signature', 'pdf'] as const)
      expect(await host.refusal('documents.describe', { document: { area: 'invoices', id, as } })).toEqual(missing)
    const output = join(office.dataDir, 'out')
    const saved = await command(['invoices', 'get', id, '--as', 'xml', '--output', output, '--json'], office.env)
    expect([saved.code, saved.json()]).toEqual([exit, { error: missing }])
    const piped = await command(['invoices', 'get', id], office.env)
    expect([piped.code, piped.stdout]).toEqual([exit, ''])
    tells(piped.stderr)
    const pdf = await command(['invoices', 'pdf', id, '--json'], office.env)
    expect([pdf.code, pdf.json()]).toEqual([exit, { error: missing }])
    expect((await command(['invoices', 'get', id, '--json'], office.env)).json()).toMatchObject({ missing: { code } })
  }
  const last = ids.at(-1) ?? ''
  expect(await host.request('invoices.get', { id: last })).toMatchObject({ missing: null })
  await host.close()
  expect(office.authority.journal.count({ path: 'descarcare' })).toBe(asked)
  // The next sync fetches all that still exists, and does not request what expired.
  await command(['invoices', 'sync'], office.env)
  expect(
    office.authority.journal
      .find({ path: 'descarcare' })
      .slice(asked)
      .map(({ query }) => query.id),
  ).not.toContain(ids[0])
})

test('a withheld mailbox message says so in the service’s words, since when', async () => {
  office = await openOffice({ world: now => seedWorld({ now, companies: 1, invoicesPerCompany: 0 }) })
  const [cif = ''] = office.authority.world.companies.keys()
  const { id } = office.authority.mailbox.add({ cif, type: 'RECIPISA', isWithheld: true })
  await importSession(office)
  await command(['mailbox', 'sync', '--json'], office.env)
  const host = new HostProcess(office.env)
  const { missing } = await host.request('mailbox.get', { id })
  expect(missing).toMatchObject({ code: 'no-rights', details: { reason: 'mail-refused' } })
  expect(missing?.message).toContain('"Nu aveti dreptul sa descarcati acest mesaj"')
  const document = { area: 'mailbox', id, as: 'document' } as const
  expect(await host.refusal('documents.describe', { document })).toEqual(missing)
  const get = () => command(['mailbox', 'get', id, '--output', join(office.dataDir, 'out'), '--json'], office.env)
  for (const withSession of [true, false]) {
    if (!withSession) await host.request('session.forget', { service: 'spv' })
    const { code, json } = await get()
    expect([code, json()]).toEqual([4, { error: missing }])
  }
  await host.close()
})
