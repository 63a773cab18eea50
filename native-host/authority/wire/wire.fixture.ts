import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { classify } from './answers/answer.ts'
import type { Http, HttpAnswer, HttpRequest } from './http.ts'
import { createServerClock } from './server-clock.ts'

/** An answer as from the wire. */
export function answerOf(status: number, content: string | Uint8Array, location?: string): HttpAnswer {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const head = { status, contentType: 'text/html; charset=utf-8', location, setCookies: [] }
  return { ...head, bytes, body: classify(bytes), sentAt: 0, receivedAt: 0 }
}

/** A reply to a request: an answer, or its failure before (`unsent`) or after its first byte. */
export type Reply = HttpAnswer | { unsent: Error } | { lost: Error }

/** A wire in memory: nothing is repeated, paced or kept. `sent` lists the requests that left. */
export function wireOf(reply: (request: HttpRequest, token: string) => Reply, now: () => number = () => 0) {
  const sent: HttpRequest[] = []
  const http: Http = {
    async send(request) {
      const headers = typeof request.headers === 'function' ? await request.headers() : request.headers
      await request.beforeEach?.()
      const answer = reply(request, headers.authorization?.replace('Bearer ', '') ?? '')
      if ('unsent' in answer) throw answer.unsent
      sent.push(request)
      request.onBytes?.()
      if ('lost' in answer) throw answer.lost
      await request.onHead?.(answer)
      return { ...answer, sentAt: now(), receivedAt: now() }
    },
    serverClock: createServerClock(now),
    keepAside: async () => '/kept',
    unexpected: async (operation, problem) =>
      new RecipisaError('answer-unexpected', { operation, problem, kept: '/kept' }),
    close: async () => undefined,
  }
  return { http, sent }
}

/** The error of failing work. */
export const failureOf = (work: Promise<unknown>): Promise<RecipisaError> =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: RecipisaError) => error,
  )
