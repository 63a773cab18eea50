import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMemberRegister, REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { Batch } from '../../../shared/protocol/registers/batches.ts'
import type { Question } from '../../authority/registers/registers.ts'
import { withCheckDigit } from '../../authority/world/companies.ts'
import { command, HostProcess, startCommand } from '../support/host.ts'
import { killRunners, type Office, openOffice } from '../support/office.ts'

const VAT = { path: 'v9/tva' }

let office: Office
/** Requests per second that the registers accept: enough for a short test, few enough to interrupt. */
const PER_SECOND = 20
beforeEach(async () => {
  office = await openOffice({ limits: { publicRequestsPerSecond: PER_SECOND } })
})
afterEach(() => office.close())

/** Different CUIs with right check digits. */
const many = (count: number, from = 200_000) =>
  Array.from({ length: count }, (_, n) => withCheckDigit(String(from + n)))
const base64 = (text: string) => Buffer.from(text).toString('base64')
const questions = () => office.authority.registers.questions
const cuisOf = (asked: readonly Question[]) => asked.flatMap(({ cuis }) => cuis)

async function begin(host: HostProcess, text: string, registers: Batch['registers'] = ['vat']): Promise<Batch> {
  const { sha256 } = await host.request('batches.inspect', { fileName: 'clienți.csv', data: base64(text) })
  return (await host.request('batches.begin', { sha256, registers })).batch
}
/** Resolves after this many more answers. */
const answered = (count: number) =>
  expect.poll(() => questions().length, { timeout: 45_000 }).toBeGreaterThanOrEqual(count)

async function pull(host: HostProcess, document: DocumentRef): Promise<{ bytes: Buffer; fileName: string }> {
  const { fileName, sha256, size } = await host.request('documents.describe', { document })
  const pieces: Buffer[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { data: string; nextOffset: number | null; sha256: string } = await host.request('documents.read', {
      document,
      offset,
    })
    expect(piece.sha256).toBe(sha256)
    pieces.push(Buffer.from(piece.data, 'base64'))
    offset = piece.nextOffset
  }
  const bytes = Buffer.concat(pieces)
  expect(bytes.length).toBe(size)
  return { bytes, fileName }
}

test('P-09 P-08 a list is asked for in questions of 100 and 500, each company once, in its order, with problems on their rows', async () => {
  const [first = '', ...rest] = many(120)
  const wrong = ['abc', '1800101221144', '0', '-14399840', '123456789012', '']
  const unsent = new Set(wrong)
  const input = [first, ...rest, `RO ${first}`, ...wrong, '14399841', '14.399.840']
  const lines = ['Nr;Nume;CUI', ...input.map((cui, n) => `${n};Firma „${n}”;${cui}`)]
  const host = new HostProcess(office.env)
  const inspection = await host.request('batches.inspect', {
    fileName: 'clienți.csv',
    data: base64(lines.join('\r\n')),
  })
  expect(inspection).toMatchObject({
    ...{ format: 'csv', columns: ['Nr', 'Nume', 'CUI'], column: 2, hasHead: true },
    ...{ rows: 129, companies: 122, duplicates: 1, wrongCheckDigit: 1, invalid: 6 },
  })
  expect(inspection.requests.map(({ register, requests }) => [register, requests])).toEqual(
    REGISTER_NAMES.map(register => [register, isMemberRegister(register) ? 1 : 2]),
  )
  expect(questions()).toEqual([])

  const { batch } = await host.request('batches.begin', { sha256: inspection.sha256, registers: ['farmers', 'vat'] })
  const follow = host.start('batches.follow', { id: batch.id })
  expect((await follow.answer).result).toMatchObject({
    batch: { state: 'done', requestsDone: 3, requestsTotal: 3, timeLeft: null, error: null },
  })
  const sizes = questions().map(({ register, cuis }) => `${register} ${cuis.length}`)
  // Each leaves when its connection is ready, so two of a register may swap places.
  expect(sizes.slice(0, 2).sort()).toEqual(['vat 100', 'vat 22'])
  expect(sizes.slice(2)).toEqual(['farmers 122'])
  expect(cuisOf(questions()).filter(cui => unsent.has(cui))).toEqual([])

  const { items, total } = await host.request('batches.rows', { id: batch.id, limit: 500 })
  expect(total).toBe(129)
  expect(items.map(({ text }) => text)).toEqual(input)
  expect(items.map(({ row }) => row)).toEqual(input.map((_, n) => n + 2))
  expect(items[120]).toMatchObject({ duplicateOf: 2, lookup: { cui: first } })
  expect(items.slice(121, 127).map(({ problem }) => problem)).toEqual([
    'no-number',
    'personal-number',
    'too-short',
    'no-number',
    'too-long',
    'empty',
  ])
  expect(items[127]).toMatchObject({ lookup: { hasValidCheckDigit: false, vat: { state: 'not-found' } } })
  const { items: flagged } = await host.request('batches.rows', { id: batch.id, only: 'problems' })
  expect(flagged.map(({ row }) => row)).toEqual([123, 124, 125, 126, 127, 128, 129])
  await host.close()
})

