import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type AccessTokens, type Api, createApi } from '../oauth/authorized-api.ts'
import { sayHello } from '../oauth/hello.ts'
import { createTokenProof } from '../oauth/token-proof.ts'
import { answerOf, wireOf } from '../wire/wire.fixture.ts'
import { provenToken } from './proven-token.ts'

type Reply = [status: number, text: string] | Error

const LIST: Reply = [200, '{"mesaje":[]}']
const REFUSED: Reply = [401, '']
const profile = { access: 'oauth', apiUrl: 'https://api.localhost', environment: 'test' } as const
const signal = new AbortController().signal
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RecipisaError) => error.reason,
  )

/** The API on a wire that answers by operation and token; records the calls and the fate of the tokens. */
function apiOn(replies: Partial<Record<'listaMesajeFactura' | 'TestOauth', (token: string) => Reply>>, newest = 'b') {
  const noted: string[] = []
  const now = () => 1_000_000
  let current = 'a'
  const tokens: AccessTokens = {
    accessToken: async () => current,
    afterRejected: async rejected => {
      if (rejected === newest) return undefined
      current = newest
      return newest
    },
    noteAccepted: async token => void noted.push(`accepted ${token}`),
    noteRefused: async token => void noted.push(`refused ${token}`),
  }
  const { http, sent } = wireOf(({ operation }, token) => {
    const reply = replies[operation as 'TestOauth']?.(token) ?? LIST
    return reply instanceof Error ? { lost: reply } : answerOf(...reply)
  }, now)
  const proof = createTokenProof(now)
  const api: Api = createApi(http, tokens, proof)
  const taken: string[] = []
  const daily = {
    take: async (operation: string, cui: string) => void taken.push(`${operation} ${cui}`),
    exhaust: async (operation: string, cui: string) => void taken.push(`no ${operation} ${cui}`),
    today: () => '2026-11-22',
  }
  const prove = (until = signal, proofs = proof) =>
    provenToken({ api, tokens, proof: proofs, daily, profile }, '21', until)
  /** The calls sent: operation and token. */
  const calls = () => sent.map(({ operation, headers }) => `${operation} ${Object.values(headers)[0].slice(-1)}`)
  return { api, proof, calls, noted, taken, prove }
}

test('A-11 a token is proved by the shortest list before anything is filed with it, and not again while that holds', async () => {
  const { prove, calls, noted, taken, proof } = apiOn({})
  expect([await prove(), await prove()]).toEqual(['a', 'a'])
  expect([calls(), noted, taken]).toEqual([['listaMesajeFactura a'], ['accepted a'], ['list-by-days 21']])
  expect(proof.holds('a')).toBe(true)
})

test('A-11 a refused token is replaced and the newer one proved', async () => {
  const { prove, calls, noted } = apiOn({ listaMesajeFactura: token => (token === 'a' ? REFUSED : LIST) })
  expect(await prove()).toBe('b')
  expect([calls(), noted]).toEqual([['listaMesajeFactura a', 'listaMesajeFactura b'], ['accepted b']])
})

test('A-11 E-32 a token without a newer one is refused, and one without the right for the service is not', async () => {
  const note = '{"eroare":"Nu aveti drept","titlu":"x"}'
  for (const [status, reason, noted] of [
    [401, 'token-rejected', ['refused a']],
    [403, 'no-right-for-service', []],
  ] as const)
    for (const text of ['', note]) {
      const wire = apiOn({ listaMesajeFactura: () => [status, text] }, 'a')
      const error = await wire.prove().catch((thrown: RecipisaError) => thrown)
      expect(error).toMatchObject({ reason, params: text === '' ? {} : { note: 'Nu aveti drept' } })
      expect([wire.noted, wire.calls()]).toEqual([noted, ['listaMesajeFactura a']])
    }
  const logon = apiOn({ listaMesajeFactura: () => [200, '<html>Prezentare certificat</html>'] }, 'a')
  expect([await reasonOf(logon.prove()), logon.noted]).toEqual(['token-rejected', ['refused a']])
})

test('A-11 any note of the list proves the token; one about the daily limit counts as such', async () => {
  const limit = 'S-au facut deja 1500 interogari de lista mesaje in cursul zilei'
  for (const [note, taken] of [
    ['Nu exista mesaje', ['list-by-days 21']],
    [limit, ['list-by-days 21', 'no list-by-days 21']],
  ] as const) {
    const wire = apiOn({ listaMesajeFactura: () => [200, JSON.stringify({ eroare: note })] })
    expect([await wire.prove(), wire.taken]).toEqual(['a', taken])
  }
})

test('A-15 where the list says nothing of the token, TestOauth proves it', async () => {
  const lost = new RecipisaError('maintenance', { operation: 'x', status: 503 })
  for (const reply of [[503, '<html>mentenanta</html>'], [200, '<html>x</html>'], [404, ''], lost] satisfies Reply[]) {
    const wire = apiOn({ listaMesajeFactura: () => reply, TestOauth: () => [200, 'Hello recipisa'] })
    expect([await wire.prove(), wire.calls()]).toEqual(['a', ['listaMesajeFactura a', 'TestOauth a']])
    expect(wire.noted).toEqual(['accepted a'])
  }
  const neither = apiOn({ listaMesajeFactura: () => lost, TestOauth: () => REFUSED }, 'a')
  expect(await reasonOf(neither.prove())).toBe('token-rejected')
})

test('A-11 a token that nothing proves is asked about a bounded number of times, and nothing is filed', async () => {
  const wire = apiOn({})
  expect(await reasonOf(wire.prove(signal, { ...wire.proof, holds: () => false }))).toBe('maintenance')
  expect(wire.calls()).toHaveLength(5)
})

test('A-11 a caller that gave up causes no further proof of the token', async () => {
  const stop = new AbortController()
  const wire = apiOn({
    listaMesajeFactura() {
      stop.abort(new Error('stopped'))
      return new Error('aborted')
    },
  })
  await expect(wire.prove(stop.signal)).rejects.toThrow('stopped')
  expect(wire.calls()).toEqual(['listaMesajeFactura a'])
})

test('A-15 TestOauth says that the token is accepted by repeating the request, not by a page, another answer or nothing', async () => {
  const hello = (status: number, text: string) =>
    reasonOf(sayHello(apiOn({ TestOauth: () => [status, text] }).api, profile, signal))
  for (const text of ['Hello recipisa', '{"a":"recipisa"}', '<a>recipisa</a>'])
    expect([text, await hello(200, text)]).toEqual([text, 'none'])
  for (const text of ['', '<html>x</html>', '<html>recipisa</html>', '{"eroare":"x', '{"a":1}', '<a/>', 'Hello'])
    expect([text, await hello(200, text)]).toEqual([text, 'maintenance'])
  for (const status of [201, 400, 500]) expect([status, await hello(status, 'Hello')]).toEqual([status, 'maintenance'])
  expect(await hello(200, '<html>Request Rejected</html>')).toBe('firewall')
})
