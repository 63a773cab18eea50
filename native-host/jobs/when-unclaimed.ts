import { setTimeout as wait } from 'node:timers/promises'

/** How often to look at the claim, ms. */
const POLL = 50

/**
 * Does `work` on a row that other processes may work on. Waits for a process already at work, because it may already
 * have its answer, and for one that began faster than `work`, because its result is as good. The signal ends the
 * waiting.
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
