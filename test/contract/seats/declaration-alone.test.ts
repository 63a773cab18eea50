import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { office, officeForEach, person, signedPdf, timesSubmitted } from '../support/declarations.ts'
import { command } from '../support/host.ts'
import { anotherMachine } from '../support/machines.ts'
import { signInToPortal } from '../support/portal.ts'
import { HAS_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type PreparedEnv, prepare } from '../support/prepare.ts'
import { MANAGER } from '../support/seats.ts'

describe.skipIf(!HAS_POSTGRES)('a declaration while the office is out of reach', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    await server.createDatabase('birou', MANAGER)
  })
  afterAll(() => server?.stop())
  officeForEach()

  const exchange = (env: PreparedEnv) => prepare(env, call => call('office.exchange', {}))

  test('is submitted only after a yes to that; colleagues learn of it afterwards, and nobody submits it again', async () => {
    const ana = office.env
    const dan = await anotherMachine(office, 'dan')
    const { url, password } = await prepare(ana, async call => {
      await call('office.create', { url: server.url('birou', MANAGER.user), password: MANAGER.password, seat: 'Ana' })
      return call('office.addSeat', { name: 'Dan', role: 'office' })
    })
    await prepare(dan, call => call('office.join', { url, password }))
    for (const env of [ana, dan]) {
      const cookies = JSON.stringify(await signInToPortal(office.authority, person))
      expect((await command(['session', 'import', 'portal', '-'], env, cookies)).code).toBe(0)
    }
    const pdf = await signedPdf()
    const path = join(office.dataDir, 'd300.pdf')
    writeFileSync(path, pdf)
    const submit = async (env: PreparedEnv, ...options: string[]) =>
      (await command(['declarations', 'submit', path, '--yes', '--json', ...options], env)).json() as {
        declarations?: Declaration[]
      }

    await server.stopForNow()
    expect((await submit(ana)).declarations).toMatchObject([
      { state: 'not-sent', trouble: { details: { reason: 'office-unreachable' } } },
    ])
    expect(timesSubmitted(pdf)).toBe(0)
    const [filed] = (await submit(ana, '--file-alone')).declarations ?? []
    expect(filed?.filingNumber).toBeTruthy()
    expect(timesSubmitted(pdf)).toBe(1)
    // A yes counts for one filing, and the seat's own journal blocks another one.
    expect(await submit(ana, '--file-alone')).toMatchObject({ error: { details: { reason: 'already-declared' } } })

    await server.startAgain()
    await exchange(ana)
    await exchange(dan)
    const [row] = await server.run<{ number: string }>('birou', `SELECT number FROM recipisa.filings`)
    expect(row?.number).toBe(filed?.filingNumber)
    expect(await submit(dan)).toMatchObject({ error: { details: { reason: 'already-declared' } } })
    expect(timesSubmitted(pdf)).toBe(1)
  })

  test('a database that has lost the office is an office out of reach, and the seat says so', async () => {
    await server.createDatabase('gol', MANAGER)
    const { env } = office
    await prepare(env, call =>
      call('office.create', { url: server.url('gol', MANAGER.user), password: MANAGER.password, seat: 'Ana' }),
    )
    const cookies = JSON.stringify(await signInToPortal(office.authority, person))
    expect((await command(['session', 'import', 'portal', '-'], env, cookies)).code).toBe(0)
    const pdf = await signedPdf()
    const path = join(office.dataDir, 'd300.pdf')
    writeFileSync(path, pdf)
    const submit = async (...options: string[]) =>
      (await command(['declarations', 'submit', path, '--yes', '--json', ...options], env)).json()

    await server.run('gol', 'DROP SCHEMA recipisa CASCADE')
    const missing = { details: { reason: 'office-missing' } }
    expect(await prepare(env, call => call('office.status', {}))).toMatchObject({ seat: 'Ana', problem: missing })
    expect(await submit()).toMatchObject({ declarations: [{ state: 'not-sent', trouble: missing }] })
    expect(timesSubmitted(pdf)).toBe(0)
    expect(await submit('--file-alone')).toMatchObject({ declarations: [{ filingNumber: expect.any(String) }] })
    expect(timesSubmitted(pdf)).toBe(1)
  })
})
