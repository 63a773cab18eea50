import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { waitFor } from '../../support/wait-for.ts'
import {
  hosts,
  inspect,
  OWN,
  office,
  officeForEach,
  person,
  settled,
  sha256,
  signedPdf,
  startHost,
  submit,
  timesSubmitted,
  UPLOAD,
  until,
} from '../support/declarations.ts'
import { killRunners } from '../support/office.ts'
import { connectPortal } from '../support/portal.ts'

officeForEach()

describe('the whole way', () => {
  test('D-01 D-08 a signed PDF is inspected, submitted once, followed to valid, and its receipt is archived by itself', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf({ year: 2026, month: 10 })
    expect(await inspect(host, bytes)).toMatchObject({
      ...{ isSigned: true, form: 'D300', cui: OWN, period: { year: 2026, month: 10 }, isTrial: false },
      ...{ problems: [], warnings: [], earlier: [], sha256: sha256(bytes) },
    })
    office.authority.declarations.habits.processingMs = 3_600_000
    const { id } = await submit(host, bytes)
    // Each check waits longer than the one before.
    const follow = host.start('declarations.follow', { ids: [id] })
    const looks = () =>
      new Map(
        host
          .progressOf<'declarations.follow'>(follow.id)
          .flatMap(({ declarations: [seen] }) => (seen?.checkedAt ? [[seen.checkedAt, seen.nextCheckAt ?? 0]] : [])),
      )
    await host.message(() => looks().size === 3)
    const pauses = [...looks()].map(([at, next]) => next - at)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    office.authority.clock.advance(3_600_000)
    const done = await settled(host, id)
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices).toMatchObject([{ kind: 'receipt', subject: 'D300' }])
    const [filed] = office.authority.declarations.submitted
    expect(done).toMatchObject({ state: 'valid', receipt: 'archived', filingNumber: filed?.number, trouble: null })
    expect(done.registrationNumber).toBe(filed?.registrationNumber)
    expect(timesSubmitted(bytes)).toBe(1)
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
    expect(timesSubmitted(bytes)).toBe(2)
  })

  test('D-03 after a lost answer it is unknown, found on the status page by another declaration’s number, and never sent again', async () => {
    const { authority } = office
    const host = startHost()
    await connectPortal(host, authority, person)
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    const lost = await until(host, id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
    // No known number of the company opens the page.
    expect(lost.trouble?.details).toMatchObject({ reason: 'declaration-untraceable' })
    expect(lost.filingNumber).toBeNull()
    const known = authority.declarations.add({ cui: OWN, form: 'D112' })
    await host.request('declarations.track', { filingNumber: known.number, cui: OWN })
    // The page can be asked now, and the host asks it.
    const found = await until(host, id, ({ filingNumber }) => filingNumber !== null)
    expect(found.filingNumber).toBe(authority.declarations.submittedOf(sha256(bytes))[0]?.number)
    expect(await settled(host, id)).toMatchObject({ state: 'valid', receipt: 'archived' })
    expect(timesSubmitted(bytes)).toBe(1)
  })

  test('D-03 two declarations of the form and day that fit: which one it is stays unknown', async () => {
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

  test('D-03 one of the form and day that was followed before is never taken for the lost one', async () => {
    const { authority } = office
    const before = authority.declarations.add({ cui: OWN, form: 'D300' })
    const host = startHost()
    await connectPortal(host, authority, person)
    await host.request('declarations.track', { filingNumber: before.number, cui: OWN })
    authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    const found = await until(host, id, ({ filingNumber }) => filingNumber !== null)
    expect(found.filingNumber).toBe(authority.declarations.submittedOf(sha256(bytes))[0]?.number)
  })

  test('D-03 of two lost declarations of the form and day neither takes the one that arrived: the page does not tell months', async () => {
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
    expect(files.map(timesSubmitted)).toEqual([0, 1])
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
    await waitFor('the portal has it', () => timesSubmitted(bytes) === 1)
    await killRunners(office.dataDir)
    expect(await settled(startHost(), id)).toMatchObject({ state: 'valid' })
    expect(timesSubmitted(bytes)).toBe(1)
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
    expect(lost.trouble?.details).toMatchObject({
      reason: 'filing-answer-unclear',
      params: { answer: 'HTTP 200, HTML' },
    })
    const params = lost.trouble?.details.params as { kept: string } | undefined
    expect(readFileSync(params?.kept ?? '', 'utf8')).toBe(body)
  })

  test('D-03 one that was submitted and answered with the way to the certificate is unknown, ends the session, and is found', async () => {
    const { authority } = office
    const known = authority.declarations.add({ cui: OWN, form: 'D112' })
    const host = startHost()
    await connectPortal(host, authority, person)
    await host.request('declarations.track', { filingNumber: known.number, cui: OWN })
    authority.faults.add({ match: UPLOAD, effect: { kind: 'redirect', location: '/my.policy', handled: true } })
    const bytes = await signedPdf()
    const { id } = await submit(host, bytes)
    const lost = await until(host, id, ({ state }) => state !== 'sending')
    expect(lost).toMatchObject({ state: 'unknown', trouble: { details: { reason: 'filing-answer-unclear' } } })
    const { services } = await host.request('session.status', {})
    expect(services.find(({ service }) => service === 'portal')).toMatchObject({ state: 'expired' })
    expect(await settled(host, id)).toMatchObject({ state: 'valid' })
    expect(authority.journal.find(UPLOAD)).toHaveLength(1)
    expect(timesSubmitted(bytes)).toBe(1)
  })

  test('D-03 without database the journal still knows what was submitted', async () => {
    const host = startHost()
    await connectPortal(host, office.authority, person)
    const bytes = await signedPdf()
    await settled(host, (await submit(host, bytes)).id)
    await Promise.all(hosts.splice(0).map(each => each.close()))
    await killRunners(office.dataDir)
    for (const part of ['', '-wal', '-shm']) rmSync(join(office.dataDir, `recipisa.db${part}`), { force: true })
    const next = startHost()
    const refusal = await next.refusal('declarations.submit', { files: [{ sha256: sha256(bytes) }] })
    expect(refusal.details).toMatchObject({ reason: 'already-declared' })
    expect(timesSubmitted(bytes)).toBe(1)
  })
})
