import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { TransportRequest } from '../authority/wire/transports/transport.ts'
import { createOpenCall } from './open-call.ts'

const gone = new RecipisaError('token-gone')
const request: TransportRequest = { method: 'GET', url: 'https://x', headers: {}, maxBytes: 9, changesNothing: true }
const head = { head: 1, status: 200, headers: { date: 'today' }, setCookies: [] }

test('E-28 a process that ends leaves a call in doubt only from its first byte on', async () => {
  const unsent = createOpenCall(request)
  unsent.fail(gone)
  await expect(unsent.answer).rejects.toBe(gone)

  const sent = createOpenCall(request)
  sent.leaves()
  sent.fail(gone)
  await expect(sent.answer).rejects.toMatchObject({ failure: 'reset' })

  const answered = createOpenCall(request)
  answered.leaves()
  answered.head(head)
  answered.fail(gone)
  await expect(answered.answer).rejects.toMatchObject({ failure: 'cut-short' })
})

test('E-05 a call that is given up is in doubt, because its first byte may be announced in the same moment', async () => {
  let mayHaveLeft = false
  const onBytes = () => {
    mayHaveLeft = true
  }
  const call = createOpenCall({ ...request, onBytes })
  call.abort(gone)
  await expect(call.answer).rejects.toBe(gone)
  expect(mayHaveLeft).toBe(true)
})

test('the head is told before the answer is there, and is awaited', async () => {
  const told: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const call = createOpenCall({
    ...request,
    onHead: async ({ status, header }) => {
      told.push(`${status} ${header('date')}`)
      await promise
      told.push('kept')
    },
  })
  call.leaves()
  call.head(head)
  call.done(Buffer.from('body').toString('base64'))
  resolve()
  const { bytes } = await call.answer
  expect([told, Buffer.from(bytes).toString()]).toEqual([['200 today', 'kept'], 'body'])
})
