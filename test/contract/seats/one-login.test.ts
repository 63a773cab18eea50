import { cpSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invitation } from '../../../shared/protocol/office.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { command, jsonOf } from '../support/host.ts'
import { anotherMachine } from '../support/machines.ts'
import { type Office, openOffice } from '../support/office.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import type { PreparedEnv } from '../support/prepare.ts'
import { MANAGER } from '../support/seats.ts'
import { sha256, UPLOAD, uploadsIn } from '../support/uploads.ts'

describe.skipIf(!HAS_POSTGRES)('two computers that use the login of one seat', () => {
  let server: PostgresServer
  let world: Office
  let colleague: PreparedEnv
  let desktop: PreparedEnv
  let laptop: PreparedEnv
  beforeAll(async () => {
    server = await startPostgres()
    await server.createDatabase('birou', MANAGER)
    world = await openOffice({
      world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 0 }),
      pace: { processingMs: 100, indexingMs: 100 },
    })
    colleague = await anotherMachine(world, 'colegul')
    desktop = await anotherMachine(world, 'birou')
    laptop = await anotherMachine(world, 'laptop')
    const owner = server.url('birou', MANAGER.user)
    await jsonOf(['office', 'create', owner, '--seat', 'Colegul'], colleague, `${MANAGER.password}\n`)
    const invited = (await jsonOf(['office', 'seat', 'add', 'Ana', '--role', 'office'], colleague)) as v.InferOutput<
      typeof Invitation
    >
    for (const env of [desktop, laptop]) await jsonOf(['office', 'join', invited.url], env, `${invited.password}\n`)
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
  })

  const upload = async (env: PreparedEnv, bytes: Buffer) => {
    const path = join(env.RECIPISA_DATA_DIR, 'factura.xml')
    writeFileSync(path, bytes)
    return uploadsIn((await command(['invoices', 'upload', path, '--yes', '--json'], env)).json())[0]
  }

  test('E-05 while one of them sends an invoice, the other one sends it neither, and is told where it is sent', async () => {
    const [seller = '', buyer = ''] = [...world.authority.world.companies.keys()]
    const invoice = Buffer.from(sampleXml({ seller, buyer, number: 'DOUA-1' }))
    const sent = () => world.authority.uploadsOf(sha256(invoice)).length
    const held = world.authority.faults.hold({ match: UPLOAD, times: 1 })
    const sending = upload(desktop, invoice)
    try {
      await held.reached()
      const where = { reason: 'filed-by-colleague', params: { seat: 'Ana', computer: hostname() } }
      expect(await upload(laptop, invoice)).toMatchObject({ state: 'not-sent', trouble: { details: where } })
      // The laptop has sent nothing, and says so in the office: the claim is not the laptop's to give back.
      await jsonOf(['office', 'exchange'], laptop)
      expect(await upload(colleague, invoice)).toMatchObject({ state: 'not-sent', trouble: { details: where } })
    } finally {
      held.release()
    }
    expect((await sending)?.uploadIndex).toMatch(/\d/)
    expect(sent()).toBe(1)
  })
  test('E-05 a folder put back from a copy older than a sending does not send the same once more', async () => {
    const [seller = '', buyer = ''] = [...world.authority.world.companies.keys()]
    const invoice = Buffer.from(sampleXml({ seller, buyer, number: 'COPIE-1' }))
    const putBack = { ...desktop, RECIPISA_DATA_DIR: `${desktop.RECIPISA_DATA_DIR}-din-copie` }
    await jsonOf(['office', 'exchange'], desktop)
    cpSync(desktop.RECIPISA_DATA_DIR, putBack.RECIPISA_DATA_DIR, { recursive: true })
    const held = world.authority.faults.hold({ match: UPLOAD, times: 1 })
    const sending = upload(desktop, invoice)
    try {
      await held.reached()
      const where = { reason: 'filed-by-colleague', params: { seat: 'Ana', computer: hostname(), outcome: 'claimed' } }
      for (let time = 0; time < 2; time++)
        expect(await upload(putBack, invoice)).toMatchObject({ state: 'not-sent', trouble: { details: where } })
      await jsonOf(['office', 'exchange'], putBack)
      expect(await upload(colleague, invoice)).toMatchObject({ state: 'not-sent', trouble: { details: where } })
    } finally {
      held.release()
    }
    expect((await sending)?.uploadIndex).toMatch(/\d/)
    expect(world.authority.uploadsOf(sha256(invoice))).toHaveLength(1)
  })
})
