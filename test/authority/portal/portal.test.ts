import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Authority, startAuthority } from '../authority.ts'
import { call, visit } from '../call.ts'
import type { Issued } from '../certificates.ts'
import { declarationPdf } from '../documents/declaration-pdf.ts'
import { sha256 } from '../journal.ts'

let folder: string
let authority: Authority
let person: Issued
let start: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-portal-'))
  authority = await startAuthority({ folder })
  person = await authority.enrolPerson({ commonName: 'Ioana Contabilă' })
  start = `${authority.profile.portalUrl}/WAS6DUS/`
})
afterEach(async () => {
  await authority.stop()
  await rm(folder, { recursive: true })
})

type Cookies = Map<string, string>
const header = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** One hop, keeping the cookies. */
async function hop(path: string, cookies: Cookies, options: { form?: string; certificate?: Issued } = {}) {
  const { form, certificate } = options
  const called = await call(authority, new URL(path, start).href, {
    headers: { Cookie: header(cookies), 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(form === undefined ? {} : { method: 'POST', body: form }),
    ...(certificate ? { certificate } : {}),
  })
  for (const cookie of called.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return called
}

async function file(cookies: Cookies, bytes: Buffer | undefined, fileName = 'd300.pdf') {
  const form = new FormData()
  if (bytes) form.set('linkdoc', new File([new Uint8Array(bytes)], fileName))
  else form.set('linkdoc', new File([], ''))
  const encoded = new Response(form)
  const called = await call(authority, `${start}displayFile.do`, {
    method: 'POST',
    headers: { Cookie: header(cookies), 'Content-Type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
  for (const cookie of called.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return called
}

const signIn = async (): Promise<Cookies> => new Map((await visit(authority, start, person)).cookies)

test('the portal is reached over policy, logon form, renegotiation and nonce; the upload page sets an HttpOnly cookie', async () => {
  const { hops, last } = await visit(authority, start, person)
  expect(hops).toEqual(['/WAS6DUS/', '/my.policy', 'POST /my.policy', '/my.policy', '/my.policy_nonce', '/WAS6DUS/'])
  expect(last.headers['content-type']).toBe('text/html;charset=ISO-8859-1')
  expect(last.body.toString('latin1')).toContain('<input type="file" name="linkdoc"')
  expect(last.headers['set-cookie']?.[0]).toMatch(
    /^JSESSIONID=PLANTED-cookie-[0-9a-f]{32};path=\/WAS6DUS;secure;HttpOnly$/,
  )
})

test('the form is answered with a fresh session and the state cookie, and states the ten minutes', async () => {
  const cookies: Cookies = new Map()
  await hop('/WAS6DUS/', cookies)
  const page = await hop('/my.policy', cookies)
  expect(page.body.toString('latin1')).toMatch(/10 minute[\s\S]*value="Prezentare certificat"/)
  const before = cookies.get('MRHSession')
  const answer = await hop('/my.policy', cookies, { form: 'vhost=standard' })
  expect([answer.status, answer.headers.location]).toEqual([302, '/my.policy'])
  expect(cookies.get('MRHSession')).not.toBe(before)
  expect(cookies.has('F5_ST')).toBe(true)
})

test('a form that is carried across its redirect, and a pause of minutes before the certificate, are reset', async () => {
  const carried: Cookies = new Map()
  await hop('/WAS6DUS/', carried)
  await hop('/my.policy', carried, { form: 'vhost=standard' })
  await expect(hop('/my.policy', carried, { form: 'vhost=standard', certificate: person })).rejects.toThrow(
    /ECONNRESET|socket hang up/,
  )

  const paused: Cookies = new Map()
  await hop('/WAS6DUS/', paused)
  await hop('/my.policy', paused, { form: 'vhost=standard' })
  authority.clock.advance(3 * 60_000)
  await expect(hop('/my.policy', paused, { certificate: person })).rejects.toThrow(/ECONNRESET|socket hang up/)
})

test('without a certificate the chain ends at the hang-up', async () => {
  const { hops } = await visit(authority, start)
  expect(hops.at(-1)).toBe('/vdesk/hangup.php3')
})

test('ten minutes without a request end a session, each request begins them anew', async () => {
  const cookies = await signIn()
  for (let times = 0; times < 3; times++) {
    authority.clock.advance(6 * 60_000)
    expect((await hop('/WAS6DUS/welcome.do', cookies)).status).toBe(200)
  }
  authority.clock.advance(11 * 60_000)
  expect((await hop('/WAS6DUS/', cookies)).headers.location).toBe('/my.policy')
})

test('a signed declaration is submitted under an index, with its bytes recorded and its receipt announced', async () => {
  const cookies = await signIn()
  const bytes = await declarationPdf({ form: 'D112', cui: '14399840', signer: person })
  const page = (await file(cookies, bytes, 'Declarație „112”.pdf')).body.toString('latin1')
  const [declaration, ...more] = authority.declarations.submittedOf(sha256(bytes))
  expect(more).toEqual([])
  expect(declaration).toMatchObject({ form: 'D112', cui: '14399840', period: '10.2026', outcome: 'valid' })
  expect(declaration?.certificateSerial).toBe(person.serialNumber)
  expect(page).toContain(`Indexul este <b>${declaration?.number}</b>`)
  const [receipt] = [...authority.mailbox.messages.values()]
  expect(receipt?.details).toMatch(
    /^recipisa pentru CIF 14399840, tip D112, numar_inregistrare INTERNT-\d+-\d{4}\/\d\d-\d\d-\d{4}, perioada raportare 10\.2026$/,
  )
})

test('no file, no PDF and an unsigned one are told on the error page and not submitted', async () => {
  const cookies = await signIn()
  const reasonOf = async (bytes: Buffer | undefined) =>
    /Motivul: <span style="color: red">([^<]+)</.exec((await file(cookies, bytes)).body.toString('latin1'))?.[1]
  expect(await reasonOf(undefined)).toBe('Nu ati selectat fisierul ce urmeaza a fi transmis')
  expect(await reasonOf(Buffer.from('hello'))).toBe('Fisierul transmis nu este un document PDF')
  expect(await reasonOf(Buffer.from('%PDF-1.7 and no more'))).toBe('Fisierul transmis nu poate fi citit')
  expect(await reasonOf(await declarationPdf())).toBe('Documentul transmis nu este semnat electronic')
  const got = await hop('/WAS6DUS/displayFile.do', cookies)
  expect(got.body.toString('latin1')).toContain('Nu ati selectat fisierul')
  expect(authority.declarations.submitted).toEqual([])
})

test('what becomes of a declaration is in its content: no XML, a wrong sum', async () => {
  const cookies = await signIn()
  await file(cookies, await declarationPdf({ xml: null, signer: person }))
  await file(cookies, await declarationPdf({ total: -1, signer: person }))
  await file(cookies, await declarationPdf({ form: 'D406T', signer: person }))
  expect(authority.declarations.submitted.map(({ form, outcome }) => [form, outcome])).toEqual([
    ['', 'not-a-document'],
    ['D300', 'has-errors'],
    ['D406T', 'valid'],
  ])
})

test('/exit ends the session; sessions can be ended in the middle', async () => {
  const cookies = await signIn()
  expect((await hop('/exit', cookies)).status).toBe(302)
  expect((await hop('/WAS6DUS/', cookies)).headers.location).toBe('/my.policy')
  const other = await signIn()
  authority.portalGateway.expireSessions(1)
  expect((await hop('/WAS6DUS/', other)).status).toBe(200)
  expect((await file(other, Buffer.from('%PDF-'))).headers.location).toBe('/my.policy')
})

test('the portal’s pages are one table and nothing around it, the error page is paragraphs, both in chunks; the logon page is a document', async () => {
  const cookies = await signIn()
  const pages = [
    await hop('/WAS6DUS/welcome.do', cookies),
    await file(cookies, await declarationPdf({ signer: person })),
    await file(cookies, undefined),
  ]
  for (const { headers } of pages) {
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined])
    expect(headers['content-type']).toBe('text/html;charset=ISO-8859-1')
  }
  const [form = '', success = '', error = ''] = pages.map(({ body }) => body.toString('latin1'))
  for (const page of [form, success]) expect(page).toMatch(/^<table border="0"[\s\S]*<\/table>\s+$/)
  expect(success).toMatch(/Indexul este <b>\d+<\/b>[\s\S]*<\/script>\s*<tr[\s\S]*<\/tr>\s*<\/table>\s+$/)
  expect(error).toMatch(/^<p>Ne cerem scuze[\s\S]*<p>[^<]*<a href="\/WAS6DUS\/welcome\.do">aici<\/a>\.<\/p>$/)
  for (const page of [form, success, error]) expect(page).not.toMatch(/<!doctype|<\/?(html|body)/i)
  const guest: Cookies = new Map()
  await hop('/WAS6DUS/', guest)
  expect((await hop('/my.policy', guest)).body.toString('latin1')).toMatch(/^<!DOCTYPE[\s\S]*<\/HTML>\s*$/)
})
