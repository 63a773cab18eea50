import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Batches, KeptBatch } from '../archive/lookup-store.ts'
import type { Watch } from './ports.ts'

/** How often a watched row is read, ms. */
const POLL = 150

/** Whether nobody works on the batch any more, nor will unless it is resumed. */
export function hasBatchEnded({ state }: Pick<KeptBatch, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function batchOf(batches: Pick<Batches, 'get'>, id: number): KeptBatch {
  const batch = batches.get(id)
  if (!batch) throw new RecipisaError('batch-unknown', { id })
  return batch
}

/**
 * Watches a batch's row until it has ended, whichever process works on it. `revive` is called again and again while nobody
 * does. The signal ends the watching, not the batch.
 */
export async function followBatch(
  batches: Pick<Batches, 'get'>,
  id: number,
  revive: () => unknown,
  { signal, progress }: Watch<KeptBatch>,
): Promise<KeptBatch> {
  let shown = ''
  for (;;) {
    signal.throwIfAborted()
    const batch = batchOf(batches, id)
    if (JSON.stringify(batch) !== shown) {
      shown = JSON.stringify(batch)
      progress(batch)
    }
    if (hasBatchEnded(batch)) return batch
    if (batch.state === 'interrupted') await revive()
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
