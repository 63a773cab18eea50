import { setTimeout as wait } from 'node:timers/promises'

/** How often to look at the claim, ms. */
const POLL = 50

/** Waits until no process works on a row any more; the signal ends the waiting. */
export async function whenUnclaimed(isClaimed: () => boolean, signal: AbortSignal): Promise<void> {
  while (isClaimed()) await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
}
