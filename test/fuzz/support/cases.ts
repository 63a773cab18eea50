import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { IS_LONG } from '../../proof/part.ts'

/** The same cases each time in `npm test`; others, of a seed that a failure prints, in the long form. */
const SEED = Number(process.env.RECIPISA_SEED ?? (IS_LONG ? randomInt(2 ** 31) : 20_261_123))

const tally = { tried: 0, broken: 0 }
export const tallied = (): Readonly<typeof tally> => tally

/** Counts cases that fast-check does not run. */
export function count(tried: number, broken = 0): void {
  tally.tried += tried
  tally.broken += broken
}

/** The number of cases tried per area. */
export type Counts = { short: number; long: number }

export const countOf = ({ short, long }: Counts): number => (IS_LONG ? long : short)

/** Tries cases until one breaks; its error holds the seed and the case. It is small as it is: a smaller one takes long to find. */
export async function tryCases<T>(counts: Counts, cases: fc.Arbitrary<T>, step: (one: T) => unknown): Promise<void> {
  const numRuns = Math.max(1, countOf(counts))
  const property = fc.asyncProperty(cases, async one => {
    await step(one)
  })
  const details = await fc.check(property, { seed: SEED, numRuns, endOnFailure: true })
  count(details.numRuns, details.failed ? 1 : 0)
  if (details.failed)
    throw new Error(fc.defaultReportMessage(details) ?? 'a case broke', { cause: details.errorInstance })
}
