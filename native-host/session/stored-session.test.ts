import { expect, test } from 'vitest'
import type { SessionCookie } from '../../shared/protocol/session.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createSessionStore, jarOf } from './stored-session.ts'

const URL = 'https://portal.anaf.localhost/WAS6DUS/'
const cookie = (change: Partial<SessionCookie>): SessionCookie => ({
  ...{ name: 'a', value: '1', domain: 'portal.anaf.localhost', path: '/', secure: true, httpOnly: true, expires: null },
  ...change,
})
const sentTo = async (cookies: SessionCookie[], url = URL) => (await jarOf(cookies, URL)).getCookieString(url)

test('G-02 the cookies that a browser would send to the host are taken, and no others', async () => {
  const own = cookie({})
  for (const other of [
    cookie({ name: 'b', domain: 'altundeva.localhost' }),
    cookie({ name: 'b', domain: 'anaf.localhost' }),
    cookie({ name: 'b', domain: '.altundeva.localhost' }),
    cookie({ name: 'b', domain: 'xportal.anaf.localhost' }),
    cookie({ name: 'b', path: '/altundeva' }),
    cookie({ name: 'b', expires: 1000 }),
    cookie({ name: 'b', value: 'x;c=2' }),
    cookie({ name: 'b\n', value: 'x' }),
    cookie({ name: 'b', value: 'ș' }),
  ])
    expect([other, await sentTo([own, other])]).toEqual([other, 'a=1'])
  for (const also of [
    cookie({ name: 'b', domain: '.anaf.localhost' }),
    cookie({ name: 'b', domain: '.PORTAL.anaf.localhost' }),
    cookie({ name: 'b', expires: Date.now() + 60_000 }),
  ])
    expect([also, await sentTo([own, also])]).toEqual([also, 'a=1; b=1'])
  const wide = cookie({ name: 'b', domain: '.anaf.localhost' })
  expect(await sentTo([own, wide], 'https://spv.anaf.localhost/')).toBe('b=1')
})

test('G-02 without any such cookie there is no session, with the reason', async () => {
  const problemOf = (cookies: SessionCookie[]) => jarOf(cookies, URL).then(String, error => error.params.problem)
  const expired = await problemOf([cookie({ expires: 1000 })])
  expect(expired).toBe('those of the host portal.anaf.localhost have expired')
  for (const cookies of [[], [cookie({ domain: 'altundeva.localhost' })], [cookie({ value: 'x;y' })]])
    expect(await problemOf(cookies)).toBe('no cookie is of the host portal.anaf.localhost')
})

test('G-08 a session is kept whole and forgotten whole; unknown content is none', async () => {
  const vault = new Map<string, string>()
  const secrets: Secrets = {
    keptIn: 'owner-only-file',
    get: async name => vault.get(name),
    set: async (name, value) => void vault.set(name, value),
    delete: async name => void vault.delete(name),
  }
  const told: string[] = []
  const store = createSessionStore(secrets, 'session-portal', value => told.push(value))
  expect(await store.read()).toBeUndefined()
  const jar = await jarOf([cookie({ value: 'first' })], URL)
  await store.write({ jar, since: 1, lastUsedAt: 2, expired: false })
  const read = await store.read()
  expect(read).toMatchObject({ since: 1, lastUsedAt: 2, expired: false })
  expect(await read?.jar.getCookieString(URL)).toBe('a=first')
  expect(told).toEqual(['first', 'first'])
  await store.delete()
  expect([vault.size, await store.read()]).toEqual([0, undefined])
  for (const text of ['', '{', '{}', '{"jar":"x","since":1,"lastUsedAt":1,"expired":false}']) {
    vault.set('session-portal', text)
    expect([text, await store.read()]).toEqual([text, undefined])
  }
})
