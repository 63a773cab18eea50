import { waitFor } from '../../support/wait-for.ts'
import { differences, givenOut, waitingAt } from '../support/archives.ts'
import type { Desk } from '../support/desk.ts'
import type { Premises } from '../support/premises.ts'

/** How long the seats may take until they agree, ms. */
const PATIENCE = 600_000

/**
 * Waits until every seat has all that the authority has listed, and nothing more to send; hosts and the worker by
 * themselves, people at a terminal by exchanging. Gives what still differs when the patience is over.
 */
export async function settle(premises: Premises): Promise<string[]> {
  let left: string[] = []
  try {
    await waitFor(
      'the archives agree',
      async () => {
        for (const desk of premises.desks.filter(({ kind }) => kind === 'terminal'))
          await desk.run(['office', 'exchange'])
        left = unsettled(premises)
        return left.length === 0 || pause()
      },
      PATIENCE,
    )
    return []
  } catch (error) {
    if (left.length === 0) throw error
    return left
  }
}

/** Looking at all archives costs as much as exchanging does. */
const pause = () => new Promise<false>(resolve => setTimeout(() => resolve(false), 1000))

function unsettled(premises: Premises): string[] {
  const expected = givenOut(premises)
  const behind = (desk: Desk) => {
    const waiting = waitingAt(desk)
    return waiting === 0 ? [] : [`${desk.name}: ${waiting} changes wait`]
  }
  for (const desk of premises.desks) {
    const found = [...differences(desk, expected), ...behind(desk)]
    if (found.length > 0) return found
  }
  return []
}
