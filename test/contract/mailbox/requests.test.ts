import { afterEach, describe, expect, test } from 'vitest'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { sha256 } from '../../authority/journal.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { waitFor } from '../../support/wait-for.ts'
import { command, type HostProcess, startCommand } from '../support/host.ts'
import { asked, importSession, SPV } from '../support/mailbox.ts'
import { killRunners, type Office, openOffice } from '../support/office.ts'

let office: Office
let cuis: string[]
afterEach(() => office.close())

async function open({ companies = 2, messages = 0, session = true, deliveryMs = 500 } = {}): Promise<HostProcess> {
  office = await openOffice({
    world: now => seedWorld({ now, companies, invoicesPerCompany: 0 }),
    mail: seedMail({ messages }),
  })
  office.authority.mailbox.habits.deliveryMs = deliveryMs
  cuis = [...office.authority.world.companies.keys()]
  if (session) await importSession(office)
  return office.startHost()
}
const run = (...args: string[]) => command(args, office.env)
const first = () => cuis[0] ?? ''
const taken = () => office.authority.mailbox.requests
const read = async (host: HostProcess, id: number) =>
  (await host.request('requests.list', { limit: 500 })).items.find(one => one.id === id)
/** Waits until a request is in a state, by following the host. */
async function until(host: HostProcess, id: number, fits: (request: ReportRequest) => boolean): Promise<ReportRequest> {
  const { id: call } = host.start('requests.follow', { ids: [id] })
  const { progress } = await host.message(
    one => one.id === call && 'progress' in one && (one.progress as { requests: ReportRequest[] }).requests.every(fits),
  )
  host.send({ cancel: call })
  const [request] = (progress as { requests: ReportRequest[] }).requests
  if (!request) throw new Error('no request')
  return request
}

