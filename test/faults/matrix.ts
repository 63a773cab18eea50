import { type Times, tryCell } from './cell.ts'
import { EXPECTED } from './expected.ts'
import { FAULTS, type Fault } from './faults.ts'
import { openGround } from './machine.ts'
import type { Operation } from './operations/operation.ts'
import { OPERATIONS } from './operations/operations.ts'

export type Cell = { operation: Operation; fault: Fault; times: Times }

/** A cell with a wrong clock has nothing to strike once. */
const timesOf = ({ ahead }: Fault): readonly Times[] => (ahead === undefined ? ['once', 'always'] : ['always'])

/** Every operation under every fault. */
export const ALL: readonly Cell[] = OPERATIONS.flatMap(operation =>
  FAULTS.flatMap(fault => timesOf(fault).map(times => ({ operation, fault, times }))),
)

const MOST = Math.max(OPERATIONS.length, FAULTS.length)

/** Some of them: each operation and each fault at the first call, and again at every call. */
export const SPREAD: readonly Cell[] = Array.from({ length: 2 * MOST }, (_, n) => {
  const at = <T>(list: readonly T[]) => list[n % list.length] as T
  const fault = at(FAULTS)
  return { operation: at(OPERATIONS), fault, times: n < MOST && fault.ahead === undefined ? 'once' : 'always' }
})

/** The expected outcome of the cell: `ok ×2 / unreachable ×4` are the two words of its pair. */
export function expectedOf({ operation, fault, times }: Cell): string | undefined {
  const [once, always = once] = EXPECTED[operation.name]?.[fault.name]?.split(' / ') ?? []
  return times === 'once' ? once : always
}

/** The number of authorities that serve a run side by side: each mostly waits. */
const LANES = 3

/** Tries all cells; returns a line for each unexpected outcome, enough to repeat that cell. */
export async function brokenIn(cells: readonly Cell[]): Promise<string[]> {
  const waiting = [...cells]
  const broken: string[] = []
  const lane = async () => {
    const ground = await openGround()
    try {
      for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
        const { operation, fault, times } = cell
        const ended = await tryCell(ground, operation, fault, times)
        const expected = expectedOf(cell)
        const problems = [...(ended.word === expected ? [] : [`${ended.word} instead of ${expected}`]), ...ended.broken]
        if (problems.length > 0)
          broken.push(`--operation '${operation.name}' --fault '${fault.name}' (${times}): ${problems.join('; ')}`)
      }
    } finally {
      await ground.close()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return broken
}
