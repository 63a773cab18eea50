import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { ACCESS_LIFETIME, REFRESH_LIFETIME, readTokenFacts, verifySignature } from './token.ts'

let access = ''
let publicPem = ''
let otherPem = ''
beforeAll(async () => {
  const [pair, other] = await Promise.all([generateKeyPair('RS512'), generateKeyPair('RS512')])
  publicPem = await exportSPKI(pair.publicKey)
  otherPem = await exportSPKI(other.publicKey)
  access = await new SignJWT({ serial: '1234AA', clientappid: 'app-1', role: ['EFACTURA', 'HELLO'] })
    .setProtectedHeader({ alg: 'RS512', kid: 'k1' })
    .setExpirationTime(2_000_000_000)
    .sign(pair.privateKey)
})

test('A-12 the claims of the access token are read', () => {
  const facts = readTokenFacts({ accessToken: access, refreshToken: 'opaque' }, 1000)
  expect(facts).toEqual({
    serial: '1234AA',
    clientAppId: 'app-1',
    roles: ['EFACTURA', 'HELLO'],
    accessExpiresAt: 2_000_000_000_000,
    refreshExpiresAt: 1000 + REFRESH_LIFETIME,
  })
})

test('A-12 a token that is not a JWT has the documented lifetime', () => {
  const facts = readTokenFacts({ accessToken: 'opaque', refreshToken: 'opaque' }, 5)
  expect(facts).toMatchObject({ serial: null, roles: [], accessExpiresAt: 5 + ACCESS_LIFETIME })
  expect(ACCESS_LIFETIME).toBe(129_600 * 60_000)
  expect(REFRESH_LIFETIME).toBe(525_600 * 60_000)
})

test('A-12 claims of other kinds are read as far as they say something', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const factsOf = (claims: object) =>
    readTokenFacts({ accessToken: `${part({ alg: 'none' })}.${part(claims)}.`, refreshToken: 'opaque' }, 0)
  expect(factsOf({ serial: 1234, clientappid: 5, role: 'EFACTURA, HELLO' })).toMatchObject({
    ...{ serial: '1234', clientAppId: '5', roles: ['EFACTURA', 'HELLO'] },
  })
  expect(factsOf({ serial: {}, role: ['EFACTURA', 7, null] })).toMatchObject({ serial: null, roles: ['EFACTURA'] })
  expect(factsOf({ role: 7 }).roles).toEqual([])
  for (const exp of ['5', 'x', null, 1e300]) expect(factsOf({ exp }).accessExpiresAt).toBe(ACCESS_LIFETIME)
})

test('A-12 the RS512 signature is verified where a key for the kid is configured', async () => {
  expect(await verifySignature(access, { k1: publicPem })).toBe('verified')
  expect(await verifySignature(access, { k2: publicPem })).toBe('unchecked')
  expect(await verifySignature('opaque', { k1: publicPem })).toBe('unchecked')
  await expect(verifySignature(access, { k1: otherPem })).rejects.toMatchObject({ reason: 'token-signature' })
  const [head, , signature] = access.split('.')
  const forged = [head, btoa('{"serial":"other"}').replace(/=+$/, ''), signature].join('.')
  await expect(verifySignature(forged, { k1: publicPem })).rejects.toMatchObject({ params: { kid: 'k1' } })
})
