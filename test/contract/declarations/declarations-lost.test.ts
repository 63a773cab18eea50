import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { call } from '../../authority/call.ts'
import {
  hosts,
  inspect,
  OTHER,
  OWN,
  office,
  officeForEach,
  person,
  STATUS,
  settled,
  sha256,
  signedPdf,
  startHost,
  submit,
  timesSubmitted,
  UPLOAD,
  until,
} from '../support/declarations.ts'
import { command, type HostProcess } from '../support/host.ts'
import { killRunners } from '../support/office.ts'
import { connectPortal } from '../support/portal.ts'

officeForEach()

/** Files a PDF and loses its answer, until the host knows; the PDF has arrived unless the way there broke off too. */
async function lose(host: HostProcess, bytes: Buffer, hasArrived = true): Promise<Declaration> {
  const effect = hasArrived
    ? ({ kind: 'reset', handled: true } as const)
    : ({ kind: 'reset-in-request', bytes: 100 } as const)
  office.authority.faults.add({ match: UPLOAD, effect })
  const { id } = await submit(host, bytes)
  return until(host, id, ({ state, checkedAt }) => state === 'unknown' && checkedAt !== null)
}
const numberOf = (bytes: Buffer) => office.authority.declarations.submittedOf(sha256(bytes))[0]?.number ?? ''

test('D-03 an index tracked by hand that can be no other declaration is the lost one’s, and is sent no second time', async () => {
  const host = startHost()
  await connectPortal(host, office.authority, person)
  const bytes = await signedPdf()
  const { id } = await lose(host, bytes)
  const { declaration } = await host.request('declarations.track', { filingNumber: numberOf(bytes), cui: OWN })
  expect(declaration).toMatchObject({ id, origin: 'program', filingNumber: numberOf(bytes) })
  expect(await settled(host, id)).toMatchObject({ state: 'valid', receipt: 'archived', trouble: null })
  expect((await host.request('declarations.list', {})).total).toBe(1)
  await connectPortal(host, office.authority, person)
  const refusal = await host.refusal('declarations.submit', { files: [{ sha256: sha256(bytes) }] })
  expect(refusal.details).toMatchObject({ reason: 'already-declared', params: { id } })
  expect(timesSubmitted(bytes)).toBe(1)
})

test('D-03 of two that fit the person says which one it is, also after it was followed alone; the journal knows it too', async () => {
  const { authority, env } = office
  const host = startHost()
  await connectPortal(host, authority, person)
  const bytes = await signedPdf()
  const { id } = await lose(host, bytes)
  const other = authority.declarations.add({ cui: OWN, form: 'D300' })
  const right = numberOf(bytes)
  const followed = await host.request('declarations.track', { filingNumber: right, cui: OWN })
  expect(followed.declaration).toMatchObject({ origin: 'elsewhere' })
  expect(followed.declaration.id).not.toBe(id)
  const unsure = await until(host, id, ({ trouble }) => trouble?.details.reason === 'declaration-ambiguous')
  expect(unsure).toMatchObject({ state: 'unknown', filingNumber: null })
  const said = await command(['--json', 'declarations', 'track', right, '--cui', `RO${OWN}`, '--lost', String(id)], env)
  expect(said.json()).toMatchObject({
    declaration: { id, filingNumber: right },
    others: [{ filingNumber: other.number }],
  })
  expect(said.code).toBe(0)
  expect(await settled(host, id)).toMatchObject({ state: 'valid', receipt: 'archived' })
  const { items } = await host.request('declarations.list', {})
  expect(items.map(({ id: one }) => one)).toEqual([id])

  await Promise.all(hosts.splice(0).map(each => each.close()))
  await killRunners(office.dataDir)
  for (const part of ['', '-wal', '-shm']) rmSync(join(office.dataDir, `recipisa.db${part}`), { force: true })
  const again = await startHost().request('declarations.list', {})
  expect(again.items).toMatchObject([{ id, filingNumber: right, sha256: sha256(bytes) }])
})

