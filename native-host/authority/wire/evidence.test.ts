import { expect, test } from 'vitest'
import { readPortalAnswer } from '../portal/portal.ts'
import { readRequestAnswer } from '../spv/request-answer.ts'
import { classify } from './answer.ts'
import type { HttpAnswer } from './http.ts'

/** An answer with this status and text, as it comes from the wire. */
function answerOf(status: number, text: string): HttpAnswer {
  const bytes = new TextEncoder().encode(text)
  const head = { status, contentType: undefined, location: undefined, setCookies: [] }
  return { ...head, bytes, body: classify(bytes), sentAt: 0, receivedAt: 0 }
}
const requested = (fields: object) => readRequestAnswer('cerere', answerOf(200, JSON.stringify(fields)))

test('D-01 D-02 the portal’s pages prove something with HTTP 200 only', () => {
  const filed = { kind: 'filed', uploadIndex: '1100000001', fileName: 'd300.pdf' } as const
  const rejected = { kind: 'rejected', reason: 'Documentul nu este semnat' } as const
  for (const page of [filed, rejected]) {
    expect(readPortalAnswer(answerOf(200, ''), page)).toEqual(page)
    for (const status of [201, 302, 403, 500]) expect(readPortalAnswer(answerOf(status, ''), page)).toBeUndefined()
  }
  expect(readPortalAnswer(answerOf(200, ''), { kind: 'unknown' })).toBeUndefined()
})

test('S-08 a request is accepted if its id is digits alone; the text beside it may be missing', () => {
  const accepted = { kind: 'accepted', requestId: '91', announcement: 'Cerere' }
  for (const id of [91, '91', ' 91 ']) expect(requested({ id_solicitare: id, titlu: 'Cerere' })).toEqual(accepted)
  expect(requested({ id_solicitare: 91 })).toEqual({ ...accepted, announcement: '' })
  expect(requested({ id_solicitare: 91, titlu: 7 })).toEqual({ ...accepted, announcement: '' })
  for (const id of ['', 'a91', '91a', '9 1', '-91', 9.1, 1e21, '1'.repeat(21), null])
    expect([id, requested({ id_solicitare: id, titlu: 'Cerere' })]).toEqual([id, undefined])
})
