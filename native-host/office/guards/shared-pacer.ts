import type { Clock } from '../../limits/clock.ts'
import { HORIZON, LATE } from '../../limits/pace.ts'
import type { Pacer } from '../../limits/pacer.ts'
import type { SharedPace } from '../coordination/pace.ts'
import { orAlone } from './when-away.ts'

/** How many turns to take at once: each block costs a query. */
const BLOCK = 8

type Options = {
  pace: SharedPace
  /** The host with the limit. */
  host: string
  /** Time between two turns, ms; the same as the pacer's. */
  spacing: number
  clock: Clock
}

/**
 * A pacer whose turns are also taken from the office, so that all seats together keep the limit. While the office is
 * unreachable, this machine's own pace counts. A colleague's pause becomes this machine's own, so that whoever waits
 * learns of it; so does the end of a queue that is too long for its caller.
 */
export function sharePacer(pacer: Pacer, { pace, host, spacing, clock }: Options): Pacer {
  let turns: number[] = []
  let taking: Promise<void> | undefined
  const take = async () => {
    const asked = clock.now()
    const { wait, paused } = await pace.take(host, spacing, BLOCK)
    if (paused > 0) pacer.pause(asked + paused)
    turns.push(...Array.from({ length: BLOCK }, (_, at) => asked + wait + at * spacing))
  }
  /** The moment of the next turn; late turns are void. */
  const next = async (): Promise<number> => {
    for (;;) {
      turns = turns.filter(at => clock.now() - at < LATE)
      const turn = turns.shift()
      if (turn !== undefined) return turn
      taking ??= take().finally(() => {
        taking = undefined
      })
      await taking
    }
  }
  return {
    ...pacer,
    async admit(signal, patience) {
      if (!(await pacer.admit(signal, patience))) return false
      const at = await orAlone(next, () => clock.now())
      const wait = at - clock.now()
      const until = wait > HORIZON ? at : pacer.pausedUntil()
      if (patience && !patience.allows(until)) {
        pacer.pause(until)
        return false
      }
      if (wait > 0) await clock.sleep(wait, signal)
      return true
    },
    pause(until) {
      pacer.pause(until)
      // Nobody waits for it: this machine pauses in any case, and its next turn says what is wrong with the office.
      void pace.pause(host, until - clock.now()).catch(() => undefined)
    },
  }
}
