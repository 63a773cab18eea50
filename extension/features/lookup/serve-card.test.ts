import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/in-memory-port.ts'
import type { CardAnswer } from './card-port.ts'
import { found, lookupOf, PENDING, vatRecordOf } from './panel/lookups-in-memory.ts'
import { serveCard } from './serve-card.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const QUESTION = { cuis: ['14399840'], refresh: false }

function serve(host = inMemoryHost()) {
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
    () => connectHost(host.open),
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
