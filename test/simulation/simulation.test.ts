import { expect, test } from 'vitest'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { KEPT } from './kept-plans.ts'
import { describeBroken, simulate } from './simulate.ts'
import type { Finished } from './worker.ts'

const SHORT = 300
const LONG = Number(process.env.RECIPISA_SEEDS ?? 10_000)
/** One seed, to be looked at. */
const ONE = process.env.RECIPISA_SEED

const seedsOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const brokenOf = (finished: readonly Finished[]) =>
  finished.filter(({ broken }) => broken.length > 0).map(describeBroken)

test.runIf(ONE !== undefined)('one seed, with everything that happened', async () => {
  const finished = await simulate({ seeds: [Number(ONE)] })
  for (const { lines } of finished) console.log(lines.join('\n'))
  expect(brokenOf(finished)).toEqual([])
})

test.skipIf(ONE !== undefined)(
  'every seed: each listed document archived and fetched once, nothing filed twice or told wrongly, limits held (E-05, E-29, E-33)',
  async () => {
    const begun = performance.now()
    const finished = await simulate({ seeds: seedsOf(IS_LONG ? LONG : SHORT), shrinks: true })
    const broken = brokenOf(finished)
    recordPart({
      part: 'simulation',
      promise: 'whatever fails, documents are archived once and nothing is filed twice',
      ids: ['E-05', 'E-29', 'E-33'],
      unit: 'seeds',
      tried: finished.length,
      broken: broken.length,
      seconds: (performance.now() - begun) / 1000,
    })
    for (const text of broken) console.log(text)
    expect(broken).toEqual([])
  },
)

test.skipIf(ONE !== undefined)('what once broke holds, and the same seed gives the same run', async () => {
  const plans = KEPT.map(({ plan }) => plan)
  const [first, second] = await Promise.all([
    simulate({ seeds: [7, 22, 50], plans, workers: 1 }),
    simulate({ seeds: [7, 22, 50], plans, workers: 1 }),
  ])
  expect(brokenOf(first)).toEqual([])
  expect(second.map(({ hash }) => hash)).toEqual(first.map(({ hash }) => hash))
})
