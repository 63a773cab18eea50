import { unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { MAX_CHECKED } from '../../../native-host/authority/efactura/checks.ts'
import { verifySignature } from '../../../native-host/signature/verify.ts'
import { sampleXml } from '../../authority/documents/sample.ts'
import type { Effect } from '../../authority/faults.ts'
import { createWorld } from '../../authority/world/world.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

const CUI = '14399840'
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const sample = (changes: Partial<Parameters<typeof sampleXml>[0]> = {}) =>
  sampleXml({ seller: CUI, buyer: '1590082', ...changes })
const invoice = bytesOf(sample())
const creditNote = bytesOf(sample({ document: 'credit-note' }))
const wrong = bytesOf(sample().replace(/(<cbc:TaxInclusiveAmount[^>]*>)/, '$19'))

let desk: Desk
afterEach(() => desk.close())

/** A machine that signed in, or one that never did. */
async function open(isSignedIn: boolean, environment: 'prod' | 'test' = 'prod'): Promise<Wire> {
  desk = await openDesk({
    environment,
    world: now => {
      const world = createWorld({ now })
      world.addCompany(CUI, 'Firma SRL')
      world.addInvoice({ seller: CUI, buyer: '1590082', uploadedAt: now() - 86_400_000 })
      return world
    },
  })
  const wire = await desk.wire({ clock: hastyClock() })
  if (isSignedIn) await desk.signIn(wire)
  return wire
}

const asked = () => desk.authority.journal.find({ method: 'POST' }).map(({ host, path }) => `${host}${path}`)
const strike = (path: string, effect: Effect) => desk.authority.faults.add({ match: { path }, times: 'always', effect })

test('E-24, and E-28 but for its certificate mode: validation goes with the sign-in where there is one, else to the public host, always on prod', async () => {
  const wire = await open(true, 'test')
  expect(await wire.checks.validate(invoice, never)).toMatchObject({ state: 'ok', findings: [], access: 'oauth' })
  desk.vault.clear()
  const stranger = await desk.wire({ clock: hastyClock() })
  const answer = await stranger.checks.validate(invoice, never)
  expect(answer).toMatchObject({ state: 'ok', access: 'public', traceId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(asked().filter(path => path.includes('validare'))).toEqual([
    'api.localhost/prod/FCTEL/rest/validare/FACT1',
    'webservicesp.localhost/prod/FCTEL/rest/validare/FACT1',
  ])
})

test('E-24 E-25 validare and transformare get their XML as text/plain at both doors', async () => {
  for (const isSignedIn of [true, false]) {
    const wire = await open(isSignedIn)
    await wire.checks.validate(invoice, never)
    await wire.checks.toPdf(invoice, { validate: true }, never)
    await wire.checks.toPdf(invoice, { validate: false }, never)
    const posts = desk.authority.journal
      .find({ method: 'POST' })
      .filter(({ path }) => /validare|transformare/.test(path))
    expect(posts.map(({ contentType }) => contentType)).toEqual(['text/plain', 'text/plain', 'text/plain'])
    if (isSignedIn) await desk.close()
  }
})

test('a refused sign-in does not block the public host', async () => {
  const wire = await open(true)
  desk.authority.faults.add({
    match: { host: 'api.localhost' },
    times: 'always',
    effect: { kind: 'status', status: 403 },
  })
  expect(await wire.checks.validate(invoice, never)).toMatchObject({ state: 'ok', access: 'public' })
})

test('E-24 an invalid file gives its findings with their rules', async () => {
  const wire = await open(false)
  const answer = await wire.checks.validate(wrong, never)
  expect(answer.state).toBe('nok')
  expect(answer.findings.map(({ rule }) => rule)).toContain('BR-CO-15')
})

test('E-24 E-25 a credit note goes as FCN by its content', async () => {
  const wire = await open(false)
  expect(await wire.checks.validate(creditNote, never)).toMatchObject({ state: 'ok' })
  expect(await wire.checks.toPdf(creditNote, { validate: true }, never)).toMatchObject({ outcome: 'pdf' })
  expect(asked().every(path => path.endsWith('/FCN'))).toBe(true)
})

test('E-25 the PDF comes with and without validation, and is said to be unvalidated', async () => {
  const wire = await open(false)
  for (const validate of [true, false]) {
    const answer = await wire.checks.toPdf(invoice, { validate }, never)
    expect(answer).toMatchObject({ outcome: 'pdf', validated: validate, access: 'public' })
    if (answer.outcome === 'pdf') expect(Buffer.from(answer.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect(asked().map(path => path.replace(/.*transformare/, ''))).toEqual(['/FACT1', '/FACT1/DA'])
  expect(await wire.checks.toPdf(wrong, { validate: true }, never)).toMatchObject({
    outcome: 'invalid',
    findings: [{ rule: 'BR-CO-15' }],
  })
  expect(await wire.checks.toPdf(wrong, { validate: false }, never)).toMatchObject({ outcome: 'pdf', validated: false })
})

test('a file over 5 MB is refused before it is sent', async () => {
  const wire = await open(false)
  const large = new Uint8Array(MAX_CHECKED + 1)
  const calls = [() => wire.checks.validate(large, never), () => wire.checks.toPdf(large, { validate: true }, never)]
  for (const call of calls)
    expect(await failureOf(call())).toMatchObject({ reason: 'check-too-large', params: { limit: MAX_CHECKED } })
  expect(asked()).toEqual([])
  const largest = bytesOf(sample({ bytes: MAX_CHECKED }))
  expect(await wire.checks.validate(largest, never)).toMatchObject({ state: 'ok' })
})

test('E-27 xsi:schemaLocation is removed before the public host sees the file', async () => {
  const wire = await open(false)
  const located = sample().replace(
    /<Invoice /,
    '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ../../UBL.xsd" ',
  )
  expect(await wire.checks.toPdf(bytesOf(located), { validate: true }, never)).toMatchObject({ outcome: 'pdf' })
})

test('E-27 a blocked /DA falls back to the validating path', async () => {
  const wire = await open(false)
  const text = bytesOf(sample().replace(/<cbc:Note>/, '<cbc:Note>str. Morii; AB '))
  expect(await wire.checks.toPdf(text, { validate: false }, never)).toMatchObject({ outcome: 'pdf', validated: true })
  expect(asked().map(path => path.replace(/.*transformare/, ''))).toEqual(['/FACT1/DA', '/FACT1'])
})

test('E-27 the firewall’s page is known by its content on every call, with its support id', async () => {
  const wire = await open(false)
  const shell = bytesOf(sample().replace(/<cbc:StreetName>/, '<cbc:StreetName>Morii 3;CP 123 '))
  const blocked = await failureOf(wire.checks.toPdf(shell, { validate: false }, never))
  expect(blocked).toMatchObject({ reason: 'firewall', code: 'blocked-by-firewall' })
  expect(blocked.params.supportId).toMatch(/^\d{10,}$/)
  for (const path of ['/validare/FACT1', '/api/validate/signature']) strike(path, { kind: 'page', page: 'firewall' })
  const files = { document: invoice, signature: invoice }
  const calls = [() => wire.checks.validate(invoice, never), () => wire.checks.validateSignature(files, never)]
  for (const call of calls) expect(await failureOf(call())).toMatchObject({ reason: 'firewall' })
})

test('E-26 the authority’s verdict on a signature and this machine’s own, over both hosts', async () => {
  const wire = await open(true)
  const [id = ''] = desk.authority.world.messages.keys()
  const unpacked = Object.entries(unzipSync(desk.authority.zipOf(id)))
  const signature = unpacked.find(([name]) => name.startsWith('semnatura_'))?.[1] ?? new Uint8Array()
  const document = unpacked.find(([name]) => !name.startsWith('semnatura_'))?.[1] ?? new Uint8Array()
  const changed = bytesOf(
    Buffer.from(document)
      .toString()
      .replace(/<cbc:PayableAmount[^>]*>/, '$&9'),
  )
  const anchors = wire.profile.signatureAnchors
  expect(verifySignature({ document, signature }, { anchors })).toMatchObject({ verdict: 'valid', chain: 'anchored' })
  expect(verifySignature({ document: changed, signature }, { anchors })).toMatchObject({ verdict: 'tampered' })

  const { checks } = wire
  expect(await checks.validateSignature({ document, signature }, never)).toMatchObject({
    verdict: 'valid',
    access: 'oauth',
  })
  desk.vault.clear()
  const stranger = await desk.wire({ clock: hastyClock() })
  const answer = await stranger.checks.validateSignature({ document: changed, signature }, never)
  expect(answer).toMatchObject({
    verdict: 'invalid',
    access: 'public',
    message: expect.stringContaining('NU au putut'),
  })
  expect(asked().filter(path => path.includes('signature'))).toEqual([
    'api.localhost/api/validate/signature',
    'webservicesp.localhost/api/validate/signature',
  ])
  const none = await failureOf(stranger.checks.validateSignature({ document: bytesOf('x'), signature }, never))
  expect(none).toMatchObject({ reason: 'authority-note', params: { note: expect.stringContaining('Eroare tehnică') } })
})

test('E-26 an unknown wording is neither valid nor invalid', async () => {
  const wire = await open(false)
  const wordings = [
    'Fișierele încărcate nu au fost validate cu succes.',
    'Semnătura este corectă.',
    'Fisierele sunt in curs de validare',
    '',
  ]
  for (const msg of wordings) {
    strike('/api/validate/signature', { kind: 'body', body: JSON.stringify({ msg }) })
    const answer = await wire.checks.validateSignature({ document: invoice, signature: invoice }, never)
    expect(answer).toEqual({ verdict: 'unknown', message: msg, access: 'public' })
    desk.authority.faults.clear()
  }
})

test('undocumented answers of checks are errors, with the bytes kept', async () => {
  const wire = await open(false)
  const effects: [Effect, string][] = [
    [{ kind: 'page', page: 'maintenance' }, 'maintenance'],
    [{ kind: 'body', body: '{"stare":"poate"}' }, 'answer-unexpected'],
    [{ kind: 'append', text: '}' }, 'answer-unexpected'],
    [{ kind: 'truncate' }, 'answer-truncated'],
  ]
  for (const [effect, reason] of effects) {
    strike('/validare/FACT1', effect)
    expect(await failureOf(wire.checks.validate(invoice, never))).toMatchObject({ reason })
    desk.authority.faults.clear()
  }
  expect(await wire.checks.validate(invoice, never)).toMatchObject({ state: 'ok' })
})

const API = 'api.localhost'
/** An invoice that a strict firewall takes for an attack, and the same without the attribute. */
const located = bytesOf(
  sample().replace(
    /<Invoice /,
    '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ../../UBL.xsd" ',
  ),
)
const CHECKS: [string, string, (wire: Wire) => Promise<{ access?: string }>][] = [
  ['validation', '/validare/FACT1', wire => wire.checks.validate(located, never)],
  ['the PDF', '/transformare/FACT1', wire => wire.checks.toPdf(located, { validate: true }, never)],
  ['the PDF without validation', '/FACT1/DA', wire => wire.checks.toPdf(located, { validate: false }, never)],
]
const doors = (path: string) =>
  asked()
    .filter(one => one.endsWith(path))
    .map(one => one.split('/')[0])

for (const [name, path, call] of CHECKS)
  test(`a firewall page at the signed-in door of ${name}: once more without schemaLocation, then the public door`, async () => {
    const wire = await open(true)
    const firewall = { kind: 'page', page: 'firewall' } as const
    desk.authority.faults.add({ match: { host: API, path }, effect: firewall })
    expect(await call(wire)).toMatchObject({ access: 'oauth' })
    expect(doors(path)).toEqual([API, API])
    const lengths = desk.authority.journal.find({ method: 'POST', path }).map(({ requestBytes }) => requestBytes)
    expect(lengths[1]).toBeLessThan(lengths[0] ?? 0)
    desk.authority.faults.add({ match: { host: API, path }, times: 2, effect: firewall })
    expect(await call(wire)).toMatchObject({ access: 'public' })
    expect(doors(path).slice(2)).toEqual([API, API, 'webservicesp.localhost'])
  })

test('a firewall page at the signed-in door of the signature’s validation: its bytes go unchanged to the public door', async () => {
  const wire = await open(true)
  const path = '/api/validate/signature'
  desk.authority.faults.add({ match: { host: API, path }, times: 'always', effect: { kind: 'page', page: 'firewall' } })
  const files = { document: located, signature: located }
  expect(await wire.checks.validateSignature(files, never)).toMatchObject({ access: 'public' })
  expect(doors(path)).toEqual([API, 'webservicesp.localhost'])
})

test('a connection that is reset at the signed-in door is repeated, a bounded number of times: the checks only ask', async () => {
  const wire = await open(true)
  const files = { document: invoice, signature: invoice }
  const calls: [string, () => Promise<unknown>][] = [
    ['/validare/FACT1', () => wire.checks.validate(invoice, never)],
    ['/transformare/FACT1', () => wire.checks.toPdf(invoice, { validate: true }, never)],
    ['/api/validate/signature', () => wire.checks.validateSignature(files, never)],
  ]
  for (const [path, call] of calls) {
    desk.authority.faults.add({ match: { host: API, path }, times: 2, effect: { kind: 'reset' } })
    expect(await call()).toMatchObject({ access: 'oauth' })
    desk.authority.faults.add({ match: { host: API, path }, times: 'always', effect: { kind: 'reset' } })
    const before = doors(path).length
    expect(await failureOf(call())).toMatchObject({ code: 'unreachable' })
    expect(doors(path).length - before).toBe(4)
  }
})

const technical = (...messages: string[]) =>
  JSON.stringify({ stare: 'nok', Messages: messages.map(message => ({ message })), trace_id: 'x' })
const TECHNICAL = [
  'A aparut o eroare tehnica. Cod: XXX',
  'A apărut o eroare tehnică. Cod: SRV-0012',
  'EROARE TEHNICĂ',
  'Eroare internă a serviciului',
  'E: S-a produs o eroare tehnicã',
]
for (const note of TECHNICAL)
  test(`“${note}” from validare and transformare is the service’s failure and says nothing about the invoice`, async () => {
    const wire = await open(true)
    const paths = ['/validare/FACT1', '/transformare/FACT1', '/transformare/FACT1/DA']
    const calls = [
      () => wire.checks.validate(invoice, never),
      () => wire.checks.toPdf(invoice, { validate: true }, never),
      () => wire.checks.toPdf(invoice, { validate: false }, never),
    ]
    for (const [at, call] of calls.entries()) {
      const path = paths[at] ?? ''
      const said = strike(path, { kind: 'body', body: technical(note) })
      const failure = await failureOf(call())
      expect(failure).toMatchObject({ code: 'service-unavailable', reason: 'service-technical', params: { note } })
      expect(said.struck).toBe(4)
      said.remove()
      // A passing one leaves no trace.
      desk.authority.faults.add({ match: { path }, times: 2, effect: { kind: 'body', body: technical(note) } })
      expect(await call()).toMatchObject({ access: 'oauth' })
    }
  })

test('findings beside a technical error stand as the authority gave them, and what breaks a rule is never taken for one', async () => {
  const wire = await open(false)
  const finding = 'E: validari globale  SCHEMATRON   eroare: [BR-RO-110]-o eroare tehnica la subdiviziune'
  const mixed = strike('/validare/FACT1', { kind: 'body', body: technical(finding, TECHNICAL[0] ?? '') })
  const answer = await wire.checks.validate(invoice, never)
  expect(answer).toMatchObject({ state: 'nok', findings: [{ rule: 'BR-RO-110' }, { text: TECHNICAL[0] }] })
  expect(mixed.struck).toBe(1)
  mixed.remove()
  const quoting = 'Valoarea "A aparut o eroare tehnica" nu este acceptata pentru Note'
  strike('/validare/FACT1', { kind: 'body', body: technical(quoting) })
  expect(await wire.checks.validate(invoice, never)).toMatchObject({ state: 'nok', findings: [{ text: quoting }] })
})
