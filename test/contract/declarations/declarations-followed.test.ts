import { describe, expect, test } from 'vitest'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { declarationPdf } from '../../authority/documents/declaration-pdf.ts'
import {
  inspect,
  OTHER,
  OWN,
  office,
  officeForEach,
  person,
  STATUS,
  saved,
  settled,
  sha256,
  signedPdf,
  startHost,
  submit,
  timesSubmitted,
  UPLOAD,
  until,
} from '../support/declarations.ts'
import { command } from '../support/host.ts'
import { runnerPids } from '../support/office.ts'
import { connectPortal, signInToPortal } from '../support/portal.ts'
import { signInToMailbox } from '../support/spv.ts'

officeForEach()

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
    office.authority.portalGateway.expireSessions(3) // the session check, the form and the first file get through
    const [one, two] = [await signedPdf({ month: 8 }), await signedPdf({ month: 9 })]
    const files = await Promise.all([one, two].map(async bytes => ({ sha256: (await inspect(host, bytes)).sha256 })))
    const { declarations } = await host.request('declarations.submit', { files })
    const [first, second] = declarations.map(({ id }) => id)
    await settled(host, first ?? 0)
    expect(await settled(host, second ?? 0)).toMatchObject({
      state: 'not-sent',
      trouble: { details: { reason: 'gateway-session-expired' } },
    })
    expect(timesSubmitted(two)).toBe(0)
    await connectPortal(host, office.authority, person)
    const again = await submit(host, two)
    expect(await settled(host, again.id)).toMatchObject({ state: 'valid' })
    expect(timesSubmitted(two)).toBe(1)
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

