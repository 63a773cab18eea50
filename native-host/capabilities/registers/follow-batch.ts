import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Batches, KeptBatch } from '../../archive/registers/register-archive.ts'
import { watchRows } from '../../jobs/watch-rows.ts'
import type { Watch } from './ports.ts'

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
  revive: () => void | Promise<void>,
  { signal, progress }: Watch<KeptBatch>,
): Promise<KeptBatch> {
  return watchRows({
    read: () => batchOf(batches, id),
    progressOf: batch => batch,
    isOver: hasBatchEnded,
    isUnattended: batch => batch.state === 'interrupted',
    revive,
    signal,
    progress,
  })
}
