import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GatewayCookies, isSessionOver } from '../../../native-host/authority/wire/gateway.ts'
import type { RequestParams } from '../../../shared/domain/requests.ts'
import { INCOME_REASONS, problemsOf, REQUEST_TYPES } from '../../../shared/domain/requests.ts'
import type { FaultRule } from '../../authority/faults.ts'
import { REQUEST_RULES } from '../../authority/spv/request-rules.ts'
import { seedWorld } from '../../authority/world/seed.ts'
import { mailboxCookies } from '../support/spv.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

let desk: Desk
let wire: Wire
let cookies: GatewayCookies
let cui: string
let bytesLeft: number

beforeEach(async () => {
  desk = await openDesk({ world: now => seedWorld({ now, companies: 2, invoicesPerCompany: 0 }) })
  wire = await desk.wire({ clock: hastyClock() })
  cookies = await mailboxCookies(desk.authority)
  cui = [...desk.authority.world.companies.keys()][0] ?? ''
  bytesLeft = 0
})
afterEach(() => desk.close())

const request = (type: string, params: RequestParams = {}, of = cui, signal = never) =>
  wire.spv.request({ type, cui: of, params }, cookies, signal, () => {
    bytesLeft++
  })
const sent = () => desk.authority.journal.find({ path: '/cerere' })
const taken = () => desk.authority.mailbox.requests
const strike = (effect: FaultRule['effect'], path = '/cerere') =>
  desk.authority.faults.add({ match: { path }, times: 'always', effect })

const VALUES: Required<RequestParams> = {
  year: 2025,
  month: 12,
  reason: 'Institutie financiar bancara asigurare etc.',
  registration: 'INTERNT-130000000-2025',
  branch: '14399840',
  from: 2,
  to: 11,
}
const WIRE_NAMES: Required<Record<keyof RequestParams, string>> = {
  year: 'an',
  month: 'luna',
  reason: 'motiv',
  registration: 'numar_inregistrare',
  branch: 'cui_pui',
  from: 'lunai',
  to: 'lunas',
}

