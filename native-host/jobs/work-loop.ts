import { setTimeout as wait } from 'node:timers/promises'

/** How often to look for new work, ms. */
const POLL = 150
/** How soon work must be due for a runner to stay, ms. Later work is left to the next host's runner. */
const STAY = 2 * 60_000

/** The journaled work of one capability. A process claims a piece before it works on it, so that no other does the same. */
export type Queue = {
  readonly name: string
  /** How many pieces to work on side by side. */
  readonly lanes: number
  /** Ids of the pieces that are due at a moment (epoch ms), claimed or not. */
  due(moment: number): readonly number[]
  /** Whether a living process works on the piece. */
  isClaimed(id: number): boolean
  /** Does the next step of a piece. A failure of this piece alone goes into its row and is not thrown. */
  advance(id: number, signal: AbortSignal): Promise<void>
}

type WorkLoop = {
  queues: readonly Queue[]
  now: () => number
  /** Whether the profile has changed: the queues are those of the former one, and no further work of theirs begins. */
  isStale: () => boolean
  signal: AbortSignal
}

/** Whether work is due that no process does. */
export function hasUnclaimedWork(queues: readonly Queue[], now: number): boolean {
  return queues.some(queue => queue.due(now).some(id => !queue.isClaimed(id)))
}

/**
 * Does all due work, including work recorded meanwhile. Returns when nothing is due soon, or once the profile has
 * changed. Throws the first failure that is not one piece's own. Either comes after all work under way has ended.
 */
export async function runWorkLoop({ queues, now, isStale, signal }: WorkLoop): Promise<void> {
  const underWay = new Map(queues.map(queue => [queue, new Map<number, Promise<void>>()]))
  let failure: { error: unknown } | undefined

  const startDue = (queue: Queue, running: Map<number, Promise<void>>) => {
    for (const id of queue.due(now())) {
      if (running.size >= queue.lanes) return
      if (running.has(id) || queue.isClaimed(id)) continue
      const ended = queue
        .advance(id, signal)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(id))
      running.set(id, ended)
    }
  }

  while (!failure && !signal.aborted && !isStale()) {
    for (const [queue, running] of underWay) startDue(queue, running)
    const isAtWork = [...underWay.values()].some(({ size }) => size > 0)
    if (!isAtWork && !queues.some(queue => queue.due(now() + STAY).length > 0)) break
    await wait(POLL)
  }
  await Promise.all([...underWay.values()].flatMap(running => [...running.values()]))
  if (failure) throw failure.error
}
