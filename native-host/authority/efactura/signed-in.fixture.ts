import type { DailyLimits } from '../../limits/daily.ts'
import type { AccessTokens } from '../oauth/authorized-api.ts'
import { createTokenProof } from '../oauth/token-proof.ts'
import { answerOf, type Reply, wireOf } from '../wire/wire.fixture.ts'

export const profile = { access: 'oauth', apiUrl: 'https://api.localhost', environment: 'test' } as const
export const never = new AbortController().signal
export const note = (eroare: string, status = 200) => answerOf(status, JSON.stringify({ eroare, titlu: 'x' }))

/** A sign-in with a token that is never replaced; `reply` gives the API's answers, `daily` the counts. */
export function signedIn(reply: (operation: string, url: URL) => Reply, now: () => number = () => 0) {
  const { http, sent } = wireOf(({ operation, url }) => reply(operation, new URL(url)), now)
  const tokens: AccessTokens = {
    accessToken: async () => 'a',
    afterRejected: async () => undefined,
    noteAccepted: async () => undefined,
    noteRefused: async () => undefined,
  }
  const counted: string[] = []
  const daily: DailyLimits = {
    take: async (operation, subject) => void counted.push(`${operation} ${subject}`),
    exhaust: async (operation, subject) => void counted.push(`no ${operation} ${subject}`),
    today: () => '2026-11-22',
  }
  const options = { http, tokens, proof: createTokenProof(now), daily, profile }
  return { options, sent, counted, operations: () => sent.map(({ operation }) => operation) }
}
