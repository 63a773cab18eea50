import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Declaration, DeclarationInspection } from '../../shared/protocol/declarations.ts'
import type { Issued } from '../authority/certificates.ts'
import { type DeclarationPdfOptions, declarationPdf } from '../authority/documents/declaration-pdf.ts'
import { createWorld } from '../authority/world/world.ts'
import { command, HostProcess } from './support/host.ts'
import { endRunners, type Office, openOffice, runnerPids } from './support/office.ts'
import { connectPortal, signInToPortal } from './support/portal.ts'
import { signInToMailbox } from './support/spv.ts'

const [OWN, OTHER] = ['14399840', '34878414'] as const
const UPLOAD = { path: '/WAS6DUS/displayFile.do' }
const STATUS = { path: '/StareD112/vizualizareStare.do' }

let office: Office
let person: Issued
const hosts: HostProcess[] = []

beforeEach(async () => {
  office = await openOffice({
    world: now => {
      const world = createWorld({ now })
      for (const cui of [OWN, OTHER]) world.addCompany(cui, `Firma ${cui} SRL`)
      return world
    },
  })
  Object.assign(office.authority.declarations.habits, { processingMs: 300, receiptMs: 300 })
  person = await office.authority.enrolPerson({ commonName: 'Ioana Contabilă' })
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.close()))
  await office.close()
})

function startHost(): HostProcess {
  const host = new HostProcess(office.env)
  hosts.push(host)
  return host
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const signedPdf = (options: DeclarationPdfOptions = {}) => declarationPdf({ cui: OWN, signer: person, ...options })
const inspect = (host: HostProcess, bytes: Buffer, fileName = 'd300.pdf'): Promise<DeclarationInspection> =>
  host.request('declarations.inspect', { fileName, data: bytes.toString('base64') })
const filedOf = (bytes: Buffer) => office.authority.declarations.filingsOf(sha256(bytes)).length
/** Inspects and submits one PDF. */
async function submit(host: HostProcess, bytes: Buffer, again = false): Promise<Declaration> {
  const { sha256 } = await inspect(host, bytes)
  const { declarations } = await host.request('declarations.submit', { files: [{ sha256, again }] })
  return declarations[0] ?? expect.fail('nothing was written down')
}
async function settled(host: HostProcess, id: number): Promise<Declaration> {
  const { declarations } = await host.request('declarations.follow', { ids: [id] })
  return declarations[0] ?? expect.fail('nothing was followed')
}
/** Waits for a state of one declaration that fits. */
async function until(host: HostProcess, id: number, fits: (declaration: Declaration) => boolean): Promise<Declaration> {
  const follow = host.start('declarations.follow', { ids: [id] })
  const seen = (value: unknown) => (value as { declarations: Declaration[] } | undefined)?.declarations[0]
  const message = await host.message(one => {
    const found = one.id === follow.id ? seen(one.progress ?? one.result) : undefined
    return found !== undefined && fits(found)
  })
  return seen(message.progress ?? message.result) ?? expect.fail('no declaration')
}
function saved(bytes: Buffer, name = 'd300.pdf'): string {
  mkdirSync(office.dataDir, { recursive: true })
  const path = join(office.dataDir, name)
  writeFileSync(path, bytes)
  return path
}

describe('the whole way', () => {
  test('D-01 D-08 a signed PDF is inspected, filed once, followed to valid, and its receipt is archived by itself', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf({ year: 2026, month: 10 })
    expect(await inspect(host, bytes)).toMatchObject({
      ...{ isSigned: true, form: 'D300', cui: OWN, period: { year: 2026, month: 10 }, isTrial: false },
      ...{ problems: [], warnings: [], earlier: [], sha256: sha256(bytes) },
    })
    office.authority.declarations.habits.processingMs = 7000
    const { id } = await submit(host, bytes)
    const done = await settled(host, id)
    const asked = office.authority.journal.find(STATUS).map(({ at }) => at)
    const pauses = asked.slice(1).map((at, n) => at - (asked[n] ?? at))
    expect(pauses.length).toBeGreaterThan(1)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices).toMatchObject([{ kind: 'receipt', subject: 'D300' }])
    const [filed] = office.authority.declarations.filings
    expect(done).toMatchObject({ state: 'valid', receipt: 'archived', filingNumber: filed?.number, trouble: null })
    expect(done.registrationNumber).toBe(filed?.registrationNumber)
    expect(filedOf(bytes)).toBe(1)
    const document = { area: 'declarations', id: String(id), as: 'receipt' } as const
    const described = await host.request('documents.describe', { document })
    expect(described.fileName).toBe(`2026-10_D300_RO${OWN}_${filed?.number}.pdf`)
    const { data } = await host.request('documents.read', { document, offset: 0 })
    expect(Buffer.from(data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('D-02 a rejection is a business outcome with the portal’s reason, and the same bytes may be sent again', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    office.authority.faults.add({
      match: UPLOAD,
      effect: {
        kind: 'body',
        contentType: 'text/html;charset=ISO-8859-1',
        body: '<html><body>Ne cerem scuze, dar cererea nu a putut fi indeplinita!<p>Motivul: <span style="color: red">Semnatura nu este valida</span></p></body></html>',
      },
    })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    expect(await settled(host, id)).toMatchObject({ state: 'rejected', findings: ['Semnatura nu este valida'] })
    const again = await submit(host, bytes)
    expect(await settled(host, again.id)).toMatchObject({ state: 'valid' })
  })

  test('D-06 each outcome is told in its own state, and the receipt of one with errors is fetched too', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    for (const outcome of ['has-errors', 'not-a-document'] as const) {
      office.authority.declarations.habits.outcome = outcome
      const { id } = await submit(host, await signedPdf({ month: outcome === 'has-errors' ? 8 : 9 }))
      expect(
        await until(host, id, ({ state, nextCheckAt }) => state === outcome && nextCheckAt === null),
      ).toMatchObject({
        receipt: 'archived',
      })
    }
  })

  test('D-12 a D406T is known for what it is, and goes the whole way', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf({ form: 'D406T' })
    expect(await inspect(host, bytes)).toMatchObject({ form: 'D406T', isTrial: true })
    const { id } = await submit(host, bytes)
    expect(await settled(host, id)).toMatchObject({ form: 'D406T', state: 'valid', receipt: 'archived' })
  })
})