test('the table has the input’s columns and rows, or those of a filter; no column twice, and nothing in it is a formula', async () => {
  office.authority.registers.set('14399840', {
    name: '=HYPERLINK("https://a.example")',
    inactive: { from: '2025-05-05', to: null },
  })
  const host = new HostProcess(office.env)
  const batch = await begin(host, 'CUI;Obs;Denumire\n14399840;=1+1;+40722\n14399841;@cmd;-5\n"abc";"ș;""x""";7\n')
  await host.request('batches.follow', { id: batch.id })
  const csv = await pull(host, { area: 'batches', id: String(batch.id), as: 'csv' })
  expect(csv.fileName).toMatch(/^clienti_verificat_\d{4}-\d\d-\d\d\.csv$/)
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = [...streamCsvRows(csv.bytes.toString('utf8'), { delimiter: ';' })].map(row => row.map(String))
  expect(rows[0]?.slice(0, 5)).toEqual(['CUI', 'Obs', 'Denumire', 'CUI verificat', 'Observații'])
  expect(rows[0]?.filter((head, at) => rows[0]?.indexOf(head) !== at)).toEqual([])
  expect(rows[0]).toContain('Denumire (ANAF)')
  expect(rows.slice(1).map(row => row.slice(0, 5))).toEqual([
    ['14399840', "'=1+1", "'+40722", '14399840', ''],
    ['14399841', "'@cmd", "'-5", '14399841', 'cifră de control greșită'],
    ['abc', 'ș;"x"', '7', '', 'nu este un CUI'],
  ])
  expect(rows.flat().filter(cell => /^[=+@-]/.test(cell))).toEqual([])
  const column = (head: string) => rows[1]?.[rows[0]?.indexOf(head) ?? -1]
  expect([column('Inactiv'), column('Inactiv din')]).toEqual(['DA', '2025-05-05'])
  expect(column('Registrul opțional RO e-Factura')).toMatch(/registrul opțional/)

  const some = await pull(host, { area: 'batches', id: String(batch.id), as: 'csv', only: 'problems' })
  expect(some.fileName).toMatch(/_probleme\.csv$/)
  const wrong = [...streamCsvRows(some.bytes.toString('utf8'), { delimiter: ';' })].map(row => String(row[0]))
  expect(wrong).toEqual(['CUI', '14399841', 'abc'])

  const xlsx = await pull(host, { area: 'batches', id: String(batch.id), as: 'xlsx' })
  const read = await Array.fromAsync(streamXlsxRows(new Uint8Array(xlsx.bytes)))
  expect(read.map(({ values }) => values.slice(0, 4).map(cell => cell ?? ''))).toEqual([
    ['CUI', 'Obs', 'Denumire', 'CUI verificat'],
    ['14399840', '=1+1', '+40722', '14399840'],
    ['14399841', '@cmd', '-5', '14399841'],
    ['abc', 'ș;"x"', '7', ''],
  ])
  await host.close()
})

test('P-09 the next host resumes a batch whose host and runner were killed, and asks only for missing answers', async () => {
  const cuis = many(3000)
  const rest = office.authority.faults.hold({ match: VAT, nth: 9 })
  const host = new HostProcess(office.env)
  const { id } = await begin(host, cuis.join('\n'))
  await answered(8)
  host.child.kill('SIGKILL')
  await host.exited
  await killRunners(office.dataDir)
  expect(questions().length).toBeLessThan(30)
  rest.release()

  const next = new HostProcess(office.env)
  const { batch } = await next.request('batches.follow', { id })
  expect(batch).toMatchObject({ state: 'done', error: null })
  const { total } = await next.request('batches.rows', { id, only: 'all', limit: 1 })
  expect(total).toBe(3000)
  expect(new Set(cuisOf(questions()))).toEqual(new Set(cuis))
  // Only those in progress at the kill are asked a second time.
  expect(questions().length).toBeLessThanOrEqual(30 + 8)
  await next.close()
})

test('a command line that is killed goes on where it was when it is given again', async () => {
  const cuis = many(2000)
  const list = join(office.dataDir, 'lista.txt')
  writeFileSync(list, cuis.join('\n'))
  const output = join(office.dataDir, 'rezultat.csv')
  const args = ['companies', 'lookup', '--file', list, '--output', output, '--json']
  const rest = office.authority.faults.hold({ match: VAT, nth: 6 })
  const { child, finished } = startCommand(args, office.env)
  await answered(5)
  child.kill('SIGKILL')
  await finished
  rest.release()
  const { code, json } = await command(args, office.env)
  expect(code).toBe(0)
  expect(json()).toMatchObject({ batch: { id: 1, state: 'done', companies: 2000 }, path: output })
  expect(questions().length).toBeLessThanOrEqual(20 + 8)
  const rows = [...streamCsvRows(readFileSync(output, 'utf8'), { delimiter: ';' })]
  expect(rows.slice(1).map(row => row[0])).toEqual(cuis)
})

