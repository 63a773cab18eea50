import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { SecretName } from '../../../native-host/secrets/secrets.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { silentPort } from '../../authority/profile.ts'
import type { Desk, Wire } from '../support/wire.ts'
import { failureOf, never, openDesk, shiftedClock, vaultSecrets } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const DAY = 86_400_000
const SERIAL = '1234AA456'

/** A code as the redirect brings it, for a person who is enrolled. */
const codeFor = ({ authority }: Desk) => authority.tokens.issueCode(SERIAL, authority.profile.redirectUri)

describe('the certificate step', () => {
  test('A-01 the authorize URL carries the four parameters and leaves scope and state empty', async () => {
    desk = await openDesk()
    const { tokens, profile } = await desk.wire()
    const { authorizeUrl, redirectUri } = await tokens.begin()
    const url = new URL(authorizeUrl)
    expect(url.origin + url.pathname).toBe(`${profile.authUrl}/authorize`)
    expect(redirectUri).toBe(desk.authority.profile.redirectUri)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: profile.clientId,
      redirect_uri: redirectUri,
      token_content_type: 'jwt',
    })
    expect(url.searchParams.get('scope') ?? '').toBe('')
    expect(url.searchParams.get('state') ?? '').toBe('')
  })

  test('A-02 a redirect URI that is not https, or that nobody can watch, is refused before any tab opens', async () => {
    desk = await openDesk()
    const begin = async (redirectUri: string | null) => {
      const { tokens } = await desk.wire({ profile: { redirectUri } })
      return failureOf(tokens.begin())
    }
    const plain = await begin('http://localhost:8443/callback')
    expect(plain.reason).toBe('redirect-not-https')
    expect(plain.message).toContain('http://localhost:8443/callback')
    expect((await begin('https://example.ro/callback')).reason).toBe('redirect-not-localhost')
    expect((await begin(null)).params).toEqual({ missing: 'redirect URI' })
    expect(desk.authority.journal.entries).toHaveLength(0)
  })
})

describe('another certificate than before', () => {
  test('A-04 a sign-in with another certificate names both serials, for as long as it lasts', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    const { redirectUri } = desk.authority.profile
    expect(await tokens.complete(codeFor(desk), never)).toMatchObject({ serial: SERIAL, previousSerial: null })
    expect(await tokens.complete(codeFor(desk), never)).toMatchObject({ serial: SERIAL, previousSerial: null })

    const other = desk.authority.tokens.issueCode('99FF00', redirectUri)
    expect(await tokens.complete(other, never)).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })
    expect(await tokens.refresh(never)).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })
    // Another process, which has not seen it happen.
    expect(await (await desk.wire()).tokens.status()).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })

    const again = desk.authority.tokens.issueCode('99FF00', redirectUri)
    expect(await tokens.complete(again, never)).toMatchObject({ serial: '99FF00', previousSerial: null })
  })

  test('tokens that are brought along are compared as well, and those that tell no serial are not', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    const bring = async (options: { certificateSerial: string; jwt?: boolean }) =>
      tokens.import(JSON.stringify(await desk.authority.issueTokens(options)))
    await bring({ certificateSerial: 'AA11' })
    expect(await bring({ certificateSerial: 'BB22' })).toMatchObject({ serial: 'BB22', previousSerial: 'AA11' })
    expect(await bring({ certificateSerial: 'CC33', jwt: false })).toMatchObject({ serial: null, previousSerial: null })
    expect(await bring({ certificateSerial: 'DD44' })).toMatchObject({ serial: 'DD44', previousSerial: null })
  })
})

