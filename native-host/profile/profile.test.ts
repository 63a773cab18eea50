import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { configureProfile } from './configure.ts'
import { loadProfile } from './load.ts'
import { PRODUCTION } from './production.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-profile-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LOCAL = { authUrl: 'https://login.localhost:1/anaf-oauth2/v1', baseUrl: 'https://api.localhost:1' }

function write(content: unknown): string {
  const path = join(folder, 'p.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function failureOf(content: unknown): RecipisaError {
  const path = write(content)
  try {
    loadProfile({ path, dataDir: folder })
  } catch (error) {
    if (error instanceof RecipisaError) return error
    throw error
  }
  throw new Error('the profile was taken')
}

test('without a file, the production defaults are valid', () => {
  const profile = loadProfile({ dataDir: folder })
  expect(profile).toMatchObject({ ...PRODUCTION, file: null, environment: 'prod', clientId: null, redirectUri: null })
  expect(profile).toMatchObject({ requestsPerMinute: 1000, publicRequestsPerMinute: 60, ca: null, tokenKeys: {} })
})

test('without a path, the file in the data folder is valid', () => {
  writeFileSync(join(folder, 'profile.json'), '\uFEFF{"clientId":"abc"}')
  expect(loadProfile({ dataDir: folder })).toMatchObject({ ...PRODUCTION, clientId: 'abc' })
})

test('addresses lose their trailing slash; http is allowed only for this machine', () => {
  for (const host of ['localhost:8080', 'api.localhost', '127.0.0.1:1', '127.9.9.9', '[::1]:3']) {
    const path = write({ ...LOCAL, baseUrl: `http://${host}/` })
    expect(loadProfile({ path, dataDir: folder }).baseUrl).toBe(`http://${host}`)
  }
  for (const host of ['example.ro', 'localhost.example.ro', '128.0.0.1', '10.0.0.1', 'notlocalhost']) {
    const error = failureOf({ ...LOCAL, baseUrl: `http://${host}` })
    expect(error).toMatchObject({ reason: 'profile-url-insecure', params: { field: 'baseUrl', value: host } })
    expect(error.message).toContain(join(folder, 'p.json'))
  }
})

test('a wrong address names its field', () => {
  for (const value of ['anaf.ro', 'ftp://anaf.ro', 'https://', 'https://anaf.ro/?a=1', '//x']) {
    expect(failureOf({ ...LOCAL, spvUrl: value })).toMatchObject({ reason: 'profile-url', params: { field: 'spvUrl' } })
  }
  expect(failureOf({ ...LOCAL, spvUrl: 'https://me:pass-word@anaf.ro' }).message).not.toContain('pass-word')
})

test('a file that names one address must name those that get the token', () => {
  expect(failureOf({ authUrl: LOCAL.authUrl })).toMatchObject({ reason: 'profile-field', params: { field: 'baseUrl' } })
})

test('A-02 a redirect URI that is not https is refused with the reason', () => {
  const error = failureOf({ redirectUri: 'http://localhost:8443/callback' })
  expect(error.reason).toBe('redirect-not-https')
  expect(error.message).toContain('http://localhost:8443/callback')
})

test('errors name wrong and unknown fields', () => {
  expect(failureOf({ clientID: 'x', enviroment: 'test' }).message).toMatch(/clientID, enviroment/)
  expect(failureOf({ environment: 'live' })).toMatchObject({ params: { field: 'environment' } })
  for (const field of ['requestsPerMinute', 'publicRequestsPerMinute'])
    for (const value of [0, 1.5, '60']) expect(failureOf({ [field]: value })).toMatchObject({ params: { field } })
  expect(failureOf([])).toMatchObject({ reason: 'profile-field' })
  expect(failureOf('{"clientId": "a",')).toMatchObject({ reason: 'profile-unreadable' })
  expect(failureOf({ tokenKeys: { k1: 'nothing' } })).toMatchObject({ params: { field: 'tokenKeys.k1' } })
})

test('a client secret in the file is refused, and the error does not show it', () => {
  for (const content of [{ clientSecret: 'hush-hush' }, '{"clientSecret": hush-hush']) {
    const error = failureOf(content)
    expect(error.message).not.toContain('hush-hush')
  }
  expect(failureOf({ clientSecret: 'hush-hush' }).message).toContain('RECIPISA_CLIENT_SECRET')
})

test('errors name a missing profile file and a missing or wrong CA file', () => {
  expect(() => loadProfile({ path: join(folder, 'none.json'), dataDir: folder })).toThrow(/none\.json/)
  expect(failureOf({ ...LOCAL, ca: 'no-ca.pem' })).toMatchObject({
    reason: 'ca-missing',
    params: { path: join(folder, 'no-ca.pem') },
  })
  for (const text of ['', 'hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
    writeFileSync(join(folder, 'ca.pem'), text)
    expect(failureOf({ ...LOCAL, ca: 'ca.pem' }).reason).toBe('ca-invalid')
  }
})

test('the CA file is found relative to the profile; keys are PEM texts', () => {
  writeFileSync(join(folder, 'ca.pem'), rootCertificates[0] ?? '')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const profile = loadProfile({ path: write({ ...LOCAL, ca: 'ca.pem', tokenKeys: { k1: pem } }), dataDir: '/none' })
  expect(profile.ca).toContain('BEGIN CERTIFICATE')
  expect(Object.keys(profile.tokenKeys)).toEqual(['k1'])
})

test('the trust anchors of signatures are one or more certificates beside the profile, with the errors of the CA file', () => {
  expect(loadProfile({ path: write(LOCAL), dataDir: '/none' }).signatureAnchors).toEqual([])
  const field = 'signatureAnchors'
  const wrong = { ...LOCAL, [field]: 'anchors.pem' }
  expect(failureOf(wrong)).toMatchObject({ reason: 'ca-missing', params: { path: join(folder, 'anchors.pem'), field } })
  writeFileSync(join(folder, 'anchors.pem'), 'hello')
  expect(failureOf(wrong)).toMatchObject({ reason: 'ca-invalid', message: expect.stringContaining(field) })
  writeFileSync(join(folder, 'anchors.pem'), rootCertificates.slice(0, 2).join('\n'))
  const { signatureAnchors } = loadProfile({ path: write(wrong), dataDir: '/none' })
  expect(signatureAnchors).toEqual(rootCertificates.slice(0, 2))
})

test('settings are checked before they replace the file, and leave its other fields alone', () => {
  const source = { dataDir: join(folder, 'data') }
  const changes = { clientId: 'id-1', redirectUri: 'https://localhost:8443/callback' }
  expect(configureProfile(source, changes)).toMatchObject({ ...changes, file: join(folder, 'data', 'profile.json') })
  expect(configureProfile(source, { environment: 'test' })).toMatchObject({ ...changes, environment: 'test' })
  expect(loadProfile(source)).toMatchObject({ ...PRODUCTION, ...changes, environment: 'test' })

  expect(() => configureProfile(source, { redirectUri: 'http://localhost/callback' })).toThrow(/redirect-not-https/)
  expect(loadProfile(source).redirectUri).toBe(changes.redirectUri)
  expect(readdirSync(join(folder, 'data'))).toEqual(['profile.json'])

  writeFileSync(join(folder, 'ca.pem'), rootCertificates[0] ?? '')
  const path = write({ ...LOCAL, ca: 'ca.pem' })
  configureProfile({ path, dataDir: folder }, { clientId: 'id-2' })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...LOCAL, ca: 'ca.pem', clientId: 'id-2' })
  expect(existsSync(join(folder, 'profile.json'))).toBe(false)
})
