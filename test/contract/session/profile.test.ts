import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { configureProfile } from '../../../native-host/profile/configure.ts'
import { loadProfile } from '../../../native-host/profile/load.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { createCertificateAuthority } from '../../authority/certificates.ts'
import { silentPort } from '../../authority/profile.ts'
import { removeFolder } from '../../planted/look.ts'
import { type Desk, failureOf, hastyClock, never, openDesk } from '../support/wire.ts'

let desk: Desk
const folders: string[] = []
afterEach(async () => {
  await desk.close()
  for (const folder of folders.splice(0)) removeFolder(folder)
})

test('A-02 the profile with an http redirect URI is refused, and left as it was', async () => {
  desk = await openDesk()
  const source = { path: desk.authority.profilePath, dataDir: '/nowhere' }
  const before = readFileSync(source.path, 'utf8')
  expect(() => configureProfile(source, { redirectUri: 'http://localhost:8443/callback' })).toThrow(
    /redirect-not-https/,
  )
  expect(readFileSync(source.path, 'utf8')).toBe(before)
  writeFileSync(source.path, before.replace('https://localhost', 'http://localhost'))
  expect(() => loadProfile(source)).toThrow(/redirect-not-https/)
})

test('a server with an untrusted certificate is named, and gets no token', async () => {
  desk = await openDesk()
  const wire = await desk.wire({ profile: { ca: null } })
  await desk.signIn(wire)
  const error = await failureOf(wire.eInvoicing.hello(never))
  expect(error).toMatchObject({ reason: 'tls-untrusted', params: { host: 'api.localhost' } })
  expect(toErrorBody(error).message).toContain('field ca')
  expect(desk.authority.journal.entries).toHaveLength(0)
})

test('the CA of another authority is not enough', async () => {
  desk = await openDesk()
  const { certificatePem } = await createCertificateAuthority('Recipisa test CA')
  const wire = await desk.wire({ profile: { ca: certificatePem } })
  await desk.signIn(wire)
  expect((await failureOf(wire.eInvoicing.hello(never))).reason).toBe('tls-untrusted')
})

test('a host that does not listen is named', async () => {
  desk = await openDesk()
  const apiUrl = `https://api.localhost:${await silentPort()}`
  const wire = await desk.wire({ clock: hastyClock(), profile: { apiUrl } })
  await desk.signIn(wire)
  const error = await failureOf(wire.eInvoicing.hello(never))
  expect(error).toMatchObject({ reason: 'unreachable', params: { host: 'api.localhost', problem: 'ECONNREFUSED' } })
})

test('every field of the written profile is taken, with the CA relative to its file', async () => {
  desk = await openDesk()
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-profile-'))
  folders.push(folder)
  const path = join(folder, 'profile.json')
  writeFileSync(path, JSON.stringify({ ...desk.authority.profile, ca: './ca.pem' }))
  writeFileSync(join(folder, 'ca.pem'), desk.authority.caPem)
  const { ca, signatureAnchors, ...fields } = desk.authority.profile
  const profile = loadProfile({ path, dataDir: folder })
  expect(profile).toMatchObject({ ...fields, file: path })
  expect(profile.ca?.trim()).toBe(desk.authority.caPem.trim())
  expect(ca).not.toBe('./ca.pem')
  expect(profile.signatureAnchors.map(anchor => anchor.trim())).toEqual([readFileSync(signatureAnchors, 'utf8').trim()])
})
