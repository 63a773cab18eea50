import { setTimeout as wait } from 'node:timers/promises'

/** How often it is looked for new work, ms. */
const POLL = 150
/** A runner stays while something is due within this time, ms; later the next host that starts takes it up. */
const STAYS = 2 * 60_000

/** Journaled work of one kind. A process that works on a piece has claimed it, so that no other does the same. */
export type Queue = {
  readonly name: string
  /** Pieces that are worked on side by side. */
  readonly lanes: number
  /** Pieces that are due at this moment (epoch ms), also those that have been claimed. */
  due(moment: number): readonly number[]
  /** Whether a living process has the piece. */
  isClaimed(id: number): boolean
  /** Does what is to be done next for a piece. What fails for it alone is written down with it and not thrown. */
  advance(id: number, signal: AbortSignal): Promise<void>
}

type Work = { queues: readonly Queue[]; now: () => number; signal: AbortSignal }

/** Whether something is due that nobody works on. */
export function isWaiting(queues: readonly Queue[], now: number): boolean {
  return queues.some(queue => queue.due(now).some(id => !queue.isClaimed(id)))
}

/**
 * Works on everything that waits, also on what is written down meanwhile. Returns when nothing is due soon; throws the
 * first failure that is not one piece's own, once all that is under way has ended.
 */
export async function workThrough({ queues, now, signal }: Work): Promise<void> {
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

  while (!failure && !signal.aborted) {
    for (const [queue, running] of underWay) startDue(queue, running)
    const isAtWork = [...underWay.values()].some(({ size }) => size > 0)
    if (!isAtWork && !queues.some(queue => queue.due(now() + STAYS).length > 0)) break
    await wait(POLL)
  }
  await Promise.all([...underWay.values()].flatMap(running => [...running.values()]))
  if (failure) throw failure.error
}
