/** How often each thing is measured, at least. */
export const ROUNDS = 5

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that this share of the values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Wall time of some work, ms. */
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Measures several things in turns, so that what else the machine does weighs on all of them alike. Each is done once
 * before, unmeasured.
 */
export async function inTurns<K extends string>(
  works: Readonly<Record<K, () => number | Promise<number>>>,
  rounds = ROUNDS,
): Promise<Record<K, number[]>> {
  const names = Object.keys(works) as K[]
  const samples = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<K, number[]>
  for (const name of names) await works[name]()
  for (let round = 0; round < rounds; round++) for (const name of names) samples[name].push(await works[name]())
  return samples
}
