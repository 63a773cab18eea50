import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { shareHost } from '../../host/share-host.ts'
import type { CardAnswer } from './card-port.ts'
import { found, lookupOf, PENDING, vatRecordOf } from './panel/lookups.fixture.ts'
import { serveCard } from './serve-card.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const QUESTION = { cuis: ['14399840'], refresh: false }

function serve(host = inMemoryHost(), connect = () => connectHost(host.open)) {
  const answers: CardAnswer[] = []
  let ask: (message: unknown) => void = () => undefined
  let leave: () => void = () => undefined
  serveCard(
    {
      onMessage: listener => {
        ask = listener
      },
      onDisconnect: listener => {
        leave = listener
      },
      send: answer => answers.push(answer),
    },
    connect,
  )
  return { host, answers, ask: (message: unknown) => ask(message), leave: () => leave() }
}

test('a card gets what is known at once, then what the register says, and the host is given back', async () => {
  const { host, answers, ask } = serve()
  ask(QUESTION)
  await expect.poll(() => host.received.length).toBe(1)
  host.say({ id: 1, progress: { companies: [lookupOf({ vat: PENDING })] } })
  host.say({ id: 1, result: { companies: [lookupOf({ vat: found(vatRecordOf()) })] } })
  await expect.poll(() => answers.at(-1)).toEqual({ done: true })
  const states = answers.flatMap(answer => ('companies' in answer ? answer.companies.map(each => each.vat?.state) : []))
  expect(states).toEqual(['pending', 'found'])
  expect(host.closed).toBe(1)
})

test('a page’s process gets nothing that the user wrote', async () => {
  const own = lookupOf({ vat: found(vatRecordOf()), favourite: true, note: 'plătește greu' })
  const { answers, ask } = serve(inMemoryHost({ 'lookups.get': () => ({ companies: [own] }) }))
  ask(QUESTION)
  await expect.poll(() => answers.at(-1)).toEqual({ done: true })
  expect(JSON.stringify(answers)).not.toContain('greu')
  expect(answers[0]).toMatchObject({ companies: [{ favourite: false, note: '' }] })
})

const PATH = '/home/ana maria/.local/share/recipisa/rejected/PlatitorTvaRest.html'

test.each([
  [
    'an answer that nobody understands',
    'answer-unexpected',
    { operation: 'PlatitorTvaRest', problem: 'no JSON', kept: PATH },
  ],
  ['a damaged database', 'database-corrupt', { path: PATH }],
  ['a full disk', 'storage-failed', { path: PATH, problem: `ENOSPC: no space left on device, open '${PATH}'` }],
  ['a wrong profile', 'ca-missing', { path: 'C:\\Users\\Ana\\ca.pem', field: 'ca' }],
  ['a fault of ours', 'unexpected', { problem: `cannot open ${PATH}`, log: PATH }],
  ['the name of a kept file', 'answer-unexpected', { operation: 'x', problem: 'no JSON', kept: 'ana maria.html' }],
  ['a reason of a newer host', 'from-the-future', { place: PATH }],
])('a page’s process is told of %s without any path of this machine', async (_, reason, params) => {
  const error = { code: 'storage', message: `English ${Object.values(params).join(' ')}`, details: { reason, params } }
  const failing = serve(
    inMemoryHost({
      'lookups.get': () => {
        throw error
      },
    }),
  )
  failing.ask(QUESTION)
  const late = { state: 'failed', record: null, answeredAt: null, isStale: false, error }
  const answering = serve(
    inMemoryHost({
      'lookups.get': () => ({ companies: [lookupOf({ vat: late as never, eInvoicing: late as never })] }),
    }),
  )
  answering.ask(QUESTION)
  for (const { answers } of [failing, answering]) {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    const told = JSON.stringify(answers)
    expect(told).toContain('"code"')
    for (const part of ['home', 'ana maria', 'recipisa/', 'Users', '.pem', '.html']) expect(told).not.toContain(part)
  }
})

test('what a firewall or a register said is told as it is: support id, operation, seconds', async () => {
  for (const [reason, params, words] of [
    ['firewall', { operation: 'PlatitorTvaRest', supportId: '1234567890' }, ['1234567890', 'PlatitorTvaRest']],
    ['rate-limited', { seconds: 30 }, ['30']],
  ] as const) {
    const { answers, ask } = serve(
      inMemoryHost({
        'lookups.get': () => {
          throw { code: 'blocked-by-firewall', message: 'English', details: { reason, params } }
        },
      }),
    )
    ask(QUESTION)
    await expect.poll(() => answers.length).toBe(1)
    expect(answers).toMatchObject([{ error: { details: { reason, params } } }])
    for (const word of words) expect(JSON.stringify(answers)).toContain(word)
  }
})

test('a card asks one question at a time, and cards of many pages have one host between them', async () => {
  const host = inMemoryHost()
  const connect = shareHost(() => connectHost(host.open))
  const cards = Array.from({ length: 25 }, () => serve(host, connect))
  for (const { ask } of cards) for (let n = 0; n < 3; n += 1) ask(QUESTION)
  await expect.poll(() => host.received.length).toBe(25)
  for (let id = 1; id <= 25; id += 1) host.say({ id, result: { companies: [] } })
  for (const { answers } of cards) await expect.poll(() => answers).toEqual([{ companies: [] }, { done: true }])
  expect({ opened: host.opened, closed: host.closed }).toEqual({ opened: 1, closed: 1 })
})

test.each([
  [undefined],
  ['14399840'],
  [{ cuis: [], refresh: false }],
  [{ cuis: ['14399840'], refresh: 'yes' }],
  [{ cuis: ['../etc/passwd'], refresh: false }],
  [{ cuis: ['12345678901'], refresh: false }],
  [{ cuis: Array.from({ length: 101 }, (_, n) => String(100 + n)), refresh: false }],
  [{ ...QUESTION, method: 'auth.forget' }],
])('what is no question does not reach the host: %j', message => {
  const { host, answers, ask } = serve()
  ask(message)
  expect(host.opened).toBe(0)
  expect(answers).toEqual([])
})

test('a failure is told, and a card that has gone stops the question', async () => {
  const failing = serve(inMemoryHost({}, null))
  failing.ask(QUESTION)
  failing.host.hangUp('Specified native messaging host not found.')
  await expect.poll(() => failing.answers).toMatchObject([{ error: { details: { reason: 'host-missing' } } }])

  const { host, answers, ask, leave } = serve()
  ask(QUESTION)
  await expect.poll(() => host.received.length).toBe(1)
  leave()
  expect(host.received.at(-1)).toEqual({ cancel: 1 })
  host.say({ id: 1, error: { code: 'cancelled', message: 'stopped', details: { reason: 'cancelled' } } })
  await expect.poll(() => host.closed).toBe(1)
  expect(answers).toEqual([])
})