describe('declarations submitted elsewhere', () => {
  test('D-04 a declaration made by hand is followed: its company from the chosen file, or found among the companies of the list', async () => {
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
    expect(named.details).toMatchObject({ reason: 'declaration-company-known' })
  })

  test('D-04 a declaration that only a page has told of is marked as such until the declaration status page lists it; a made-up one stays so', async () => {
    const host = startHost()
    const { authority } = office
    const { sha256: hash } = await inspect(host, await signedPdf(), 'octombrie.pdf')
    const capture = (uploadIndex: string) =>
      host.request('declarations.captured', { uploadIndex, fileName: 'octombrie.pdf', sha256: hash })
    const { declaration: madeUp } = await capture('1999999999')
    expect(madeUp).toMatchObject({ state: 'processing', isUnconfirmed: true })
    const checked = await host.request('declarations.check', { id: madeUp.id })
    expect(checked.declaration).toMatchObject({ state: 'processing', isUnconfirmed: true, receipt: 'none' })
    const said = await command(['declarations', 'list'], { ...office.env, LANG: 'ro_RO.UTF-8' })
    expect(said.stdout).toContain('văzută pe pagină, încă neconfirmată')
    const { companies } = await host.request('declarations.calendar', { year: 2026 })
    const cells = companies.flatMap(({ forms }) =>
      forms.flatMap(({ cells: all }) => all.flatMap(one => one.declarations)),
    )
    expect(cells).toEqual([{ id: madeUp.id, state: 'processing', isUnconfirmed: true }])
    expect((await host.request('notices.list', { after: 0 })).notices).toEqual([])

    const { number } = authority.declarations.add({ cui: OWN, form: 'D300' })
    const { declaration } = await capture(number)
    expect(await settled(host, declaration.id)).toMatchObject({
      state: 'valid',
      isUnconfirmed: false,
      receipt: 'archived',
      sha256: hash,
    })
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices.map(({ kind, subject }) => [kind, subject])).toEqual([['receipt', 'D300']])
  })

  test('D-04 a number that the authority gave to another form is not believed to be that of the chosen file', async () => {
    const host = startHost()
    const { sha256: hash } = await inspect(host, await signedPdf(), 'octombrie.pdf')
    const { number } = office.authority.declarations.add({ cui: OWN, form: 'D112' })
    const params = { uploadIndex: number, fileName: 'octombrie.pdf', sha256: hash }
    const { declaration } = await host.request('declarations.captured', params)
    expect(declaration).toMatchObject({ form: 'D300', sha256: hash })
    expect(await settled(host, declaration.id)).toMatchObject({ form: 'D112', sha256: null, period: null })
    // So the file can be filed without counting as already filed.
    await connectPortal(host, office.authority, person)
    const { declarations } = await host.request('declarations.submit', { files: [{ sha256: hash }] })
    expect(declarations).toMatchObject([{ form: 'D300', repeats: null }])
  })

  test('D-05 D-06 a pair that fits is followed and the company’s other declarations are offered; one that does not is not found', async () => {
    const host = startHost()
    const day = 86_400_000
    const now = office.authority.clock.now()
    const [old, fresh] = [now - 70 * day, now - 5 * day]
    const first = office.authority.declarations.add({ cui: OWN, form: 'D112', submittedAt: old, processedAt: old })
    const second = office.authority.declarations.add({ cui: OWN, form: 'D300', submittedAt: fresh, processedAt: fresh })
    const { declaration, others } = await host.request('declarations.track', { filingNumber: second.number, cui: OWN })
    expect(others).toMatchObject([{ filingNumber: first.number, form: 'D112', state: 'valid', hasReceipt: false }])
    expect(await settled(host, declaration.id)).toMatchObject({ state: 'valid', receipt: 'archived', form: 'D300' })
    const { declaration: aged } = await host.request('declarations.track', { filingNumber: first.number, cui: OWN })
    // D-07: the service gives out nothing after 60 days.
    expect(await settled(host, aged.id)).toMatchObject({ state: 'valid', receipt: 'unavailable' })
    const refusal = await host.refusal('declarations.track', { filingNumber: second.number, cui: OTHER })
    expect(refusal.details).toMatchObject({ reason: 'declaration-not-found' })
    expect((await host.request('declarations.list', {})).total).toBe(2)
  })

  test('a declaration at a counter is followed by its registration number', async () => {
    const host = startHost()
    const number = '7/12345-2026'
    const { authority } = office
    const submittedAt = authority.clock.now() - 3 * 86_400_000
    const { number: other } = authority.declarations.add({
      cui: OWN,
      form: 'D112',
      submittedAt,
      processedAt: submittedAt,
    })
    authority.declarations.add({ cui: OWN, form: 'D700', number, isCounter: true })
    const before = await host.request('declarations.track', { filingNumber: other, cui: OWN })
    // The page's result is reported at once.
    expect(before.declaration).toMatchObject({ state: 'valid', filedOn: romaniaDay(submittedAt) })
    expect(before.others).toMatchObject([{ filingNumber: number, isCounter: true }])
    const key = { filingNumber: number, cui: OWN, isCounter: true }
    const { declaration } = await host.request('declarations.track', key)
    expect((await host.request('declarations.track', { filingNumber: other, cui: OWN })).others).toEqual([])
    expect(await settled(host, declaration.id)).toMatchObject({ state: 'valid', isCounter: true, form: 'D700' })
  })

  test('D-07 receipts of a table come at once, from the archive when it has them, and what is gone is said', async () => {
    const host = startHost()
    const now = office.authority.clock.now()
    const submittedAt = now - 3 * 86_400_000
    const rows = [1, 2, 3].map(() =>
      office.authority.declarations.add({ cui: OWN, form: 'D112', submittedAt, processedAt: submittedAt }),
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

  test('D-09 a declaration is tied to the RECIPISA message that confirms it, and a lost one is found by that message', async () => {
    const { authority } = office
    const host = startHost()
    await connectPortal(host, authority, person)
    const first = await submit(host, await signedPdf({ form: 'D112' }))
    await settled(host, first.id)
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    // Another declaration of the form and day, for another month: the status page alone could not tell them apart.
    const elsewhere = authority.declarations.add({ cui: OWN, form: 'D300', period: '09.2026' })
    const bytes = await signedPdf({ month: 10 })
    const lost = await submit(host, bytes)
    await until(host, lost.id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
    await host.request('session.import', { service: 'spv', cookies: await signInToMailbox(authority) })
    await expect.poll(() => authority.expectedMail().length, { timeout: 45_000 }).toBe(3)
    await host.request('mailbox.sync', {})
    const { declaration } = await host.request('declarations.check', { id: lost.id })
    expect(declaration.filingNumber).toBe(authority.declarations.submittedOf(sha256(bytes))[0]?.number)
    const tied = await host.request('declarations.get', { id: first.id })
    const { item } = await host.request('mailbox.get', { id: tied.declaration.receiptMessageId ?? '' })
    expect(item.receipt).toMatchObject({ form: 'D112', uploadIndex: tied.declaration.filingNumber })
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices.filter(({ kind }) => kind === 'receipt').map(({ subject }) => subject)).toContain('D112')
    // Only the message says which month a declaration filed elsewhere is for.
    await host.request('declarations.track', { filingNumber: elsewhere.number, cui: OWN })
    await settled(host, lost.id)
    const { companies } = await host.request('declarations.calendar', { year: 2026 })
    const d300 = companies[0]?.forms.find(({ form }) => form === 'D300')
    expect(d300?.cells.map(({ month }) => month)).toEqual([9, 10])
  })

  test('the calendar shows what was submitted by company, form and period', async () => {
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
    const [{ number = '' } = {}] = authority.declarations.submitted
    const status = await command(['--json', 'declarations', 'status', number, '--cui', `RO${OWN}`], env)
    expect(status.json()).toMatchObject({ found: true, rows: [{ filingNumber: number, state: 'valid' }] })
    const receipt = await command(['declarations', 'receipt', number, '--output', '-'], env)
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await command(['declarations', 'status', '123', '--cui', OWN], env)).code).toBe(1)
    expect((await command(['declarations', 'track', 'a*b', '--cui', OWN], env)).code).toBe(2)
  })

  test('a file that is not a signed PDF is refused by its name, and nothing is sent', async () => {
    const { env, authority } = office
    for (const [bytes, reason] of [
      [Buffer.from('<xml/>'), 'declaration-file-invalid'],
      [await declarationPdf({ cui: OWN }), 'declaration-not-signed'],
      [Buffer.from('%PDF-1.7 broken'), 'declaration-unreadable'],
      [(await signedPdf()).subarray(0, -40), 'declaration-unreadable'],
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