test('a batch is cancelled by any process, stays as it is, and is resumed', async () => {
  const slow = office.authority.faults.add({
    match: VAT,
    nth: 4,
    times: 'always',
    effect: { kind: 'hang' },
  })
  const host = new HostProcess(office.env)
  const { id } = await begin(host, many(2000).join('\n'))
  await answered(3)
  const other = new HostProcess(office.env)
  const { batch } = await other.request('batches.cancel', { id })
  expect(batch).toMatchObject({ state: 'cancelled', timeLeft: null })
  expect((await host.request('batches.follow', { id })).batch.state).toBe('cancelled')
  slow.remove()
  const { batch: resumed } = await host.request('batches.resume', { id })
  expect(resumed.endedAt).toBeNull()
  expect((await host.request('batches.follow', { id })).batch).toMatchObject({ state: 'done' })
  // Answered ones are not asked again.
  expect(cuisOf(questions()).length).toBe(2000)
  expect(new Set(cuisOf(questions())).size).toBe(2000)
  expect(await other.request('batches.remove', { id })).toEqual({ removed: true })
  expect(await other.refusal('batches.rows', { id })).toMatchObject({ details: { reason: 'batch-unknown' } })
  await host.close()
  await other.close()
})

test('a batch whose cancel could not be written is cancelled once it can be, by the same host', async () => {
  const asked = office.authority.faults.hold({ match: VAT })
  const host = new HostProcess(office.env)
  const { id } = await begin(host, many(10).join('\n'))
  await asked.reached()
  await killRunners(office.dataDir)
  const db = new DatabaseSync(join(office.dataDir, 'recipisa.db'))
  // A disk that has no room at this moment.
  db.exec(`CREATE TRIGGER no_room BEFORE UPDATE OF state ON batches BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  await host.refusal('batches.cancel', { id })
  db.exec('DROP TRIGGER no_room')
  db.close()
  expect((await host.request('batches.cancel', { id })).batch.state).toBe('cancelled')
  asked.release()
  await host.close()
})

test('a closed port does not stop a batch, and another host shows its progress with the time left', async () => {
  // It waits at its third question until it is followed, and at its twentieth until that was seen.
  const [third, twentieth] = [3, 20].map(nth => office.authority.faults.hold({ match: VAT, nth }))
  const host = new HostProcess(office.env)
  const { id } = await begin(host, many(4000).join('\n'))
  await answered(2)
  expect(await host.close()).toBe(0)
  const next = new HostProcess(office.env)
  const { batches } = await next.request('batches.list', {})
  expect(batches).toMatchObject([{ id, state: 'running' }])
  const follow = next.start('batches.follow', { id })
  const progress = () => next.progressOf<'batches.follow'>(follow.id).map(({ batch }) => batch.requestsDone)
  await next.message(() => progress().some(done => done >= 2))
  third?.release()
  await next.message(() => progress().some(done => done >= 10))
  twentieth?.release()
  expect((await follow.answer).result).toMatchObject({ batch: { state: 'done' } })
  const seen = next.progressOf<'batches.follow'>(follow.id).map(({ batch }) => batch)
  for (const { state, requestsDone, requestsTotal, timeLeft } of seen)
    if (state === 'running') expect(timeLeft).toBe(((requestsTotal - requestsDone) * 1000) / PER_SECOND)
  expect(new Set(seen.map(({ requestsDone }) => requestsDone)).size).toBeGreaterThan(2)
  await next.close()
})

test('P-10 several batches and single lookups of several processes keep the pace together', async () => {
  const host = new HostProcess(office.env)
  await host.message(one => one.event === 'hello')
  // The most that the two lists have in progress at a time.
  const underWay = office.authority.faults.hold({ match: VAT, nth: 4, times: 16 })
  const lists = [many(3000), many(3000, 400_000)].map((cuis, n) => {
    const path = join(office.dataDir, `lista-${n}.txt`)
    writeFileSync(path, cuis.join('\n'))
    return startCommand(['companies', 'lookup', '--file', path, '--output', `${path}.csv`, '--json'], office.env)
  })
  await underWay.reached(16)
  for (const cui of ['14399840', '361757', '1590082']) await host.request('lookups.get', { cuis: [cui] })
  // They did not wait for the lists to finish.
  const atLookups = questions().length
  underWay.release()
  for (const { finished } of lists) expect((await finished).code).toBe(0)
  expect(atLookups).toBeLessThan(63)
  const asked = office.authority.journal.find({ host: 'webservicesp.localhost' })
  expect(asked.filter(({ status }) => status !== 200)).toEqual([])
  expect(asked.length).toBe(63)
  const times = asked.map(({ at }) => at).sort((a, b) => a - b)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual((62 * 1000) / PER_SECOND)
  await host.close()
})

test('a question of which nobody gets a usable answer leaves the others theirs, and a repeat asks only for its companies', async () => {
  const cuis = many(250)
  const unusable = cuis.slice(100, 200)
  const setPhones = (phone: unknown) => {
    for (const cui of unusable) office.authority.registers.set(cui, { phone: phone as string })
  }
  setPhones(['0722'])
  const host = new HostProcess(office.env)
  const { id } = await begin(host, cuis.join('\n'))
  expect((await host.request('batches.follow', { id })).batch).toMatchObject({ state: 'done', error: null })
  const { items } = await host.request('batches.rows', { id, limit: 500 })
  const failed = items.filter(({ lookup }) => lookup?.vat?.state === 'failed')
  expect(failed.map(({ text }) => text)).toEqual(unusable)

  setPhones('0722')
  const asked = questions().length
  const again = await begin(host, cuis.join('\n'))
  expect((await host.request('batches.follow', { id: again.id })).batch).toMatchObject({ state: 'done', error: null })
  expect(cuisOf(questions().slice(asked))).toEqual(unusable)
  const { total } = await host.request('batches.rows', { id: again.id, limit: 1, only: 'problems' })
  expect(total).toBe(0)
  await host.close()
})

test('while the service is away a batch is paused with the reason, and goes on by itself', async () => {
  const away = office.authority.faults.add({
    match: { path: 'ws/agric' },
    times: 'always',
    effect: { kind: 'page', page: 'maintenance-503' },
  })
  const host = new HostProcess(office.env)
  const { id } = await begin(host, many(10).join('\n'), ['farmers'])
  const follow = host.start('batches.follow', { id })
  const paused = await host.message(
    one => one.id === follow.id && JSON.stringify(one.progress ?? '').includes('"paused"'),
  )
  expect(paused.progress).toMatchObject({ batch: { state: 'paused', error: { code: 'service-unavailable' } } })
  away.remove()
  expect((await follow.answer).result).toMatchObject({ batch: { state: 'done', error: null } })
  await host.close()
})

test('P-07 the asynchronous service stands in for a VAT registry that does not answer', async () => {
  office.authority.faults.add({ match: VAT, times: 'always', effect: { kind: 'status', status: 500 } })
  const host = new HostProcess(office.env)
  const { id } = await begin(host, many(60).join('\n'))
  expect((await host.request('batches.follow', { id })).batch).toMatchObject({ state: 'done', error: null })
  expect(questions().filter(({ register }) => register === 'async').length).toBe(1)
  const { items } = await host.request('batches.rows', { id, limit: 500 })
  expect(items.every(({ lookup }) => lookup?.vat?.state === 'found' || lookup?.vat?.state === 'not-found')).toBe(true)
  await host.close()
})

test('files that are not lists are reported at the top by both front doors, and nothing is sent', async () => {
  mkdirSync(office.dataDir, { recursive: true })
  const files: [name: string, bytes: Buffer, reason: string][] = [
    ['gol.csv', Buffer.alloc(0), 'list-empty'],
    ['antet.csv', Buffer.from('CUI\n'), 'list-empty'],
    ['imagine.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'list-no-text'],
    ['document.pdf', Buffer.from('%PDF-1.4\n%âãÏÓ\n'), 'list-no-text'],
    ['stricat.xlsx', Buffer.from('PK\u0003\u0004stricat'), 'list-unreadable'],
    ['vechi.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'list-old-excel'],
  ]
  const host = new HostProcess(office.env)
  for (const [fileName, bytes, reason] of files) {
    const refusal = await host.refusal('batches.inspect', { fileName, data: bytes.toString('base64') })
    expect(refusal, fileName).toMatchObject({ code: 'invalid-input', details: { reason } })
    const path = join(office.dataDir, fileName)
    writeFileSync(path, bytes)
    const { code, json } = await command(['companies', 'lookup', '--file', path, '--json'], office.env)
    expect([code, json()], fileName).toMatchObject([2, { error: { details: { reason } } }])
  }
  expect(await host.refusal('batches.begin', { sha256: '0'.repeat(64), registers: ['vat'] })).toMatchObject({
    details: { reason: 'list-missing' },
  })
  expect(await host.refusal('documents.describe', { document: { area: 'batches', id: '7', as: 'csv' } })).toMatchObject(
    {
      details: { reason: 'batch-unknown' },
    },
  )
  expect(questions()).toEqual([])
  await host.close()
})