describe('never twice', () => {
  test('D-03 the same bytes are refused unless it is wanted, also by another process', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    await settled(host, id)
    const files = [{ sha256: sha256(bytes) }]
    const refusal = await startHost().refusal('declarations.submit', { files })
    expect(refusal.details).toMatchObject({ reason: 'already-declared', params: { id } })
    expect((await inspect(host, bytes)).earlier).toMatchObject([{ id, state: 'valid' }])
    const again = await submit(host, bytes, true)
    expect(again.repeats).toBe(id)
    await settled(host, again.id)
    expect(filedOf(bytes)).toBe(2)
  })

  test('D-03 after a lost answer it is unknown, found on the status page by another filing’s number, and never sent again', async () => {
    const { authority } = office
    // Of the same form and day, and known by its own: it is never taken for the lost one.
    authority.declarations.add({ cui: OWN, form: 'D300', number: '1000000007' })
    const host = startHost()
    await connectPortal(host, authority, person)
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    const lost = await until(host, id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
    // No number of the company is known that opens the page.
    expect(lost.trouble?.details).toMatchObject({ reason: 'declaration-untraceable' })
    expect(lost.filingNumber).toBeNull()
    await host.request('declarations.track', { filingNumber: '1000000007', cui: OWN })
    expect((await host.request('declarations.check', { id })).declaration.filingNumber).toBe('1100000002')
    expect(await settled(host, id)).toMatchObject({ state: 'valid', receipt: 'archived' })
    expect(filedOf(bytes)).toBe(1)
  })

  test('D-03 two filings of the form and day that fit: which one it is stays unknown', async () => {
    const { authority } = office
    const known = authority.declarations.add({ cui: OWN, form: 'D112' })
    authority.declarations.add({ cui: OWN, form: 'D300' })
    const host = startHost()
    await connectPortal(host, authority, person)
    await host.request('declarations.track', { filingNumber: known.number, cui: OWN })
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const { id } = await submit(host, await signedPdf())
    const lost = await until(host, id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
    expect(lost.trouble?.details).toMatchObject({ reason: 'declaration-ambiguous' })
  })

  test('D-03 of two lost filings of the form and day neither takes the one that arrived: the page does not tell months', async () => {
    const { authority } = office
    const known = authority.declarations.add({ cui: OWN, form: 'D112' })
    const host = startHost()
    await connectPortal(host, authority, person)
    await host.request('declarations.track', { filingNumber: known.number, cui: OWN })
    authority.faults.add({ match: UPLOAD, nth: 1, effect: { kind: 'reset-in-request', bytes: 100 } })
    authority.faults.add({ match: UPLOAD, nth: 2, effect: { kind: 'reset', handled: true } })
    const files = [await signedPdf({ month: 8 }), await signedPdf({ month: 9 })]
    for (const bytes of files) await inspect(host, bytes)
    const { declarations } = await host.request('declarations.submit', {
      files: files.map(bytes => ({ sha256: sha256(bytes) })),
    })
    for (const { id } of declarations) {
      const isLookedFor = ({ trouble }: Declaration) => trouble?.details.reason === 'declaration-ambiguous'
      expect(await until(host, id, isLookedFor)).toMatchObject({ state: 'unknown', filingNumber: null })
    }
    expect(files.map(filedOf)).toEqual([0, 1])
  })

  test('D-03 a process that is killed in the middle of the upload leaves unknown, and the next one does not send it', async () => {
    const { authority } = office
    const known = authority.declarations.add({ cui: OWN, form: 'D112' })
    const host = startHost()
    await connectPortal(host, authority, person)
    await host.request('declarations.track', { filingNumber: known.number, cui: OWN })
    authority.faults.add({ match: UPLOAD, effect: { kind: 'hang', handled: true } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    await authority.journal.waitFor(UPLOAD)
    endRunners(office.dataDir)
    expect(await settled(startHost(), id)).toMatchObject({ state: 'valid' })
    expect(filedOf(bytes)).toBe(1)
    expect(authority.journal.find(UPLOAD)).toHaveLength(1)
  })

  test('D-02 a page that nobody knows is no success: the outcome is unknown and the page is kept', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const body = '<html><body>Fisierul a fost preluat. Indexul este <b>1100000099</b>.</body></html>'
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'body', body, contentType: 'text/html' } })
    const { id } = await submit(host, await signedPdf())
    const lost = await until(host, id, ({ state }) => state === 'unknown')
    expect(lost.filingNumber).toBeNull()
    expect(lost.trouble?.details).toMatchObject({ reason: 'outcome-unknown' })
    const params = lost.trouble?.details.params as { kept: string } | undefined
    expect(readFileSync(params?.kept ?? '', 'utf8')).toBe(body)
  })

  test('what the door turns away for being too much is not sent, and goes the next time', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    office.authority.faults.add({ match: UPLOAD, effect: { kind: 'status', status: 429 } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    expect(await settled(host, id)).toMatchObject({
      state: 'not-sent',
      trouble: { details: { reason: 'rate-limited' } },
    })
    expect((await submit(host, bytes)).id).not.toBe(id)
    await expect.poll(() => filedOf(bytes), { timeout: 10_000 }).toBe(1)
  })

  test('D-03 without database the journal still knows what was filed', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf()
    await settled(host, (await submit(host, bytes)).id)
    await Promise.all(hosts.splice(0).map(each => each.close()))
    endRunners(office.dataDir)
    for (const part of ['', '-wal', '-shm']) rmSync(join(office.dataDir, `recipisa.db${part}`), { force: true })
    const next = startHost()
    const refusal = await next.refusal('declarations.submit', { files: [{ sha256: sha256(bytes) }] })
    expect(refusal.details).toMatchObject({ reason: 'already-declared' })
    expect(filedOf(bytes)).toBe(1)
  })
})