describe('a request', () => {
  test('S-08 is followed until the message with its id comes, which is downloaded by itself, and the user is told', async () => {
    const host = await open({ companies: 3, messages: 9 })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis })
    expect(requests.map(({ state, cui }) => [state, cui])).toEqual(cuis.map(cui => ['sending', cui]))
    const following = host.start('requests.follow', { ids: requests.map(({ id }) => id) })
    const { result } = await following.answer
    const { requests: over } = result as { requests: ReportRequest[] }
    expect(over.map(({ state }) => state)).toEqual(['archived', 'archived', 'archived'])
    const states = host.progressOf<'requests.follow'>(following.id).map(({ requests }) => requests[0]?.state)
    expect(states.at(-1)).toBe('archived')

    // Each was sent once, and its report is the message with its own id, byte for byte.
    expect(asked(office, 'cerere')).toHaveLength(3)
    expect(
      taken()
        .map(({ cui }) => cui)
        .sort(),
    ).toEqual([...cuis].sort())
    for (const { cui, requestId, messageId, note } of over) {
      const request = taken().find(one => one.cui === cui)
      expect([requestId, messageId]).toEqual([request?.id, request?.messageId])
      expect(note).toBe('S-a transmis cererea de tip VECTOR FISCAL')
      const document = { area: 'mailbox', id: messageId ?? '', as: 'document' } as const
      const { data } = await host.request('documents.read', { document, offset: 0 })
      const expected = office.authority.expectedMail().find(({ id }) => id === messageId)
      expect(sha256(Buffer.from(data, 'base64'))).toBe(expected?.sha256)
    }
    const { notices } = await host.request('notices.list', { after: 0 })
    const told = notices.filter(({ kind }) => kind === 'report').map(({ messageId }) => messageId)
    expect(told.sort()).toEqual(over.map(({ messageId }) => messageId).sort())
    expect((await host.request('overview.get', {})).mailbox.openRequests).toBe(0)
    const { presets } = await host.request('requests.presets', {})
    expect(presets).toMatchObject([{ type: 'VECTOR FISCAL', params: {}, favourite: false }])
  })

  test('of the command line waits for its report; an open one is not sent again unless that is wanted', async () => {
    await open({ deliveryMs: 3_600_000 })
    const sent = await run('mailbox', 'request', 'date', 'identificare', '--cui', first(), '--json')
    expect(sent).toMatchObject({ code: 0 })
    expect(sent.json()).toMatchObject({ requests: [{ type: 'DATE IDENTIFICARE', state: 'requested' }] })
    const same = await run('mailbox', 'request', 'DATE IDENTIFICARE', '--cui', first(), '--json')
    expect(same).toMatchObject({ code: 2 })
    expect(same.json()).toMatchObject({ error: { details: { reason: 'request-open', params: { id: 1 } } } })
    office.authority.mailbox.habits.deliveryMs = 100
    const again = await run('mailbox', 'request', 'DATE IDENTIFICARE', '--cui', first(), '--again', '--wait', '--json')
    expect(again.json()).toMatchObject({ requests: [{ state: 'archived' }] })
    expect(taken()).toHaveLength(2)

    office.authority.clock.advance(3_600_000)
    await importSession(office)
    const checked = await run('mailbox', 'check', '1', '--json')
    expect(checked.json()).toMatchObject({ requests: [{ id: 1, state: 'archived' }] })
    expect((await run('mailbox', 'requests')).stdout).toMatch(/DATE IDENTIFICARE/)
  })

  test('stopped in the middle, one for several companies reports what was sent, and sends no more', async () => {
    // A host that starts now would start a runner, which sends some of them itself.
    await (await open({ companies: 3 })).close()
    const second = office.authority.faults.hold({ match: { host: SPV, path: 'cerere' }, nth: 2 })
    const args = [
      'mailbox',
      'request',
      'VECTOR FISCAL',
      ...cuis.flatMap(cui => ['--cui', cui]),
      '--yes',
      '--wait',
      '--json',
    ]
    const { child, finished } = startCommand(args, office.env)
    await second.reached()
    child.kill('SIGINT')
    second.release()
    const stopped = await finished
    expect(stopped).toMatchObject({ code: 1 })
    const { requests, error } = stopped.json() as { requests: ReportRequest[]; error: unknown }
    expect(requests.map(({ state }) => state)).toEqual(['requested', 'requested', 'not-sent'])
    expect(error).toMatchObject({ code: 'cancelled' })
    expect((await run('mailbox', 'check', '--json')).code).toBe(0)
    expect(taken().map(({ cui }) => cui)).toEqual(cuis.slice(0, 2))
  })

  test('the service’s own validation wins, is kept word for word, and nothing follows', async () => {
    const host = await open()
    // One has a wrong check digit, which only the service minds; the other exists, but without a right.
    const [wrong, stranger] = ['14399841', '14399840']
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis: [wrong, stranger] })
    const { answer } = host.start('requests.follow', { ids: requests.map(({ id }) => id) })
    expect(await answer).toMatchObject({
      result: {
        requests: [
          { state: 'rejected', note: `CUI-ul introdus= ${wrong} nu este corect.` },
          { state: 'rejected', note: `Nu veti drept sa solictati informatii despre CIF=${stranger}` },
        ],
      },
    })
    const said = await run('mailbox', 'request', 'Fisa Rol', '--cui', wrong)
    expect(said).toMatchObject({ code: 4 })
    expect(said.stdout).toContain(`CUI-ul introdus= ${wrong} nu este corect.`)
  })

  test('a request that the service would reject is refused before it is recorded or sent', async () => {
    const host = await open()
    const refused = async (type: string, params: object = {}) => {
      const { code, details } = await host.refusal('requests.send', { type, cuis: [first()], params })
      return [code, details.reason]
    }
    expect(await refused('CAF')).toEqual(['invalid-input', 'request-not-offered'])
    expect(await refused('D208', { year: 2026, month: 3 })).toEqual(['invalid-input', 'request-half-year'])
    expect(await refused('Duplicat Recipisa')).toEqual(['invalid-input', 'request-registration-missing'])
    expect(await refused('NeconcordanteD394', { year: 2026, from: 6, to: 3 })).toEqual([
      'invalid-input',
      'request-period-inverted',
    ])
    for (const line of [
      ['CAF'],
      ['vektor', 'fiscal'],
      ['Adeverinte Venit', '--year', '2025', '--reason', 'curiozitate'],
      ['D300', '--year', '2026', '--month', '13'],
      ['Duplicat Recipisa', '--registration', '   '],
      ['Duplicat Recipisa', '--registration', 'x'.repeat(201)],
    ])
      expect(await run('mailbox', 'request', ...line, '--cui', first())).toMatchObject({ code: 2 })
    expect(await run('mailbox', 'request', 'VECTOR FISCAL', '--cui', first(), '--cui', '18547290')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect((await host.request('requests.list', {})).total).toBe(0)
    expect(asked(office, 'cerere')).toEqual([])
  })

  test('a motiv that is written in a person’s own way goes out as the list spells it', async () => {
    await open()
    const line = ['Adeverinte Venit', '--year', '2025', '--reason', 'școala', '--cui', first()]
    expect(await run('mailbox', 'request', ...line)).toMatchObject({ code: 0 })
    expect(taken()).toMatchObject([{ type: 'Adeverinte Venit', params: { an: '2025', motiv: 'Scoala' } }])
    expect((await run('mailbox', 'request', '--help')).stdout).toContain('Executor judecatoresc')
  })

  test('a technical error ends it unsent, with the code that the service’s support asks for', async () => {
    const host = await open()
    office.authority.mailbox.breakDown(417)
    const said = await run('mailbox', 'request', 'VECTOR FISCAL', '--cui', first())
    expect(said.code).toBe(1)
    expect(said.stdout).toContain('417')
    expect(await read(host, 1)).toMatchObject({ state: 'not-sent', trouble: { details: { params: { code: '417' } } } })
    // Nothing was filed: a repetition needs no confirmation.
    expect(await run('mailbox', 'request', 'VECTOR FISCAL', '--cui', first())).toMatchObject({ code: 0 })
  })
})

