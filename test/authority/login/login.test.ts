import { createPublicKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call, visit } from '../call.ts'
import { createCertificateAuthority, type Issued } from '../certificates.ts'
import type { TokenAnswer } from './tokens.ts'

let folder: string
let authority: Authority
let person: Issued

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-login-'))
  authority = await startAuthority({ folder })
  person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
})
afterAll(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

function authorizeUrl(changes: Readonly<Record<string, string>> = {}): string {
  const { authUrl, clientId, redirectUri } = authority.profile
  const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, token_content_type: 'jwt' }
  return `${authUrl}/authorize?${new URLSearchParams({ ...query, ...changes })}`
}

const answer = async (url: string, certificate?: Issued) => {
  const { location } = await visit(authority, url, certificate)
  return new URL(location ?? 'about:blank').searchParams
}

const freshCode = async () => (await answer(authorizeUrl(), person)).get('code') ?? ''

async function token(form: Readonly<Record<string, string>>, secret = authority.clientSecret) {
  const credentials = Buffer.from(`${authority.profile.clientId}:${secret}`).toString('base64')
  const called = await call(authority, `${authority.profile.authUrl}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return { status: called.status, body: JSON.parse(called.body.toString()) as TokenAnswer & { error?: string } }
}

const exchange = (code: string, changes: Readonly<Record<string, string>> = {}) =>
  token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: authority.profile.redirectUri,
    token_content_type: 'jwt',
    ...changes,
  })

test('the way through the gateway: policy, renegotiation, nonce, code', async () => {
  const since = authority.journal.last
  const { hops, location } = await visit(authority, authorizeUrl(), person)
  const authorize = '/anaf-oauth2/v1/authorize'
  expect(hops).toEqual([authorize, '/my.policy', '/my.policy_nonce', authorize])
  expect(location).toMatch(/^https:\/\/localhost:\d+\/callback\?code=PLANTED-code-[0-9a-f]{32}$/)
  const entries = authority.journal.entries.filter(({ n }) => n > since)
  expect(entries.map(({ clientCertificatePresented }) => clientCertificatePresented)).toEqual([
    false,
    true,
    false,
    false,
  ])
  const sessions = entries.slice(1).map(({ cookies }) => cookies.MRHSession)
  expect(new Set(sessions).size).toBe(3)
})

test('without a certificate, and with one of another CA, the visit ends at the wall', async () => {
  const stranger = await (await createCertificateAuthority('another')).issueClientCertificate({ commonName: 'X' })
  for (const certificate of [undefined, stranger]) {
    const { hops, last } = await visit(authority, authorizeUrl(), certificate)
    expect(hops.at(-1)).toBe('/vdesk/hangup.php3')
    expect(last.status).toBe(200)
    expect(last.body.toString('latin1')).toContain('Certificatul nu a fost prezentat')
  }
})

test('a certificate that nobody enrolled is denied by a redirect', async () => {
  const unknown = await authority.ca.issueClientCertificate({ commonName: 'Neînrolat' })
  expect((await answer(authorizeUrl(), unknown)).get('error')).toBe('access_denied')
})

test('a wrong client or callback gets a page and no redirect; other mistakes are told to the callback', async () => {
  for (const changes of [{ client_id: 'x' }, { redirect_uri: `${authority.profile.redirectUri}/` }]) {
    const { last, location } = await visit(authority, authorizeUrl(changes), person)
    expect([last.status, location]).toEqual([400, undefined])
  }
  expect((await answer(authorizeUrl({ response_type: 'token' }), person)).get('error')).toBe(
    'unsupported_response_type',
  )
  expect((await answer(authorizeUrl({ token_content_type: 'x' }), person)).get('error')).toBe('invalid_request')
})

test('an http callback cannot be registered', async () => {
  await expect(startAuthority({ folder, redirectUri: 'http://localhost:1/callback' })).rejects.toThrow('HTTP 400')
})

test('the exchange gives RS512 tokens of 90 and 365 days with the certificate in their claims', async () => {
  const { status, body } = await exchange(await freshCode())
  expect(status).toBe(200)
  expect(body.access_token.length).toBeGreaterThan(2048)
  expect(body.access_token.length).toBeLessThan(3072)
  const { kid = '', alg } = decodeProtectedHeader(body.access_token)
  expect(alg).toBe('RS512')
  const key = createPublicKey(authority.profile.tokenKeys[kid] ?? '')
  const { payload } = await jwtVerify(body.access_token, key)
  expect(payload.serial).toBe(person.serialNumber)
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(90 * 86_400)
  const refresh = await jwtVerify(body.refresh_token, key)
  expect((refresh.payload.exp ?? 0) - (refresh.payload.iat ?? 0)).toBe(365 * 86_400)
})

test('a code is worth one use, with the right secret and callback', async () => {
  const code = await freshCode()
  const form = { grant_type: 'authorization_code', code, redirect_uri: authority.profile.redirectUri }
  expect((await token(form, 'wrong')).body).toEqual({ error: 'invalid_client' })
  expect((await exchange(code, { redirect_uri: 'https://localhost/other' })).body).toEqual({ error: 'invalid_request' })
  expect((await exchange(code)).status).toBe(200)
  expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
  expect((await token({ grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' })
})

test('a code older than 60 seconds resets the connection', async () => {
  const code = await freshCode()
  authority.clock.advance(61_000)
  await expect(exchange(code)).rejects.toThrow(/ECONNRESET|socket hang up/)
  const [entry] = authority.journal.find({ path: '/token', method: 'POST' }).slice(-1)
  expect(entry).toMatchObject({ status: null, completed: false, clientCertificatePresented: false })
  expect(entry?.form?.code).toMatch(/^sha256:/)
})

test('a refresh token is worth one refresh; the new pair works', async () => {
  const first = (await exchange(await freshCode())).body
  const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const second = await refresh(first.refresh_token)
  expect(second.status).toBe(200)
  expect((await refresh(first.refresh_token)).body).toEqual({ error: 'invalid_grant' })
  expect((await refresh(second.body.refresh_token)).status).toBe(200)
})

test('revoke is redirected to the access policy like a path that does not exist', async () => {
  for (const path of ['revoke', 'nothing-here']) {
    const { status, headers } = await call(authority, `${authority.profile.authUrl}/${path}`, { method: 'POST' })
    expect([status, headers.location]).toEqual([302, '/my.policy'])
  }
})