describe('the session of the portal', () => {
  test('G-10 its ten minutes are told from the last call on, and a session that is over costs no upload', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const { services } = await host.request('session.status', {})
    const portal = services.find(({ service }) => service === 'portal') ?? expect.fail('no portal')
    expect(portal).toMatchObject({ state: 'active' })
    expect((portal.expiresAt ?? 0) - (portal.lastUsedAt ?? 0)).toBe(600_000)
    office.authority.portalGateway.expireSessions()
    const { sha256: hash } = await inspect(host, await signedPdf())
    const refusal = await host.refusal('declarations.submit', { files: [{ sha256: hash }] })
    expect(refusal).toMatchObject({ code: 'session-expired', details: { reason: 'gateway-session-expired' } })
    expect(office.authority.journal.find(UPLOAD)).toEqual([])
    expect((await host.request('declarations.list', {})).total).toBe(0)
  })

  test('G-10 a session that ends between two files of a batch costs no upload: the second is not sent, and goes after a new sign-in', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    office.authority.faults.add({ match: UPLOAD, nth: 2, effect: { kind: 'redirect', location: '/my.policy' } })
    const [one, two] = [await signedPdf({ month: 8 }), await signedPdf({ month: 9 })]
    const files = await Promise.all([one, two].map(async bytes => ({ sha256: (await inspect(host, bytes)).sha256 })))
    const { declarations } = await host.request('declarations.submit', { files })
    const [first, second] = declarations.map(({ id }) => id)
    await settled(host, first ?? 0)
    expect(await settled(host, second ?? 0)).toMatchObject({
      state: 'not-sent',
      trouble: { details: { reason: 'gateway-session-expired' } },
    })
    expect(filedOf(two)).toBe(0)
    await connectPortal(host, office.authority, person)
    const again = await submit(host, two)
    expect(await settled(host, again.id)).toMatchObject({ state: 'valid' })
    expect(filedOf(two)).toBe(1)
  })

  test('G-12 without a session nothing is written down and no sign-in is begun', async () => {
    const host = startHost()
    const { sha256: hash } = await inspect(host, await signedPdf())
    const refusal = await host.refusal('declarations.submit', { files: [{ sha256: hash }] })
    expect(refusal).toMatchObject({ code: 'auth-required', details: { reason: 'session-missing' } })
    expect(office.authority.journal.find({ path: '/my.policy' })).toEqual([])
  })

  test('G-11 forgetting calls /exit with the cookies and leaves the mailbox’s session alone', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const { services } = await host.request('session.forget', { service: 'portal' })
    expect(services.map(({ service, state }) => [service, state])).toContainEqual(['portal', 'none'])
    await office.authority.journal.waitFor({ path: '/exit' })
  })
})

