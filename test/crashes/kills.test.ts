import { expect, test } from 'vitest'
import { numberOption } from '../proof/options.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { KILLS_PER_ROUND, killRound } from './support/kill-round.ts'

const KILLS = numberOption('kills', IS_LONG ? 300 : 6)
const FIRST_SEED = numberOption('seed', 1)
/** Rounds side by side: each waits for its programs as long as it works. */
const SIDE_BY_SIDE = 2

test('E-05 E-33 H-13 killed at any point of its work the program loses nothing, and repeats nothing', async () => {
  const startedAt = performance.now()
  const broken: string[] = []
  let tried = 0
  let underway = 0
  let seed = FIRST_SEED
  const rounds = async () => {
    while (tried + underway < KILLS) {
      const wanted = Math.min(KILLS_PER_ROUND, KILLS - tried - underway)
      const ofRound = seed++
      underway += wanted
      const { kills, steps, problems } = await killRound(ofRound, wanted)
      underway -= wanted
      tried += kills
      if (problems.length === 0) continue
      const told = `seed ${ofRound}: ${problems.join('\n')}\n${JSON.stringify(steps)}`
      console.error(told)
      broken.push(told)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, rounds))
  recordPart({
    part: 'kills',
    promise: 'kill -9 loses and repeats nothing',
    ids: ['E-05', 'E-33', 'H-13'],
    unit: 'kills',
    tried,
    broken: broken.length,
    seconds: (performance.now() - startedAt) / 1000,
  })
  expect(broken).toEqual([])
})