describe('the exchange', () => {
  test('A-06 the code is exchanged by a POST with Basic authentication, the four form fields and no certificate', async () => {
    desk = await openDesk()
    const { tokens, profile } = await desk.wire()
    const status = await tokens.complete(codeFor(desk), never)
    expect(status).toMatchObject({ state: 'connected', serial: SERIAL, clientAppId: profile.clientId })

    const [sent, ...more] = desk.authority.journal.find({ path: '/token' })
    expect(more).toEqual([])
    expect(sent).toMatchObject({ method: 'POST', status: 200, query: {}, clientCertificatePresented: false })
    expect(sent?.authorization?.scheme).toBe('Basic')
    expect(sent?.contentType).toBe('application/x-www-form-urlencoded')
    expect(Object.keys(sent?.form ?? {}).sort()).toEqual(['code', 'grant_type', 'redirect_uri', 'token_content_type'])
    expect(sent?.form).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: profile.redirectUri,
      token_content_type: 'jwt',
    })
  })

  test('A-07 a code older than 60 seconds ends as expired, not as a network error', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    const code = codeFor(desk)
    desk.authority.clock.advance(61_000)
    const error = await failureOf(tokens.complete(code, never))
    expect(error).toMatchObject({ reason: 'code-expired', code: 'session-expired' })
    expect(desk.authority.journal.count({ path: '/token' })).toBe(1)
    expect(await tokens.status()).toMatchObject({ state: 'disconnected' })
  })

  test('A-07 an authorization server that cannot be reached is still a network error', async () => {
    desk = await openDesk()
    const authUrl = `https://logincert.localhost:${await silentPort()}/anaf-oauth2/v1`
    const { tokens } = await desk.wire({ profile: { authUrl } })
    const error = await failureOf(tokens.complete('some-code', never))
    expect(error).toMatchObject({ reason: 'unreachable', params: { host: 'logincert.localhost' } })
  })

  test('A-08 wrong client data, a wrong code and a wrong redirect URI each give their own message', async () => {
    desk = await openDesk()
    const wrongClient = await desk.wire({ profile: { clientId: 'somebody-else' } })
    const client = await failureOf(wrongClient.tokens.complete(codeFor(desk), never))
    expect(client.reason).toBe('client-rejected')

    const { tokens } = await desk.wire()
    const grant = await failureOf(tokens.complete('never-issued', never))
    expect(grant).toMatchObject({ reason: 'grant-rejected', params: { error: 'invalid_grant' } })

    const elsewhere = await desk.wire({ profile: { redirectUri: 'https://localhost:1/callback' } })
    const request = await failureOf(elsewhere.tokens.complete(codeFor(desk), never))
    expect(request).toMatchObject({ reason: 'grant-rejected', params: { error: 'invalid_request' } })
    expect(new Set([client.message, grant.message, request.message]).size).toBe(3)
  })

  test('no error of the exchange shows the code, the secret or a token', async () => {
    desk = await openDesk()
    const { tokens, secretsTold } = await desk.wire()
    const answer = await desk.authority.issueTokens()
    const bodies = [
      JSON.stringify({ ...answer, refresh_token: undefined }),
      `<html>${answer.access_token}</html>`,
      JSON.stringify({ error: answer.access_token }),
      `{"access_token":"${answer.access_token}"`,
    ]
    for (const body of bodies) {
      desk.authority.faults.add({ match: { path: '/token' }, effect: { kind: 'body', body } })
      const code = codeFor(desk)
      const error = await failureOf(tokens.complete(code, never))
      for (const secret of [code, desk.authority.clientSecret, answer.access_token])
        expect(JSON.stringify([error.message, error.params, String(error.stack)])).not.toContain(secret)
    }
    expect(secretsTold).toContain(desk.authority.clientSecret)
  })
})

