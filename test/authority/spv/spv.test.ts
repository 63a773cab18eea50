import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call, visit } from '../call.ts'
import type { Issued } from '../certificates.ts'

let folder: string
let authority: Authority
let person: Issued
let list: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-spv-'))
  authority = await startAuthority({ folder })
  person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  list = `${authority.profile.spvUrl}/listaMesaje?zile=1`
})
afterAll(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

const replay = async (cookies: ReadonlyMap<string, string>, url = list) => {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return call(authority, url, { headers: { Cookie } })
}

test('the mailbox is reached over policy, renegotiation and nonce; the last answer sets an HttpOnly application cookie', async () => {
  const since = authority.journal.last
  const { hops, last } = await visit(authority, list, person)
  expect(hops).toEqual(['/SPVWS2/rest/listaMesaje', '/my.policy', '/my.policy_nonce', '/SPVWS2/rest/listaMesaje'])
  expect(JSON.parse(last.body.toString())).toEqual({
    eroare: 'Nu exista mesaje in ultimele 1 zile',
    titlu: 'Lista Mesaje',
  })
  expect(last.headers['set-cookie']).toEqual([
    expect.stringMatching(/^JSESSIONID=PLANTED-cookie-[0-9a-f]{32};path=\/SPVWS2;secure;HttpOnly$/),
    expect.stringMatching(/^LastMRH_Session=[^;]+;path=\/;secure$/),
    expect.stringMatching(/^MRHSession=[^;]+;path=\/;secure$/),
    expect.stringMatching(/^F5_ST=[^;]+;path=\/;secure$/),
  ])
  const entries = authority.journal.entries.slice(since)
  expect(entries.map(entry => entry.clientCertificatePresented)).toEqual([false, true, false, false])
  expect(Object.keys(entries.at(-1)?.setCookies ?? {})).toHaveLength(4)
})

test('cookies alone are enough, once each; a session of another host and unknown ones are challenged', async () => {
  const { cookies } = await visit(authority, list, person)
  expect((await replay(cookies)).status).toBe(200)
  expect((await replay(cookies)).headers.location).toBe('/my.policy')
  const elsewhere = await visit(authority, `${authority.profile.authUrl}/authorize`, person)
  expect((await replay(elsewhere.cookies)).headers.location).toBe('/my.policy')
})

test('a revalidation sends over /my.policy_nonce; /exit ends the session', async () => {
  const { cookies } = await visit(authority, list, person)
  authority.spvGateway.revalidateNext()
  const { headers } = await replay(cookies)
  expect(headers.location).toMatch(/^\/my\.policy_nonce\?nonce=/)
  const other = await visit(authority, list, person)
  await replay(other.cookies, `${authority.origin('spv')}/exit`)
  expect((await replay(other.cookies)).headers.location).toBe('/my.policy')
})
