import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { command, HostProcess } from '../support/host.ts'
import { importSession } from '../support/mailbox.ts'
import { type Office, openOffice } from '../support/office.ts'

let office: Office
let host: HostProcess

beforeEach(async () => {
  office = await openOffice({
    world: now => seedWorld({ now, companies: 1, invoicesPerCompany: 0 }),
    mail: seedMail({ messages: 0 }),
  })
  office.authority.mailbox.habits.deliveryMs = 500
  host = new HostProcess(office.env)
})
afterEach(async () => {
  await host.close()
  await office.close()
})

async function begin(type: string): Promise<number> {
  const [cui = ''] = office.authority.world.companies.keys()
  const { requests } = await host.request('requests.send', { type, cuis: [cui] })
  return requests[0]?.id ?? 0
}

/** Follows a request until it is as wanted. */
async function until(id: number, fits: (request: ReportRequest | undefined) => boolean): Promise<void> {
  const { id: call } = host.start('requests.follow', { ids: [id] })
  await host.message(
    one => one.id === call && fits((one.progress as { requests: ReportRequest[] } | undefined)?.requests[0]),
  )
  host.send({ cancel: call })
}

test('a request that waits is withdrawn, and a new session sends only the others; one that has left stays', async () => {
  const [panel, terminal] = [await begin('VECTOR FISCAL'), await begin('Fisa Rol')]
  const kept = await begin('DATE IDENTIFICARE')
  await until(kept, request => request?.trouble != null)
  const { request } = await host.request('requests.withdraw', { id: panel })
  expect(request).toMatchObject({ state: 'not-sent', nextCheckAt: null, trouble: { code: 'cancelled' } })
  const said = await command(['mailbox', 'withdraw', String(terminal), '--json'], office.env)
  expect(said).toMatchObject({ code: 0 })
  expect(said.json()).toMatchObject({ id: terminal, state: 'not-sent' })

  await importSession(office)
  await until(kept, one => one?.state === 'archived')
  expect(office.authority.mailbox.requests.map(({ type }) => type)).toEqual(['DATE IDENTIFICARE'])
  expect(await host.request('requests.withdraw', { id: kept })).toMatchObject({ request: { state: 'archived' } })
})