describe('is never sent twice by itself', () => {
  test('an answer that is lost leaves it unknown, though the service has taken it; the report comes as any message', async () => {
    const host = await open()
    office.authority.faults.add({ match: { host: SPV, path: 'cerere' }, effect: { kind: 'reset', handled: true } })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis: [first()] })
    const [request] = requests
    const { answer } = host.start('requests.follow', { ids: [request?.id ?? 0] })
    expect(await answer).toMatchObject({ result: { requests: [{ state: 'unknown', nextCheckAt: null }] } })
    await importSession(office)
    await host.request('requests.check', { id: request?.id ?? 0 })
    expect([taken().length, asked(office, 'cerere').length]).toEqual([1, 1])
    const refused = await host.refusal('requests.send', { type: 'VECTOR FISCAL', cuis: [first()] })
    expect(refused.details).toMatchObject({ reason: 'request-open', params: { state: 'unknown' } })

    office.authority.clock.advance(1000)
    await host.request('mailbox.sync', {})
    const { items } = await host.request('mailbox.list', { kind: 'report' })
    expect(items).toMatchObject([{ requestId: taken()[0]?.id, state: 'archived' }])
    const said = await run('mailbox', 'request', 'VECTOR FISCAL', '--cui', first(), '--again')
    expect(said.code).toBe(0)
    expect(taken()).toHaveLength(2)
  })

  test('one that was taken and answered with the way to the certificate is unknown, and the next session does not send it', async () => {
    const host = await open()
    office.authority.faults.add({
      match: { host: SPV, path: 'cerere' },
      effect: { kind: 'redirect', location: '/my.policy', handled: true },
    })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis: [first()] })
    const id = requests[0]?.id ?? 0
    await waitFor('the service has taken it', () => taken().length === 1)
    await until(host, id, ({ trouble }) => trouble !== null)
    const { services } = await host.request('session.status', {})
    expect(services.find(({ service }) => service === 'spv')).toMatchObject({ state: 'expired' })

    await importSession(office)
    const next = await host.request('requests.send', { type: 'Fisa Rol', cuis: [first()] })
    await until(host, next.requests[0]?.id ?? 0, ({ state }) => state === 'archived')
    expect(await read(host, id)).toMatchObject({
      state: 'unknown',
      trouble: { details: { reason: 'request-answer-unclear', side: 'authority' } },
    })
    expect(taken().map(({ type }) => type)).toEqual(['VECTOR FISCAL', 'Fisa Rol'])
  })

  test('a runner killed while it waits for the answer leaves it unknown', async () => {
    const host = await open()
    office.authority.faults.add({ match: { host: SPV, path: 'cerere' }, effect: { kind: 'hang', handled: true } })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis })
    await waitFor('the service has taken it', () => taken().length === 1)
    await killRunners(office.dataDir)
    const [sent, waiting] = requests
    const unknown = await until(host, sent?.id ?? 0, ({ state }) => state !== 'sending')
    expect(unknown).toMatchObject({ state: 'unknown', trouble: { details: { reason: 'request-unknown' } } })

    // The other one was not begun: the next session sends it, once.
    await importSession(office)
    await until(host, waiting?.id ?? 0, ({ state }) => state === 'archived')
    expect(taken().map(({ cui }) => cui)).toEqual(cuis)
    expect(asked(office, 'cerere').filter(({ query }) => query.cui === cuis[0])).toHaveLength(1)
  })
})

describe('without a session', () => {
  test('G-12 requests wait and say so, nobody is asked, and a new session sends them by itself', async () => {
    const host = await open({ session: false })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis: [first()] })
    const id = requests[0]?.id ?? 0
    const waiting = await until(host, id, ({ trouble }) => trouble !== null)
    expect(waiting).toMatchObject({ state: 'sending', trouble: { details: { reason: 'session-missing' } } })
    expect(asked(office, '')).toEqual([])
    const said = await run('mailbox', 'request', 'Fisa Rol', '--cui', first(), '--json')
    expect(said).toMatchObject({ code: 3 })
    expect(said.json()).toMatchObject({ requests: [{ state: 'sending' }], error: { code: 'auth-required' } })

    await importSession(office)
    await until(host, id, ({ state }) => state === 'archived')
    expect(
      taken()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['Fisa Rol', 'VECTOR FISCAL'])
  })

  test('a session that ends before the report comes is told once, and the report comes with the next one', async () => {
    const host = await open({ deliveryMs: 60_000 })
    const { requests } = await host.request('requests.send', { type: 'VECTOR FISCAL', cuis: [first()] })
    const id = requests[0]?.id ?? 0
    await until(host, id, ({ state }) => state === 'requested')
    office.authority.spvGateway.expireSessions()
    const { request } = await host.request('requests.check', { id })
    expect(request).toMatchObject({ state: 'requested', trouble: { code: 'session-expired' } })
    await host.request('requests.check', { id })
    const { notices } = await host.request('notices.list', { after: 0 })
    expect(notices.map(({ kind }) => kind)).toEqual(['session-needed'])
    office.authority.clock.advance(61_000)
    await importSession(office)
    await until(host, id, ({ state }) => state === 'archived')
    expect(asked(office, 'cerere')).toHaveLength(1)
  })
})
