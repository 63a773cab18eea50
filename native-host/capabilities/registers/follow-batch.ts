import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Batches, StoredBatch } from '../../archive/registers/register-archive.ts'
import { watchRows } from '../../jobs/watch-rows.ts'
import type { Watch } from './ports.ts'

/** Whether the batch has an outcome; only a resume continues it. */
export function hasBatchEnded({ state }: Pick<StoredBatch, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

export function batchOf(batches: Pick<Batches, 'get'>, id: number): StoredBatch {
  const batch = batches.get(id)
  if (!batch) throw new RecipisaError('batch-unknown', { id })
  return batch
}

/**
 * Watches a batch's row until the batch has ended, whichever process works on it. `revive` is called again and again while no
 * process does. The signal ends the watching, not the batch of another process.
 */
export async function followBatch(
  batches: Pick<Batches, 'get'>,
  id: number,
  revive: () => void | Promise<void>,
  { signal, progress }: Watch<StoredBatch>,
): Promise<StoredBatch> {
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
