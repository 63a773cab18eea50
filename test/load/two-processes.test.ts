import { afterEach, expect, test } from 'vitest'
import { type Desk, never, openDesk } from '../contract/support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const entries = () => desk.authority.journal.find({ host: 'api.localhost' })
const span = () => (entries().at(-1)?.at ?? 0) - (entries()[0]?.at ?? 0)

test('E-29 two processes use 95 % of the limit at least and never pass it', async () => {
  // The documented limit in a window that is six times as short, and a third of it.
  const limits = { requestsPerMinute: 300, windowMs: 10_000 }
  desk = await openDesk({ limits, answerDelayMs: 300 })
  const processes = [await desk.wire(), await desk.wire()]
  for (const wire of processes) await desk.signIn(wire)
  const count = 400
  let left = count
  const lane = async (n: number) => {
    for (; left > 0; ) {
      left--
      await processes[n % 2]?.eInvoicing.hello(never)
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, n) => lane(n)))
  expect(entries()).toHaveLength(count)
  expect(entries().every(({ status }) => status === 200)).toBe(true)
  const perWindow = (count / span()) * limits.windowMs
  expect(perWindow / limits.requestsPerMinute).toBeGreaterThan(0.95)
})
