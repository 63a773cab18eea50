import { beforeEach, describe, expect, test } from 'vitest'
import { PRODUCTION } from '../profile/production.ts'
import { bindingsOf } from './bindings.ts'
import type { Entry } from './credential-store.ts'
import { openSecrets } from './open.ts'
import { dataDir, folderForEach, inFile } from './secrets-folder.fixture.ts'

folderForEach()

describe('secrets that are bound to a service', () => {
  const entries = new Map<string, string>()
  const entryOf = (user: string): Entry => ({
    getPassword: async () => entries.get(user) ?? null,
    setPassword: async value => void entries.set(user, value),
    deleteCredential: async () => entries.delete(user),
  })
  const own = { authUrl: 'https://login.a.ro/v1', baseUrl: 'https://api.a.ro' }
  const open = (isStore: boolean, profile: Partial<Parameters<typeof bindingsOf>[0]> = {}) =>
    openSecrets({
      dataDir,
      scope: 's',
      bindings: bindingsOf({ ...own, spvUrl: 'https://spv.a.ro/rest', portalUrl: 'https://p.b.ro', ...profile }),
      platform: 'linux',
      store: async () => (isStore ? entryOf : undefined),
    })
  beforeEach(() => entries.clear())

  test.each([false, true])('A-16 are hidden from a profile that would send them elsewhere (store: %s)', async store => {
    const first = await open(store)
    for (const name of ['tokens', 'client-secret', 'session-spv', 'session-portal'] as const) await first.set(name, 'a')
    const other = await open(store, {
      baseUrl: 'https://api.evil.ro',
      spvUrl: 'https://spv.a.ro:8443/rest',
      portalUrl: 'https://p.b.ro.evil.ro',
    })
    for (const name of ['tokens', 'session-spv', 'session-portal'] as const) {
      expect(await other.get(name)).toBeUndefined()
      await other.set(name, 'other')
      await other.delete(name)
      expect(await first.get(name)).toBe('a')
    }
    // The client secret goes only to the authorization server, which is the same.
    expect(await other.get('client-secret')).toBe('a')
  })

  test.each([false, true])('of an earlier version move to the service beside its login (store: %s)', async store => {
    const earlier = await openSecrets({
      dataDir,
      scope: 's',
      platform: 'linux',
      store: async () => (store ? entryOf : undefined),
    })
    await earlier.set('tokens', 'a')
    expect(await (await open(store, { baseUrl: 'https://api.evil.ro' })).get('tokens')).toBeUndefined()
    const secrets = await open(store)
    expect(await secrets.get('tokens')).toBe('a')
    expect(await earlier.get('tokens')).toBeUndefined()
    await secrets.delete('tokens')
    expect(await (await open(store)).get('tokens')).toBeUndefined()
  })

  test('an interrupted move does not bring old secrets back', async () => {
    const earlier = await inFile('s')
    await earlier.set('tokens', 'old')
    await (await open(false)).set('tokens', 'new')
    await earlier.set('tokens', 'old') // as if it had not been deleted
    const secrets = await open(false)
    expect(await secrets.get('tokens')).toBe('new')
    await secrets.delete('tokens')
    expect(await (await open(false)).get('tokens')).toBeUndefined()
  })

  test('which service stands beside its login', () => {
    const adopts = (baseUrl: string, authUrl: string = own.authUrl) =>
      bindingsOf({ authUrl, baseUrl, spvUrl: baseUrl, portalUrl: PRODUCTION.portalUrl }).tokens?.adopts
    expect(bindingsOf(PRODUCTION)).toMatchObject({
      tokens: { to: 'https://api.anaf.ro', adopts: true },
      'session-spv': { to: 'https://webserviced.anaf.ro', adopts: true },
      'session-portal': { to: 'https://decl.anaf.mfinante.gov.ro', adopts: true },
    })
    expect(adopts('https://api.a.ro')).toBe(true)
    expect(adopts('https://api.localhost:1', 'https://login.localhost:1/v1')).toBe(true)
    expect(adopts('http://127.0.0.1:1', 'http://127.0.0.1:1/v1')).toBe(true)
    for (const elsewhere of ['https://api.b.ro', 'https://a.ro.evil.ro', 'https://evila.ro', 'https://api.a.ro:444'])
      expect(adopts(elsewhere)).toBe(false)
    expect(adopts('https://evil.ro', 'https://login.ro/v1')).toBe(false)
    expect(adopts('https://10.0.0.1', 'https://127.0.0.1/v1')).toBe(false)
    expect(adopts('https://decl.anaf.mfinante.gov.ro')).toBe(false)
  })
})
