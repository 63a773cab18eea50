import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { Breaker, type BreakerOptions, type CallKind } from './breaker.ts'

const away = new RecipisaError('unreachable', { host: 'api', problem: 'reset' })

const DOCUMENTS = 12

type Asked = Partial<Pick<BreakerOptions, 'probe' | 'repeatDownload' | 'isMoreWaiting'>>

/** A breaker, the error that tripped it, and its number of probes. */
function breaker({
  probe = async () => undefined,
  repeatDownload = () => undefined,
  isMoreWaiting = () => true,
}: Asked = {}) {
  const [tripped, asked]: [RecipisaError[], number[]] = [[], []]
  const made = new Breaker({
    probe: () => {
      asked.push(asked.length)
      return probe()
    },
    repeatDownload,
    isMoreWaiting,
    trip: error => tripped.push(error),
  })
  const fail = async (times: number, kind: CallKind = 'document') => {
    for (let n = 0; n < times; n++) await made.failed(away, kind, made.begin())
  }
  return { made, tripped, asked, fail }
}
const refusing = () => Promise.reject(away)

test('several failures in a row trip the breaker only if nothing else is answered either', async () => {
  const gone = breaker({ probe: refusing })
  await gone.fail(4, 'list')
  expect([gone.tripped, gone.asked.length, gone.made.neverAnswered]).toEqual([[], 0, away])
  await gone.fail(1, 'list')
  expect([gone.tripped, gone.asked.length]).toEqual([[away], 1])
  const there = breaker()
  await there.fail(10)
  expect([there.tripped, there.asked.length, there.made.neverAnswered]).toEqual([[], 2, undefined])
  const objecting = breaker({ probe: () => Promise.reject(new RecipisaError('authority-note')) })
  await objecting.fail(10)
  expect(objecting.tripped).toEqual([])
  const signedOut = breaker({ probe: () => Promise.reject(new RecipisaError('token-rejected')) })
  await signedOut.fail(5)
  expect(signedOut.tripped).toMatchObject([{ reason: 'token-rejected' }])
})

test('failures among answers stay with their documents, however many, and cause no probe', async () => {
  const { made, tripped, asked } = breaker({ probe: refusing })
  for (let n = 0; n < 40; n++) {
    const begun = made.begin()
    made.answered('document')
    await made.failed(away, 'document', begun)
  }
  expect([tripped, asked]).toEqual([[], []])
})

test('if no document arrives, documents elsewhere are tried before it trips; with none left it does not', async () => {
  const { made, tripped, fail } = breaker()
  await fail(5)
  expect(made.isDoubtful).toBe(true)
  made.answered('list')
  expect(made.isDoubtful).toBe(true)
  await fail(DOCUMENTS - 6)
  expect(tripped).toEqual([])
  made.answered('document')
  expect(made.isDoubtful).toBe(false)
  await fail(DOCUMENTS)
  expect(tripped).toEqual([away])
  const last = breaker({ isMoreWaiting: () => false })
  await last.fail(100)
  expect(last.tripped).toEqual([])
})

test('a burst of failures proves nothing before a probe', async () => {
  const { made, tripped } = breaker()
  const begun = made.begin()
  await Promise.all(Array.from({ length: 50 }, () => made.failed(away, 'document', begun)))
  expect(tripped).toEqual([])
})

test('a document that arrives again proves that the failures belong to the others', async () => {
  const there = breaker({ repeatDownload: async () => undefined })
  await there.fail(100)
  expect(there.tripped).toEqual([])
  const gone = breaker({ repeatDownload: refusing })
  await gone.fail(DOCUMENTS)
  expect(gone.tripped).toEqual([away])
})

test('all failures meanwhile wait for one probe', async () => {
  const answer = Promise.withResolvers<void>()
  const { made, asked } = breaker({ probe: () => answer.promise })
  const begun = made.begin()
  const waiting = Array.from({ length: 8 }, () => made.failed(away, 'list', begun))
  await Promise.all(waiting.slice(0, 4))
  answer.resolve()
  await Promise.all(waiting)
  expect(asked).toHaveLength(1)
})
