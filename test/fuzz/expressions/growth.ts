import { leastOf } from '../support/steps.ts'
import { type Attack, attacksOn, attackText, type Most } from './attacks.ts'

/** Lengths of the texts, in such steps that time which doubles with each character shows before it is long. */
const LENGTHS = [12, 16, 20, 24, 32, 48, 128, 512, 2048, 4096]
/** A time that linear growth never reaches at the last length, ms: it takes some 50 µs. */
const SUSPECT = 1.5
/** By how much more time a text of four times the length takes in linear time, and in that of its square: 4 and 16. */
const GROWTH = 7

/** The duration of a work's repetitions, ms. */
const MOST_MEASURING = 200

export type Growth = { attack: Attack; length: number; ms: number; factor: number }

/** The attack that makes an expression's time grow faster than the text; undefined if none does. */
export function growthOf({ source, flags }: { source: string; flags: string }, most: Most): Growth | undefined {
  const expression = new RegExp(source, flags)
  for (const attack of attacksOn(source, flags, most)) {
    const growth = growthUnder(expression, attack)
    if (growth) return growth
  }
  return undefined
}

function growthUnder(expression: RegExp, attack: Attack): Growth | undefined {
  for (const length of LENGTHS) {
    const text = attackText(attack, length)
    if (timeOf(() => search(expression, text)) < SUSPECT) continue
    const ms = leastTimeOf(() => search(expression, text))
    if (ms < SUSPECT) continue
    const part = attackText(attack, length / 4)
    const factor = ms / leastTimeOf(() => search(expression, part))
    return factor > GROWTH ? { attack, length, ms, factor } : undefined
  }
  return undefined
}

/** The least time of a work that is done a few times, as long as they are quick. */
function leastTimeOf(work: () => void): number {
  const end = performance.now() + MOST_MEASURING
  let least = timeOf(work)
  for (let n = 1; n < 10 && performance.now() < end; n++) least = Math.min(least, timeOf(work))
  return least
}

/** The most that an expression takes on texts of this length, ms. */
export function mostTimeOf({ source, flags }: { source: string; flags: string }, length: number, most: Most): number {
  const expression = new RegExp(source, flags)
  const times = attacksOn(source, flags, most).map(attack => {
    const text = attackText(attack, length)
    const work = () => search(expression, text)
    return Math.min(
      timeOf(work),
      leastOf(3, () => timeOf(work)),
    )
  })
  return Math.max(...times)
}

/** Wall time, ms: the clock of a thread's own time ticks too slowly for this. */
function timeOf(work: () => void): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

function search(expression: RegExp, text: string): void {
  expression.lastIndex = 0
  if (expression.global) text.replace(expression, '')
  else expression.exec(text)
}