describe('what was filed elsewhere', () => {
  test('D-04 a filing made by hand is followed: its company from the chosen file, or found among the companies of the list', async () => {
    const host = startHost()
    await host.request('companies.add', { cui: OTHER })
    await host.request('companies.add', { cui: OWN })
    const bytes = await signedPdf()
    const { sha256: hash } = await inspect(host, bytes, 'octombrie.pdf')
    const [known, unread] = ['1000000001', '1000000002']
    for (const number of [known, unread]) office.authority.declarations.add({ cui: OWN, form: 'D300', number })
    const captured = { uploadIndex: known, fileName: 'octombrie.pdf', sha256: hash }
    const { declaration } = await host.request('declarations.captured', captured)
    expect(declaration).toMatchObject({ cui: OWN, form: 'D300', origin: 'portal', filingNumber: known })
    expect(await settled(host, declaration.id)).toMatchObject({ state: 'valid', receipt: 'archived' })
    const other = await host.request('declarations.captured', { uploadIndex: unread, fileName: 'alta.pdf' })
    expect(other.declaration.cui).toBeNull()
    expect(await settled(host, other.declaration.id)).toMatchObject({ cui: OWN, form: 'D300', state: 'valid' })
    expect((await host.request('declarations.captured', captured)).declaration.id).toBe(declaration.id)
    const named = await host.refusal('declarations.setCompany', { id: declaration.id, cui: OTHER })
    expect(named.details).toMatchObject({ reason: 'argument-invalid' })
  })

  test('D-05 D-06 a pair that fits is followed and the company’s other filings are offered; one that does not is not found', async () => {
    const host = startHost()
    const day = 86_400_000
    const now = office.authority.clock.now()
    const [old, fresh] = [now - 70 * day, now - 5 * day]
    const first = office.authority.declarations.add({ cui: OWN, form: 'D112', filedAt: old, processedAt: old })
    const second = office.authority.declarations.add({ cui: OWN, form: 'D300', filedAt: fresh, processedAt: fresh })
    const { declaration, others } = await host.request('declarations.track', { filingNumber: second.number, cui: OWN })
    expect(others).toMatchObject([{ filingNumber: first.number, form: 'D112', state: 'valid', hasReceipt: false }])
    expect(await settled(host, declaration.id)).toMatchObject({ state: 'valid', receipt: 'archived', form: 'D300' })
    const { declaration: aged } = await host.request('declarations.track', { filingNumber: first.number, cui: OWN })
    // D-07: nothing is given out any more after 60 days.
    expect(await settled(host, aged.id)).toMatchObject({ state: 'valid', receipt: 'unavailable' })
    const refusal = await host.refusal('declarations.track', { filingNumber: second.number, cui: OTHER })
    expect(refusal.details).toMatchObject({ reason: 'declaration-not-found' })
    expect((await host.request('declarations.list', {})).total).toBe(2)
  })

  test('a filing at a counter is followed by its registration number', async () => {
    const host = startHost()
    const number = '7/12345-2026'
    office.authority.declarations.add({ cui: OWN, form: 'D700', number, isCounter: true })
    const key = { filingNumber: number, cui: OWN, isCounter: true }
    const { declaration } = await host.request('declarations.track', key)
    expect(await settled(host, declaration.id)).toMatchObject({ state: 'valid', isCounter: true, form: 'D700' })
  })

  test('D-07 receipts of a table come at once, from the archive when it has them, and what is gone is said', async () => {
    const host = startHost()
    const now = office.authority.clock.now()
    const filedAt = now - 3 * 86_400_000
    const rows = [1, 2, 3].map(() =>
      office.authority.declarations.add({ cui: OWN, form: 'D112', filedAt, processedAt: filedAt }),
    )
    const wanted = [...rows.map(({ number }) => number), '1999999999'].map(uploadIndex => ({
      ...{ uploadIndex, form: 'D112', filedOn: '2026-10-20' },
    }))
    const first = await host.request('declarations.receipts', { cui: OWN, rows: wanted })
    expect(first.receipts.map(({ state }) => state)).toEqual(['archived', 'archived', 'archived', 'unavailable'])
    expect(first.receipts[0]?.fileName).toBe(`2026-10_D112_RO${OWN}_${rows[0]?.number}.pdf`)
    const asked = () => office.authority.journal.find({ path: '/StareD112/ObtineRecipisa' }).length
    const before = asked()
    await host.request('declarations.receipts', { cui: OWN, rows: wanted.slice(0, 3) })
    expect(asked()).toBe(before)
  })

  test('D-09 a filing is tied to the RECIPISA message that confirms it, and a lost one is found by that message', async () => {
    const { authority } = office
    const host = startHost()
    await connectPortal(host, authority, person)
    const first = await submit(host, await signedPdf({ form: 'D112' }))
    await settled(host, first.id)
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    // Another one of the form and day, of another month: the status page alone could not tell them apart.
    const elsewhere = authority.declarations.add({ cui: OWN, form: 'D300', period: '09.2026' })
    const bytes = await signedPdf({ month: 10 })
    const lost = await submit(host, bytes)
    await until(host, lost.id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
    await host.request('session.import', { service: 'spv', cookies: await signInToMailbox(authority) })
    await expect.poll(() => authority.expectedMail().length, { timeout: 20_000 }).toBe(3)
    await host.request('mailbox.sync', {})
    const { declaration } = await host.request('declarations.check', { id: lost.id })
    expect(declaration.filingNumber).toBe(authority.declarations.filingsOf(sha256(bytes))[0]?.number)
    const tied = await host.request('declarations.get', { id: first.id })
    const { item } = await host.request('mailbox.get', { id: tied.declaration.receiptMessageId ?? '' })
    expect(item.receipt).toMatchObject({ form: 'D112', uploadIndex: tied.declaration.filingNumber })
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices.filter(({ kind }) => kind === 'receipt').map(({ subject }) => subject)).toContain('D112')
    // Of one that was filed elsewhere only the message says what month it is of.
    await host.request('declarations.track', { filingNumber: elsewhere.number, cui: OWN })
    await settled(host, lost.id)
    const { companies } = await host.request('declarations.calendar', { year: 2026 })
    const d300 = companies[0]?.forms.find(({ form }) => form === 'D300')
    expect(d300?.cells.map(({ month }) => month)).toEqual([9, 10])
  })

  test('the calendar shows what was filed by company, form and period', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    for (const month of [8, 10]) await settled(host, (await submit(host, await signedPdf({ month, year: 2026 }))).id)
    const { companies } = await host.request('declarations.calendar', { year: 2026 })
    expect(companies).toMatchObject([
      { cui: OWN, forms: [{ form: 'D300', cells: [{ month: 8 }, { month: 10, declarations: [{ state: 'valid' }] }] }] },
    ])
    expect((await host.request('declarations.calendar', { year: 2025 })).companies).toEqual([])
  })
})

