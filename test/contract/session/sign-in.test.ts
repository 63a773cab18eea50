import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { silentPort } from '../../authority/profile.ts'
import type { Desk } from '../support/wire.ts'
import { codeFor, failureOf, never, openDesk, SERIAL } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

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

  test('A-02 a redirect URI that is not https, or cannot be watched, is refused before any tab opens', async () => {
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
  test('A-12 a sign-in with another certificate names both serials, for as long as it lasts', async () => {
    desk = await openDesk()
    const { tokens } = await desk.wire()
    const { redirectUri } = desk.authority.profile
    expect(await tokens.complete(codeFor(desk), never)).toMatchObject({ serial: SERIAL, previousSerial: null })
    expect(await tokens.complete(codeFor(desk), never)).toMatchObject({ serial: SERIAL, previousSerial: null })

    const other = desk.authority.tokens.issueCode('99FF00', redirectUri)
    expect(await tokens.complete(other, never)).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })
    expect(await tokens.refresh(never)).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })
    // Another process, which did not see it happen.
    expect(await (await desk.wire()).tokens.status()).toMatchObject({ serial: '99FF00', previousSerial: SERIAL })

    const again = desk.authority.tokens.issueCode('99FF00', redirectUri)
    expect(await tokens.complete(again, never)).toMatchObject({ serial: '99FF00', previousSerial: null })
  })

  test('imported tokens are compared too, and those without a serial are not', async () => {
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