describe('a request’s content', () => {
  test('S-06 the catalogue has every type of the document, in its spelling, and each is taken with what it needs', async () => {
    expect(REQUEST_TYPES.map(({ type }) => type).sort()).toEqual(REQUEST_RULES.map(({ tip }) => tip).sort())
    for (const { type, required, optional } of REQUEST_TYPES) {
      const fields = [...required, ...optional]
      const params = Object.fromEntries(fields.map(field => [field, VALUES[field]]))
      expect(problemsOf(type, params, cui), type).toEqual([])
      expect(await request(type, params), type).toMatchObject({ kind: 'accepted' })
      const { needs } = REQUEST_RULES.find(({ tip }) => tip === type) ?? { needs: [] }
      expect(['cui', ...required.map(field => WIRE_NAMES[field])].sort(), type).toEqual([...needs].sort())
    }
    expect(taken()).toHaveLength(REQUEST_TYPES.length)
  })

  test('S-07 every motiv of the list is taken letter by letter, D208 for either half-year, Fisa Rol with a cui_pui', async () => {
    for (const reason of INCOME_REASONS)
      expect(await request('Adeverinte Venit', { year: 2025, reason })).toMatchObject({ kind: 'accepted' })
    for (const month of [6, 12])
      expect(await request('D208', { year: 2025, month })).toMatchObject({ kind: 'accepted' })
    await request('Fisa Rol', { branch: '14399840' })
    await request('Duplicat Recipisa', { registration: 'INTERNT-130000000-2025' })
    await request('NeconcordanteD394', { year: 2025, from: 1, to: 3 })
    expect(taken().slice(-3)).toMatchObject([
      { type: 'Fisa Rol', params: { cui_pui: '14399840' } },
      { type: 'Duplicat Recipisa', params: { numar_inregistrare: 'INTERNT-130000000-2025' } },
      { type: 'NeconcordanteD394', params: { an: '2025', lunai: '1', lunas: '3' } },
    ])
  })

  test('spaces go as %20, and every parameter under the service’s name', async () => {
    await request('Adeverinte Venit', VALUES)
    expect(sent().map(({ target }) => target.split('?')[1])).toEqual([
      `tip=Adeverinte%20Venit&cui=${cui}&an=2025&luna=12&motiv=Institutie%20financiar%20bancara%20asigurare%20etc.&` +
        'numar_inregistrare=INTERNT-130000000-2025&cui_pui=14399840&lunai=2&lunas=11',
    ])
  })

  test('S-06 the service’s validation is reported in its words, whatever was checked here', async () => {
    const refusals = [
      ['CAF', cui, 'Tip raport= CAF inca nu poate fi solicitat prin WS'],
      ['D205', cui, 'Pentru tip raport= D205 parametri cui si an sunt obligatorii'],
      ['VECTOR FISCAL', '123', 'CUI-ul introdus= 123 nu este corect.'],
      ['Tip Nou', cui, 'Tip raport= Tip Nou nu este corect.'],
    ] as const
    for (const [type, of, note] of refusals)
      expect(await request(type, {}, of)).toEqual({ kind: 'rejected', category: 'validation', note })
    expect(taken()).toEqual([])
  })

  test('S-04 a company outside the rights, and a technical error with its code', async () => {
    expect(await request('VECTOR FISCAL', {}, '14399840')).toEqual({
      kind: 'rejected',
      category: 'rights',
      note: 'Nu veti drept sa solictati informatii despre CIF=14399840',
    })
    desk.authority.mailbox.breakDown(107)
    const { reason, params, message } = await failureOf(request('VECTOR FISCAL'))
    expect([reason, params.code]).toEqual(['spv-technical', '107'])
    expect(message).toContain('Eroare transmitere cerere. Cod 107')
    expect(sent()).toHaveLength(2)
  })

  test('the answer comes as a message with the request’s id', async () => {
    desk.authority.mailbox.habits.deliveryMs = 60_000
    const answer = await request('VECTOR FISCAL')
    const requestId = answer.kind === 'accepted' ? answer.requestId : ''
    expect(answer).toMatchObject({ announcement: 'S-a transmis cererea de tip VECTOR FISCAL' })
    const list = async () => (await wire.spv.list({ days: 60 }, cookies, never)).messages
    expect(await list()).toEqual([])
    desk.authority.clock.advance(60_000)
    expect(await list()).toMatchObject([{ requestId, cui, kind: 'report', type: 'RASPUNS SOLICITARE' }])
  })
})