test('A-16 of an answer that may hold tokens nothing is kept for a look, however odd it is', async () => {
  desk = await openDesk()
  const wire = await desk.wire()
  await desk.signIn(wire)
  const answer = await desk.authority.issueTokens()
  const { accessToken } = JSON.parse(desk.vault.get('tokens') ?? '{}')
  const large = (token: string) => `{"access_token":"${token}","padding":"${' '.repeat(1_000_000)}"`
  const bodies: [path: string, body: string][] = [
    ['/token', large(answer.access_token)],
    ['/hello', large(accessToken)],
    ['/hello', `{"eroare":"Bearer ${accessToken}`],
    ['/hello', `<html>in mentenanta: Bearer ${accessToken}</html>`],
  ]
  for (const [path, body] of bodies) {
    desk.authority.faults.add({ match: { path }, effect: { kind: 'body', body } })
    const call = path === '/token' ? wire.tokens.complete(codeFor(desk), never) : wire.eInvoicing.hello(never)
    const { params } = await failureOf(call)
    expect([path, params.kept ?? '']).toEqual([path, ''])
  }
  const kept = join(wire.archive.folder, '..', '..', 'kept')
  expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
})

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

    const [[kid] = []] = Object.entries(wire.profile.tokenKeys)
    const other = await openDesk()
    const [[, pem = ''] = []] = Object.entries(other.authority.profile.tokenKeys)
    await other.close()
    const suspicious = await desk.wire({ profile: { tokenKeys: { [kid ?? '']: pem } } })
    expect((await failureOf(desk.signIn(suspicious))).reason).toBe('token-signature')
  })

  test('A-12 tokens are kept before they are judged: a signature that fails is told, and loses nothing', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    const other = await openDesk()
    const [[, pem = ''] = []] = Object.entries(other.authority.profile.tokenKeys)
    await other.close()
    const keys = Object.keys(desk.authority.profile.tokenKeys)
    const tokenKeys = Object.fromEntries(keys.map(kid => [kid, pem]))
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
    // What nobody asked for by name goes on: the authority takes these tokens.
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

describe('refreshing', () => {
  const refreshes = () => desk.authority.journal.count({ path: '/token' })
  /** A process on a machine whose clock stands `days` after the sign-in, like the authority's. */
  const later = async (days: number): Promise<Wire> => {
    desk.authority.clock.advance(days * DAY)
    return desk.wire({ clock: shiftedClock(() => days * DAY) })
  }

  test('A-09 both new tokens are kept in one write before either is used', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    desk.authority.clock.advance(85 * DAY)
    const writes: string[] = []
    const secrets = vaultSecrets(desk.vault)
    const crashing = {
      ...secrets,
      set: async (name: SecretName, value: string) => {
        await secrets.set(name, value)
        writes.push(value)
        throw new Error('crash after the write')
      },
    }
    const clock = shiftedClock(() => 85 * DAY)
    const first = await desk.wire({ clock, secrets: crashing })
    await expect(first.tokens.refresh(never)).rejects.toThrow('crash')
    expect(writes).toHaveLength(1)
    const kept = JSON.parse(desk.vault.get('tokens') ?? '{}')
    expect(desk.authority.tokens.holder(kept.accessToken)).toBeDefined()

    const second = await desk.wire({ clock })
    await second.eInvoicing.hello(never)
    await second.tokens.refresh(never)
    expect(refreshes()).toBe(2)
  })

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

  test('A-13 tokens that the authority has refused connect nobody, whatever their own dates say', async () => {
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

  test('A-13 an answer is worth no less where it cannot be written down that its token was taken, or was not', async () => {
    desk = await openDesk()
    const secrets = vaultSecrets(desk.vault)
    let isFull = false
    const set = async (name: SecretName, value: string) => {
      if (isFull) throw new RecipisaError('storage-failed', { path: 'secrets.json', problem: 'no space' })
      await secrets.set(name, value)
    }
    const { eInvoicing, tokens, warnings } = await desk.wire({ secrets: { ...secrets, set } })
    await tokens.import(JSON.stringify(await desk.authority.issueTokens()))
    await tokens.refresh(never)
    const refused = { match: { path: '/hello' }, times: 'always', effect: { kind: 'status', status: 401 } } as const
    const fault = desk.authority.faults.add(refused)
    isFull = true
    expect((await failureOf(eInvoicing.hello(never))).reason).toBe('token-rejected')
    isFull = false
    expect((await failureOf(eInvoicing.hello(never))).reason).toBe('token-rejected')
    fault.remove()
    isFull = true
    await eInvoicing.hello(never)
    expect(warnings).toEqual(['token-note-failed', 'token-note-failed'])
    isFull = false
    await eInvoicing.hello(never)
    expect((await tokens.status()).state).toBe('connected')
  })

  test('A-09 an answer to a refresh without a refresh token keeps the new access token and the refresh token', async () => {
    desk = await openDesk()
    const wire = await desk.wire()
    await desk.signIn(wire)
    const before = JSON.parse(desk.vault.get('tokens') ?? '{}')
    const { access_token } = await desk.authority.issueTokens()
    const body = JSON.stringify({ access_token })
    desk.authority.faults.add({ match: { path: '/token' }, effect: { kind: 'body', body } })
    expect((await wire.tokens.refresh(never)).state).toBe('connected')
    expect(JSON.parse(desk.vault.get('tokens') ?? '{}')).toMatchObject({
      accessToken: access_token,
      refreshToken: before.refreshToken,
    })
    await wire.eInvoicing.hello(never)
    await wire.tokens.refresh(never)
  })

  test('A-09 a pair that could not be kept (a full disk) is kept at the next chance, at the latest at the end', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    const secrets = vaultSecrets(desk.vault)
    let isFull = true
    const set = async (name: SecretName, value: string) => {
      if (isFull) throw new RecipisaError('storage-failed', { path: 'secrets.json', problem: 'no space' })
      await secrets.set(name, value)
    }
    const held = () => JSON.parse(desk.vault.get('tokens') ?? '{}').refreshToken
    for (const chance of ['status', 'settled'] as const) {
      const before = held()
      isFull = true
      const { tokens } = await desk.wire({ secrets: { ...secrets, set } })
      expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
      expect(held()).toBe(before)
      isFull = false
      await tokens[chance]()
      expect(held()).not.toBe(before)
      await (await desk.wire()).tokens.refresh(never)
    }
  })

  test('A-09 such a pair does not take the place of a newer sign-in', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    const secrets = vaultSecrets(desk.vault)
    let isFull = true
    const set = async (name: SecretName, value: string) => {
      if (isFull) throw new RecipisaError('storage-failed', { path: 'secrets.json', problem: 'no space' })
      await secrets.set(name, value)
    }
    const { tokens } = await desk.wire({ secrets: { ...secrets, set } })
    expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
    isFull = false
    await desk.signIn(await desk.wire({ clock: shiftedClock(() => 5000) }))
    const newer = desk.vault.get('tokens')
    await tokens.settled()
    await tokens.status()
    expect(desk.vault.get('tokens')).toBe(newer)
  })

  test('A-09 such a pair is the newer one also where the clock was put back, and does not undo a sign-out', async () => {
    desk = await openDesk()
    await desk.signIn(await desk.wire())
    const secrets = vaultSecrets(desk.vault)
    let isFull = true
    const set = async (name: SecretName, value: string) => {
      if (isFull) throw new RecipisaError('storage-failed', { path: 'secrets.json', problem: 'no space' })
      await secrets.set(name, value)
    }
    const { tokens } = await desk.wire({ clock: shiftedClock(() => -DAY), secrets: { ...secrets, set } })
    expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
    isFull = false
    await tokens.settled()
    await (await desk.wire()).tokens.refresh(never)

    isFull = true
    expect((await failureOf(tokens.refresh(never))).reason).toBe('storage-failed')
    isFull = false
    desk.vault.clear() // another process has signed out
    expect((await tokens.status()).state).toBe('disconnected')
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

  test('tokens that are brought along are checked without being shown', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    for (const json of ['secret-text', '{"access_token":"secret-text"}', '["secret-text"]', '{"access_token":1}']) {
      const error = await failureOf(tokens.import(json))
      expect(error.reason).toBe('tokens-invalid')
      expect(error.message).not.toContain('secret-text')
    }
  })
})
