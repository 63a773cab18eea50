import { setTimeout as wait } from 'node:timers/promises'

/** How often to look at the claim, ms. */
const POLL = 50

/**
 * Does `work` on a row that other processes may work on. Waits for one that is under way, because it may have its answer
 * already, and for one that was quicker to begin than `work`, because it is as good. The signal ends the waiting.
 */
export async function whenUnclaimed(
  isClaimed: () => boolean,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const untilUnclaimed = async () => {
    while (isClaimed()) await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
  await untilUnclaimed()
  await work()
  await untilUnclaimed()
}
