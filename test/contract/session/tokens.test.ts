import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Desk } from '../support/wire.ts'
import { codeFor, failureOf, never, openDesk, SERIAL, shiftedClock } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const DAY = 86_400_000

/** Another key under each id: no token is signed with it. */
function otherKeys(keys: Readonly<Record<string, string>>): Record<string, string> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return Object.fromEntries(Object.keys(keys).map(kid => [kid, pem]))
}

describe('tokens', () => {
  test('A-12 claims are read and the RS512 signature is verified with the key of its kid', async () => {
    desk = await openDesk()
    const wire = await desk.wire()
    await desk.signIn(wire)
    const status = await wire.tokens.status()
    expect(status).toMatchObject({ serial: SERIAL, signature: 'verified', clientAppId: wire.profile.clientId })
    expect(status.roles).toContain('EFACTURA')
    expect(status.accessExpiresAt).toBeGreaterThan(Date.now() + 89.9 * DAY)
    expect(status.refreshExpiresAt).toBeGreaterThan(Date.now() + 364.9 * DAY)

    const suspicious = await desk.wire({ profile: { tokenKeys: otherKeys(wire.profile.tokenKeys) } })
    expect((await failureOf(desk.signIn(suspicious))).reason).toBe('token-signature')
  })

  test('A-12 tokens are kept before they are judged: a failed signature is reported, and loses nothing', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    const tokenKeys = otherKeys(desk.authority.profile.tokenKeys)
    const { tokens, eInvoicing } = await desk.wire({ profile: { tokenKeys } })
    const requests = [
      () => tokens.refresh(never),
      () => tokens.complete(codeFor(desk), never),
      () => tokens.refresh(never),
    ]
    for (const [index, request] of requests.entries()) {
      expect((await failureOf(request())).reason).toBe('token-signature')
      expect(desk.authority.journal.count({ path: '/token', status: 200 })).toBe(index + 1)
      expect(await tokens.status()).toMatchObject({ state: 'connected', signature: 'failed', serial: SERIAL })
    }
    // Calls that do not ask for tokens explicitly go on: the authority accepts these tokens.
    desk.authority.tokens.revokeAccess()
    desk.authority.clock.advance(61_000)
    const later = await desk.wire({ profile: { tokenKeys }, clock: shiftedClock(() => 61_000) })
    await later.eInvoicing.hello(never)
    expect(later.warnings).toEqual(['token-signature'])
    await eInvoicing.hello(never)
  })

  test('A-12 a claim that no calendar has does not hide the sign-in', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const odd = `${text({ alg: 'none' })}.${text({ exp: 1e300, serial: { a: 1 }, role: 7 })}.`
    await tokens.import(JSON.stringify({ access_token: odd, refresh_token: odd }))
    const status = await tokens.status()
    expect(status).toMatchObject({ state: 'connected', serial: null, roles: [] })
    expect(Math.round(((status.accessExpiresAt ?? 0) - Date.now()) / DAY)).toBe(90)
  })

  test('A-12 tokens that are no JWT work with the documented lifetimes', async () => {
    desk = await openDesk()
    const wire = await desk.wire()
    await desk.signIn(wire, { jwt: false })
    await wire.eInvoicing.hello(never)
    const status = await wire.tokens.status()
    expect(status).toMatchObject({ state: 'connected', serial: null, signature: 'unchecked' })
    const lifetime = (until: number | null) => Math.round(((until ?? 0) - Date.now()) / DAY)
    expect([lifetime(status.accessExpiresAt), lifetime(status.refreshExpiresAt)]).toEqual([90, 365])
  })

  test('A-15 TestOauth proves that a token is accepted', async () => {
    desk = await openDesk()
    const wire = await desk.wire()
    expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('not-signed-in')
    await desk.signIn(wire)
    await wire.eInvoicing.hello(never)
    expect(desk.authority.journal.find({ path: '/TestOauth/jaxrs/hello' })).toMatchObject([
      { status: 200, query: { name: 'recipisa' }, authorization: { scheme: 'Bearer' } },
    ])
    desk.authority.tokens.revokeAll()
    expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('token-rejected')
  })

  test('A-17 test and prod have one authorization server and differ by the path of the API', async () => {
    desk = await openDesk()
    desk.authority.world.addCompany('14399840', 'Firma SRL')
    const addresses: string[] = []
    for (const environment of ['test', 'prod'] as const) {
      const wire = await desk.wire({ profile: { environment } })
      await wire.tokens.complete(codeFor(desk), never)
      await wire.eInvoicing.listByDays({ cui: '14399840', days: 1 }, never)
      addresses.push((await wire.tokens.begin()).authorizeUrl)
    }
    expect(addresses[0]).toBe(addresses[1])
    const paths = desk.authority.journal.find({ path: 'listaMesajeFactura' }).map(({ path }) => path)
    expect(paths).toEqual(['/test/FCTEL/rest/listaMesajeFactura', '/prod/FCTEL/rest/listaMesajeFactura'])
    const logins = desk.authority.journal.find({ path: '/token' }).map(({ host, path }) => host + path)
    expect(new Set(logins).size).toBe(1)
  })
})

test('A-14 forgetting leaves nothing on this machine and tells the authority nothing', async () => {
  desk = await openDesk()
  const { tokens } = await desk.wire()
  await tokens.complete(codeFor(desk), never)
  const before = desk.authority.journal.last
  expect((await tokens.forget()).state).toBe('disconnected')
  expect(desk.vault.has('tokens')).toBe(false)
  expect((await failureOf(tokens.accessToken(never))).reason).toBe('not-signed-in')
  expect(desk.authority.journal.last).toBe(before)
})

test('imported tokens are checked without being shown', async () => {
  desk = await openDesk()
  const { tokens } = await desk.wire()
  const noHeader = JSON.stringify({ access_token: 'secret-text ș', refresh_token: 'secret-text' })
  for (const json of ['secret-text', '{"access_token":"secret-text"}', '["secret-text"]', noHeader]) {
    const error = await failureOf(tokens.import(json))
    expect(error.reason).toBe('tokens-invalid')
    expect(error.message).not.toContain('secret-text')
  }
})

test('tokens copied with the ends of their lines are taken without them', async () => {
  desk = await openDesk()
  const { tokens, eInvoicing } = await desk.wire()
  const { access_token, refresh_token } = await desk.authority.issueTokens()
  await tokens.import(JSON.stringify({ access_token: `${access_token}\r\n`, refresh_token: ` ${refresh_token}` }))
  await eInvoicing.hello(never)
  expect((await tokens.refresh(never)).state).toBe('connected')
})
