import { createRandom, type Random } from '../authority/world/random.ts'

export type { Random }

/** Random numbers of one purpose within a seed: drawing more of one kind does not move the others. */
export function randomOf(seed: number, purpose: string): Random {
  let hash = 2_166_136_261 ^ seed
  for (const letter of purpose) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return createRandom(hash ^ Math.imul(seed, 2_654_435_761))
}

/** True in this many of a hundred cases. */
export const chance = (random: Random, percent: number): boolean => random.next() * 100 < percent
