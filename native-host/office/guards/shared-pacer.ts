import type { Clock } from '../../limits/clock.ts'
import { HORIZON, LATE } from '../../limits/pace.ts'
import type { Pacer } from '../../limits/pacer.ts'
import { sleepUntil } from '../../limits/patience.ts'
import type { SharedPace } from '../coordination/pace.ts'
import type { ToldPauses } from './told-pauses.ts'
import { isEnded, orAlone } from './when-away.ts'

/** How many turns to take at once: each block costs a query. */
const BLOCK = 8

type Options = {
  pace: SharedPace
  /** What the office tells of pauses. */
  told: ToldPauses
  /** The host with the limit. */
  host: string
  /** Time between two turns, ms; the same as the pacer's. */
  spacing: number
  clock: Clock
}

/**
 * A pacer whose turns are also taken from the office, so that all seats together keep the limit. A colleague's pause holds
 * for the whole seat, as the office told it last. While the office is unreachable, this machine's own pace counts.
 */
export function sharePacer(pacer: Pacer, { pace, told, host, spacing, clock }: Options): Pacer {
  let turns: number[] = []
  let takenAt = 0
  let taking: Promise<void> | undefined
  const take = async () => {
    const asked = clock.now()
    const { wait, paused } = await pace.take(host, spacing, BLOCK).catch(error => {
      if (isEnded(error)) told.tell(host, 0)
      throw error
    })
    told.tell(host, paused > 0 ? Math.ceil(asked + paused) : 0)
    takenAt = asked
    turns.push(...Array.from({ length: BLOCK }, (_, at) => asked + wait + at * spacing))
  }
  /** The moment of the next turn. Late turns are void, and so are all once the clock was set back. */
  const next = async (): Promise<number> => {
    for (;;) {
      turns = clock.now() < takenAt ? [] : turns.filter(at => clock.now() - at < LATE)
      const turn = turns.shift()
      if (turn !== undefined) return turn
      taking ??= take().finally(() => {
        taking = undefined
      })
      await taking
    }
  }
  /** Has the office say whether a pause still holds, unless there are turns of its last word. */
  const look = async () => {
    const turn = await next()
    turns.unshift(turn)
  }
  const pausedUntil = () => Math.max(pacer.pausedUntil(), told.until(host))
  return {
    pausedUntil,
    async admit(signal, patience) {
      for (;;) {
        // The pause first: turns from within it would all be used at its end.
        if (told.until(host) > clock.now()) await orAlone(look, () => undefined)
        const paused = told.until(host)
        if (patience && !patience.allows(paused)) return { until: paused }
        await sleepUntil(paused, clock, signal)
        const own = await pacer.admit(signal, patience)
        if (own !== 'admitted') return own
        const turn = await orAlone(next, () => undefined)
        const at = turn ?? clock.now()
        const isPaused = told.until(host) > clock.now()
        // Patience is for pauses and for long queues.
        const isTooFar = !isPaused && at - clock.now() > HORIZON && patience?.allows(at) === false
        if (turn !== undefined && (isPaused || isTooFar)) turns.unshift(turn)
        if (isTooFar) return { until: at }
        if (isPaused) continue
        await sleepUntil(at, clock, signal)
        // As with this machine's own turns: a pause that was set meanwhile, or a process that was stopped, makes them void.
        if (clock.now() - at < LATE && pausedUntil() <= clock.now()) return 'admitted'
      }
    },
    pause(until) {
      pacer.pause(until)
      // Nobody waits for it: this machine pauses in any case, and its next turn says what is wrong with the office.
      void pace.pause(host, until - clock.now()).catch(() => undefined)
    },
  }
}
