import { afterEach, expect, test } from 'vitest'
import { seedWorld } from '../../authority/world/seed.ts'
import { command, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'
import { asFound, inspect, invoice } from '../support/uploads.ts'

let office: Office
afterEach(() => office.close())

test('an open page is told of each change: its own, another process’s, and those after a rebuild', async () => {
  office = await openOffice()
  const host = new HostProcess(office.env)
  try {
    const following = host.start('archive.follow', {})
    const signs = () => host.progressOf<'archive.follow'>(following.id).length
    const expectSign = async (change: () => Promise<unknown>) => {
      const before = signs()
      await change()
      await host.message(() => signs() > before)
    }
    await host.request('overview.get', {})
    await expectSign(() => host.request('companies.add', { cui: '14399840' }))
    await expectSign(() => command(['companies', 'add', '1590082'], office.env))
    await expectSign(() => host.request('archive.rebuild', {}))
    await expectSign(() => host.request('companies.remove', { cui: '1590082' }))
    host.send({ cancel: following.id })
    expect(await following.answer).toMatchObject({ error: { code: 'cancelled' } })
  } finally {
    await host.close()
  }
})

test('an open page’s host takes over a profile that was changed elsewhere', async () => {
  office = await openOffice()
  const host = new HostProcess(office.env)
  try {
    await host.request('overview.get', {})
    const following = host.start('archive.follow', {})
    expect(await command(['profile', 'configure', '--environment', 'prod'], office.env)).toMatchObject({ code: 0 })
    expect(await following.answer).toMatchObject({ result: {} })
    expect(host.progressOf<'archive.follow'>(following.id)).toHaveLength(1)
    expect(await host.request('overview.get', {})).toMatchObject({ profile: { environment: 'prod' } })
  } finally {
    await host.close()
  }
})

test('a runner takes over a changed profile, however long its filings take in the former one', async () => {
  office = await openOffice({
    pace: { processingMs: 3_600_000 },
    world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 0 }),
  })
  await office.addCompanies()
  const host = new HostProcess(office.env)
  try {
    const [seller = '', buyer = ''] = office.authority.world.companies.keys()
    const inspection = await inspect(host, invoice({ seller, buyer }))
    const { attempt } = await host.request('uploads.send', asFound(inspection))
    expect(attempt).toMatchObject({ state: 'processing' })
    expect(await command(['profile', 'configure', '--environment', 'prod'], office.env)).toMatchObject({ code: 0 })
    await host.request('companies.add', { cui: seller })
    expect(await host.request('invoices.sync', {})).toMatchObject({ companies: [{ cui: seller, error: null }] })
  } finally {
    await host.close()
  }
})

test('what a page looks at after such a sign changes nothing itself, or it would look for ever', async () => {
  office = await openOffice()
  await prepare(office.env, async (call, services) => {
    const archive = await services.archive()
    await call('companies.add', { cui: '14399840' })
    const before = archive.revision()
    await call('overview.get', {})
    await call('today.get', {})
    await call('invoices.list', {})
    await call('invoices.summary', {})
    await call('mailbox.list', {})
    await call('uploads.list', {})
    await call('declarations.list', {})
    await call('requests.list', {})
    await call('jobs.list', {})
    await call('batches.list', {})
    await call('limits.get', {})
    await call('office.status', {})
    expect(archive.revision()).toBe(before)
  })
})
