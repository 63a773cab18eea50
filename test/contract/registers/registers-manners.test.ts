import { afterEach, expect, test } from 'vitest'
import { REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { AuthorityOptions } from '../../authority/authority.ts'
import type { Effect } from '../../authority/faults.ts'
import { ask, askedOf, DAY, KNOWN, openRegisters, PATHS } from '../support/registers.ts'
import { type Desk, failureOf, hastyClock, never, type Wire } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

/** A machine that never signed in. */
async function open(options: Omit<AuthorityOptions, 'folder'> = {}): Promise<Wire> {
  desk = await openRegisters(options)
  return desk.wire({ clock: hastyClock() })
}
const asked = () => askedOf(desk)
const strike = (path: string, effect: Effect, times: number | 'always' = 'always') =>
  desk.authority.faults.add({ match: { path }, times, effect })

test('P-10 every request has a connection of its own, also to a host that resets those that were idle', async () => {
  const wire = await open({ registers: { idleMs: 0 } })
  for (const register of ['vat', 'e-invoicing'] as const) await ask(wire, register)
  for (const year of [2019, 2020]) await wire.registers.statement({ cui: KNOWN, year }, never)
  const connections = asked().map(({ connection }) => connection)
  expect(connections).toHaveLength(4)
  expect(new Set(connections).size).toBe(4)
})

test('P-10 a reset of a fresh connection is repeated a bounded number of times, then reported', async () => {
  const wire = await open({ registers: { resetEvery: 2 } })
  for (let n = 0; n < 4; n++) expect((await ask(wire, 'farmers')).records).toHaveLength(1)
  expect(asked().filter(({ status }) => status === null)).toHaveLength(3)
  for (const [path, call] of [
    [PATHS.vat, () => ask(wire, 'vat')],
    [PATHS.cult, () => ask(wire, 'cult')],
    ['/bilant', () => wire.registers.statement({ cui: KNOWN, year: 2020 }, never)],
    ['v8/ws/tva', () => wire.registers.submitVat({ cuis: [KNOWN], day: DAY }, never)],
  ] as const) {
    const before = asked().length
    strike(path, { kind: 'reset' })
    expect(await failureOf(call())).toMatchObject({ code: 'unreachable' })
    expect([path, asked().length - before]).toEqual([path, 4])
  }
})

test('a question that was penalised waits, and the pause holds for every process', async () => {
  const wire = await open({ registers: { tooFast: '429' } })
  strike(PATHS.vat, { kind: 'status', status: 429 }, 1)
  const clock = hastyClock()
  const hurried = await desk.wire({ clock })
  await ask(hurried, 'vat')
  expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(59_000)
  const { pausedUntil } = wire.archive.rates.update(new URL(wire.profile.publicUrl).host, state => ({
    state,
    answer: state,
  }))
  expect(pausedUntil - Date.now()).toBeGreaterThan(55_000)
})

test('pages in place of an answer are reported as what they are; odd answers are kept', async () => {
  const wire = await open({ registers: { resetEvery: null } })
  const effects: [Effect, string][] = [
    [{ kind: 'page', page: 'firewall' }, 'firewall'],
    [{ kind: 'page', page: 'maintenance' }, 'maintenance'],
    [{ kind: 'page', page: 'maintenance-503' }, 'maintenance'],
    [{ kind: 'page', page: 'login-wall' }, 'answer-unexpected'],
    [{ kind: 'redirect', location: 'https://elsewhere.localhost/' }, 'answer-unexpected'],
    [{ kind: 'truncate' }, 'answer-truncated'],
    [{ kind: 'append', text: '}' }, 'answer-unexpected'],
    [{ kind: 'body', body: '[]' }, 'answer-unexpected'],
    [{ kind: 'body', body: 'null' }, 'answer-unexpected'],
    [{ kind: 'body', body: '' }, 'answer-unexpected'],
    [{ kind: 'body', body: '\u0000\u0001' }, 'answer-unexpected'],
    [{ kind: 'body', body: '{"eroare":"Serviciu oprit","titlu":"x"}' }, 'authority-note'],
    [{ kind: 'body', body: '{"cod":500,"message":"Eroare"}' }, 'authority-note'],
  ]
  const calls = [
    ...REGISTER_NAMES.map(register => [PATHS[register], () => ask(wire, register)] as const),
    ['/bilant', () => wire.registers.statement({ cui: KNOWN, year: 2020 }, never)] as const,
    ['v8/ws/tva', () => wire.registers.submitVat({ cuis: [KNOWN], day: DAY }, never)] as const,
  ]
  for (const [path, call] of calls)
    for (const [effect, reason] of effects) {
      strike(path, effect)
      const error = await failureOf(call())
      expect([path, effect, error.reason]).toEqual([path, effect, reason])
      desk.authority.faults.clear()
    }
  strike(PATHS.vat, { kind: 'content-type', value: 'text/html' })
  expect((await ask(wire, 'vat')).records).toHaveLength(1)
})