test('D-03 of a status page that is cut after one of two that fit, the lost one is not taken to be that one', async () => {
  const { authority } = office
  const host = startHost()
  await connectPortal(host, authority, person)
  const bytes = await signedPdf()
  const { id } = await lose(host, bytes)
  authority.declarations.add({ cui: OWN, form: 'D300' })
  // The number that opens the page for the lost one.
  const { number } = authority.declarations.add({ cui: OWN, form: 'D112' })
  await host.request('declarations.track', { filingNumber: number, cui: OWN })
  await until(host, id, ({ trouble }) => trouble?.details.reason === 'declaration-ambiguous')
  const page = await call(authority, `${authority.profile.statusUrl}${STATUS.path}`, {
    method: 'POST',
    body: new URLSearchParams({ ghiseu: 'N', id: number, cui: OWN }).toString(),
  })
  const firstOfThree = page.body.indexOf('</tr>', page.body.indexOf('<td>D300</td>')) + '</tr>'.length
  const effect = { kind: 'cut', bytes: firstOfThree, ends: 'cleanly' } as const
  authority.faults.add({ match: STATUS, times: 'always', effect })
  const { declaration } = await host.request('declarations.check', { id })
  expect(declaration).toMatchObject({ state: 'unknown', filingNumber: null })
  expect(declaration.trouble?.details.reason).toBe('answer-truncated')
})

test('D-03 an index of another company, form or day is not taken for the lost one, nor one that another declaration has', async () => {
  const { authority } = office
  const host = startHost()
  await connectPortal(host, authority, person)
  const mine = await submit(host, await signedPdf({ month: 9 }))
  const { filingNumber: taken } = await settled(host, mine.id)
  const { id } = await lose(host, await signedPdf(), false)
  const submittedAt = authority.clock.now() - 5 * 86_400_000
  const [form, day, company] = [
    authority.declarations.add({ cui: OWN, form: 'D112' }),
    authority.declarations.add({ cui: OWN, form: 'D300', submittedAt, processedAt: submittedAt }),
    authority.declarations.add({ cui: OTHER, form: 'D300' }),
  ]
  // A match in all but its place of filing: a counter instead of the portal.
  authority.declarations.add({ cui: OWN, form: 'D300', isCounter: true, number: '77/2026' })
  const looked = await host.request('declarations.check', { id })
  expect(looked.declaration).toMatchObject({ state: 'unknown', filingNumber: null })
  for (const [number, cui, reason] of [
    [form.number, OWN, 'declaration-other'],
    [day.number, OWN, 'declaration-other'],
    [company.number, OTHER, 'declaration-other'],
    [taken ?? '', OWN, 'declaration-number-taken'],
    ['1999999999', OWN, 'declaration-not-found'],
  ] as const) {
    const refusal = await host.refusal('declarations.track', { filingNumber: number, cui, lost: id })
    expect(refusal.details.reason, number).toBe(reason)
  }
  const known = await host.refusal('declarations.track', { filingNumber: form.number, cui: OWN, lost: mine.id })
  expect(known.details).toMatchObject({ reason: 'declaration-not-lost' })
})

test('a CUI that was typed wrong is corrected, and one that the PDF or the page says is not', async () => {
  const { authority, env } = office
  const host = startHost()
  const number = '1000000002'
  authority.declarations.add({ cui: OWN, form: 'D300', number })
  const captured = { uploadIndex: number, fileName: 'fara-xml.pdf' }
  const { declaration } = await host.request('declarations.captured', captured)
  await host.request('declarations.setCompany', { id: declaration.id, cui: OTHER })
  const wrong = await until(host, declaration.id, ({ cui, checkedAt }) => cui === OTHER && checkedAt !== null)
  expect(wrong).toMatchObject({ state: 'processing', form: null })
  const run = await command(['--json', 'declarations', 'company', String(declaration.id), '--cui', OWN], env)
  expect([run.code, run.json()]).toMatchObject([0, { declaration: { cui: OWN } }])
  expect(await settled(host, declaration.id)).toMatchObject({ cui: OWN, form: 'D300', state: 'valid' })
  expect((await command(['declarations', 'company', String(declaration.id), '--cui', OTHER], env)).code).toBe(4)

  const { sha256: hash } = await inspect(host, await signedPdf(), 'cu-xml.pdf')
  const read = { uploadIndex: '1999999999', fileName: 'cu-xml.pdf', sha256: hash }
  const { declaration: said } = await host.request('declarations.captured', read)
  const refusal = await host.refusal('declarations.setCompany', { id: said.id, cui: OTHER })
  expect(refusal.details).toMatchObject({ reason: 'declaration-company-known', params: { cui: OWN } })
})
