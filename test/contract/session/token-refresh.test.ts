import { afterEach, expect, test } from 'vitest'
import type { Desk, Wire } from '../support/wire.ts'
import { failureOf, never, openDesk, shiftedClock } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const DAY = 86_400_000

const refreshes = () => desk.authority.journal.count({ path: '/token' })
/** A process on a machine whose clock is `days` after the sign-in, like the authority's. */
const later = async (days: number): Promise<Wire> => {
  desk.authority.clock.advance(days * DAY)
  return desk.wire({ clock: shiftedClock(() => days * DAY) })
}

test('A-10 two processes that refresh at once make one refresh call', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const processes = [await later(85), await desk.wire({ clock: shiftedClock(() => 85 * DAY) })]
  desk.authority.faults.add({ match: { path: '/token' }, effect: { kind: 'delay', ms: 100 } })
  const calls = processes.flatMap(({ tokens }) => [tokens.accessToken(never), tokens.accessToken(never)])
  expect(new Set(await Promise.all(calls)).size).toBe(1)
  expect(refreshes()).toBe(1)
})

test('A-11 a token is refreshed ahead of its end, and not long before', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  await (await later(80)).tokens.accessToken(never)
  expect(refreshes()).toBe(0)
  desk.authority.clock.advance(4 * DAY)
  const { tokens, eInvoicing } = await desk.wire({ clock: shiftedClock(() => 84 * DAY) })
  await eInvoicing.hello(never)
  expect(refreshes()).toBe(1)
  expect((await tokens.status()).accessExpiresAt).toBeGreaterThan(Date.now() + (84 + 89) * DAY)
})

test('A-11 a refresh ahead of time that fails leaves the token that is still good', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const wire = await later(85)
  desk.authority.faults.add({ match: { path: '/token' }, times: 'always', effect: { kind: 'status', status: 500 } })
  await wire.eInvoicing.hello(never)
  await wire.eInvoicing.hello(never)
  expect(refreshes()).toBe(1)
  expect(wire.warnings).toHaveLength(1)
})

test('A-11 a token that is refused is refreshed once and the call made again', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  desk.authority.tokens.revokeAccess()
  await wire.eInvoicing.hello(never)
  expect(refreshes()).toBe(1)
  const answers = desk.authority.journal.find({ path: '/hello' }).map(({ status }) => status)
  expect(answers).toEqual([403, 200])

  const refused = { match: { path: '/hello' }, times: 'always', effect: { kind: 'status', status: 401 } } as const
  desk.authority.faults.add(refused)
  expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('token-rejected')
  expect(refreshes()).toBe(1)
})

test('A-11 the same where the clock was put back since the last refresh', async () => {
  desk = await openDesk()
  const ahead = await desk.wire({ clock: shiftedClock(() => DAY) })
  await desk.signIn(ahead)
  await ahead.tokens.refresh(never)
  desk.authority.tokens.revokeAccess()
  await (await desk.wire()).eInvoicing.hello(never)
  expect(refreshes()).toBe(2)
})

test('A-11 many calls that are refused at once share one refresh', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  desk.authority.tokens.revokeAccess()
  await Promise.all(Array.from({ length: 20 }, () => wire.eInvoicing.hello(never)))
  expect(refreshes()).toBe(1)
})

test('A-13 a refresh token past its end asks for the certificate', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const { tokens } = await later(366)
  expect((await tokens.status()).state).toBe('expired')
  expect((await failureOf(tokens.accessToken(never))).reason).toBe('sign-in-expired')
  expect(refreshes()).toBe(0)
})

test('a refresh token that the authority refuses is not tried again', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  desk.authority.tokens.revokeAll()
  const { tokens } = await later(91)
  expect((await failureOf(tokens.accessToken(never))).reason).toBe('token-rejected')
  expect((await failureOf(tokens.accessToken(never))).reason).toBe('token-rejected')
  expect(refreshes()).toBe(1)
  const { state, accessExpiresAt, refreshExpiresAt } = await tokens.status()
  expect(state).toBe('expired')
  expect(refreshExpiresAt).toBe(accessExpiresAt)
})

test('a failure of the authorization server, in whatever form, refuses no token', async () => {
  desk = await openDesk()
  const { tokens } = await desk.wire()
  await desk.signIn(await desk.wire())
  const failures = [
    [503, 'temporarily_unavailable'],
    [400, 'temporarily_unavailable'],
    [200, 'server_error'],
    [500, 'invalid_grant'],
    [500, 'unauthorized_client'],
  ] as const
  for (const [status, error] of failures) {
    const effect = { kind: 'status', status, body: JSON.stringify({ error }) } as const
    desk.authority.faults.add({ match: { path: '/token' }, effect })
    expect([status, error, (await failureOf(tokens.refresh(never))).reason]).toEqual([status, error, 'maintenance'])
    expect((await tokens.status()).state).toBe('connected')
  }
  expect((await tokens.refresh(never)).state).toBe('connected')
})

test('A-13 tokens that the authority has refused count as expired, whatever their own dates say', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  desk.authority.tokens.revokeAll()
  expect((await failureOf(wire.tokens.refresh(never))).reason).toBe('token-rejected')
  expect((await wire.tokens.status()).state).toBe('expired')
  expect((await (await desk.wire()).tokens.status()).state).toBe('expired')
  await desk.signIn(wire)
  expect((await wire.tokens.status()).state).toBe('connected')
  desk.authority.tokens.revokeAll()
  expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('token-rejected')
  expect((await wire.tokens.status()).state).toBe('expired')
})

test('A-13 nor does a new access token that the authority refuses, until it takes it', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  await wire.tokens.refresh(never)
  const refused = { match: { path: '/hello' }, times: 'always', effect: { kind: 'status', status: 401 } } as const
  const fault = desk.authority.faults.add(refused)
  expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('token-rejected')
  expect((await (await desk.wire()).tokens.status()).state).toBe('expired')
  fault.remove()
  await wire.eInvoicing.hello(never)
  expect((await wire.tokens.status()).state).toBe('connected')
})

test('A-11 a clock that is months ahead costs a refresh, not one for each call', async () => {
  desk = await openDesk()
  await desk.signIn(await desk.wire())
  const ahead = await desk.wire({ clock: shiftedClock(() => 100 * DAY) })
  for (let call = 0; call < 3; call++) await ahead.eInvoicing.hello(never)
  expect(refreshes()).toBe(1)
})
