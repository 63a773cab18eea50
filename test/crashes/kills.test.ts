import { expect, test } from 'vitest'
import { numberOption } from '../proof/options.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { KILLS_PER_ROUND, killRound } from './support/kill-round.ts'

const KILLS = numberOption('kills', IS_LONG ? 300 : 6)
const FIRST_SEED = numberOption('seed', 1)

test('E-05 E-33 H-13 killed at any point of its work the program loses nothing, and repeats nothing', async () => {
  const startedAt = performance.now()
  const broken: string[] = []
  let tried = 0
  for (let seed = FIRST_SEED; tried < KILLS; seed++) {
    const { kills, steps, problems } = await killRound(seed, Math.min(KILLS_PER_ROUND, KILLS - tried))
    tried += kills
    if (problems.length === 0) continue
    const told = `seed ${seed}: ${problems.join('\n')}\n${JSON.stringify(steps)}`
    console.error(told)
    broken.push(told)
  }
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