describe('sent once', () => {
  test.each([
    ['the connection is reset after the service took it', { kind: 'reset', handled: true }, 1],
    ['the connection is reset before', { kind: 'reset' }, 0],
    ['the answer breaks off', { kind: 'reset-in-body', bytes: 20 }, 1],
    ['the answer is cut short', { kind: 'no-close-notify', bytes: 20, withoutLength: true }, 1],
    ['the service is in maintenance', { kind: 'page', page: 'maintenance-503' }, 0],
    ['the service fails', { kind: 'status', status: 500 }, 0],
    ['the answer has no id', { kind: 'body', body: '{"titlu":"Cerere"}' }, 0],
    ['the answer is empty', { kind: 'body', body: '' }, 0],
  ] as const)('where %s nobody knows the outcome, and it is not repeated', async (_name, effect, recorded) => {
    strike(effect)
    const { reason, code } = await failureOf(request('VECTOR FISCAL'))
    const isAnswered = ['page', 'status', 'body'].includes(effect.kind)
    expect([reason, code]).toEqual([isAnswered ? 'request-answer-unclear' : 'request-unknown', 'outcome-unknown'])
    expect(sent()).toHaveLength(1)
    expect(taken()).toHaveLength(recorded)
    expect(bytesLeft).toBe(1)
  })

  test('an abort after the first byte leaves the request unknown', async () => {
    strike({ kind: 'hang', handled: true })
    const stopping = new AbortController()
    const failure = failureOf(request('VECTOR FISCAL', {}, cui, stopping.signal))
    await desk.authority.journal.waitFor(({ path, fault }) => path.endsWith('/cerere') && fault === 'hang')
    stopping.abort()
    expect((await failure).reason).toBe('request-unknown')
  })

  test.each([
    ['401', { kind: 'status', status: 401 }, false],
    ['403', { kind: 'status', status: 403 }, false],
    ['the firewall', { kind: 'page', page: 'firewall' }, false],
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 5 }, false],
    ['maintenance', { kind: 'page', page: 'maintenance' }, false],
    ['the way to the certificate', { kind: 'redirect', location: '/my.policy' }, true],
    ['the login wall', { kind: 'page', page: 'login-wall' }, true],
    ['a revalidation', { kind: 'redirect', location: '/my.policy_nonce?nonce=1' }, false],
    ['a redirect', { kind: 'redirect', location: '/SPVWS2/rest/cerere?tip=VECTOR%20FISCAL' }, false],
    ['a note under another status', { kind: 'status', status: 400, body: '{"titlu":"Cerere","eroare":"Nu"}' }, false],
    ['a note that is cut', { kind: 'body', body: '{"titlu":"Cerere","eroare":"CUI-ul introdus' }, false],
    ['a technical error', { kind: 'body', body: '{"titlu":"Cerere","eroare":"Eroare tehnica. Cod 12"}' }, false],
  ] as const)(
    'a request that the service took and %s answered for is unknown, and left once',
    async (_name, effect, endsSession) => {
      strike({ ...effect, handled: true })
      const error = await failureOf(request('VECTOR FISCAL'))
      expect([error.code, error.side]).toEqual(['outcome-unknown', 'authority'])
      expect(isSessionOver(error)).toBe(endsSession)
      expect([sent().length, taken().length, bytesLeft]).toEqual([1, 1, 1])
    },
  )

  test.each([
    ['the firewall', { kind: 'page', page: 'firewall' }, 'firewall'],
    ['the gateway', { kind: 'redirect', location: '/my.policy' }, 'gateway-session-expired'],
    ['the login wall', { kind: 'page', page: 'login-wall' }, 'gateway-session-expired'],
  ] as const)('what %s shuts is found out by a list, before the request leaves', async (_name, effect, reason) => {
    strike(effect, '/listaMesaje')
    expect((await failureOf(request('VECTOR FISCAL'))).reason).toBe(reason)
    expect([sent().length, bytesLeft]).toEqual([0, 0])
  })

  test('a revalidation is taken by the list, and the request leaves once', async () => {
    desk.authority.spvGateway.revalidateNext()
    expect(await request('VECTOR FISCAL')).toMatchObject({ kind: 'accepted' })
    expect(sent().map(({ status }) => status)).toEqual([200])
    expect(taken()).toHaveLength(1)
  })

  test('a request never leaves on a connection that anything else has used', async () => {
    for (let n = 0; n < 3; n++) await request('VECTOR FISCAL')
    const shared = desk.authority.journal.find({ path: '/listaMesaje' }).map(({ connection }) => connection)
    const own = sent().map(({ connection }) => connection)
    expect(new Set(own).size).toBe(3)
    expect(own.filter(connection => shared.includes(connection))).toEqual([])
  })

  test('without a connection nothing has left', async () => {
    wire = await desk.wire({ clock: hastyClock(), profile: { spvUrl: 'https://webserviced.localhost:1/SPVWS2/rest' } })
    const { reason } = await failureOf(request('VECTOR FISCAL'))
    expect([reason, bytesLeft]).toEqual(['unreachable', 0])
  })
})