describe('the command line', () => {
  test('submit asks for --yes where nobody can be asked, files, waits, and says the outcome by its exit code', async () => {
    const { env, authority } = office
    const cookies = JSON.stringify(await signInToPortal(authority, person))
    const path = saved(await signedPdf())
    expect((await command(['declarations', 'submit', path], env)).code).toBe(2)
    expect((await command(['declarations', 'submit', path, '--yes'], env)).code).toBe(3)
    expect((await command(['session', 'import', 'portal', '-'], env, cookies)).code).toBe(0)
    const other = await command(['--json', 'declarations', 'submit', path, '--yes', '--cui', OTHER], env)
    expect([other.code, other.stdout.includes('declaration-company-other')]).toEqual([2, true])
    expect(authority.journal.find(UPLOAD)).toEqual([])
    const filed = await command(['--json', 'declarations', 'submit', path, '--yes', '--wait'], env)
    expect(filed.stderr).toBe('')
    expect(filed.code).toBe(0)
    expect(filed.json()).toMatchObject({ declarations: [{ state: 'valid', receipt: 'archived' }] })
    expect((await command(['declarations', 'submit', path, '--yes'], env)).code).toBe(4)
    const listed = await command(['declarations', 'list'], env)
    expect(listed.stdout).toContain('D300')
    const [{ number = '' } = {}] = authority.declarations.filings
    const status = await command(['--json', 'declarations', 'status', number, '--cui', `RO${OWN}`], env)
    expect(status.json()).toMatchObject({ found: true, rows: [{ filingNumber: number, state: 'valid' }] })
    const receipt = await command(['declarations', 'receipt', number, '--output', '-'], env)
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await command(['declarations', 'status', '123', '--cui', OWN], env)).code).toBe(1)
    expect((await command(['declarations', 'track', 'a*b', '--cui', OWN], env)).code).toBe(2)
  })

  test('what is no signed PDF is refused by its name, and nothing is sent', async () => {
    const { env, authority } = office
    for (const [bytes, reason] of [
      [Buffer.from('<xml/>'), 'declaration-file-invalid'],
      [await declarationPdf({ cui: OWN }), 'declaration-not-signed'],
      [Buffer.from('%PDF-1.7 broken'), 'declaration-unreadable'],
      [Buffer.alloc(0), 'declaration-file-invalid'],
    ] as const) {
      const run = await command(['--json', 'declarations', 'submit', saved(bytes), '--yes'], env)
      expect([run.code, (run.json() as { error: { details: { reason: string } } }).error.details.reason]).toEqual([
        2,
        reason,
      ])
    }
    expect(authority.journal.find({ host: 'decl.localhost' })).toEqual([])
  })

  test('D-10 more than 200 files are no batch', async () => {
    const path = saved(await signedPdf())
    const run = await command(
      ['declarations', 'submit', ...Array.from({ length: 201 }, () => path), '--yes'],
      office.env,
    )
    expect(run.code).toBe(2)
    const host = startHost()
    const files = Array.from({ length: 201 }, (_, index) => ({ sha256: index.toString(16).padStart(64, '0') }))
    expect((await host.refusal('declarations.submit', { files })).code).toBe('invalid-input')
    expect(office.authority.journal.find(STATUS)).toEqual([])
    expect(runnerPids(office.dataDir)).toEqual([])
  })
})
