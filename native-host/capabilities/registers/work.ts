import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import type { Registers } from '../../authority/registers/registers.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import { systemClock } from '../../limits/clock.ts'
import type { Watch } from './ports.ts'
import { type BatchPorts, runBatch } from './run-batch.ts'

/** The parts for the work on batches, each opened on first use. */
export type BatchParts = Pick<LoggedHostPorts, 'explain' | 'log'> & {
  archive: () => Promise<BatchPorts['archive']>
  registers: () => Promise<Registers>
}

export type BatchWork = {
  /** Works on a batch in this process, for a person who waits. Returns at once if another process works on it. */
  run(id: number, watch: Watch<StoredBatch>): Promise<void>
  queues(): Promise<Queue[]>
}

export function createBatchWork({ archive, registers, explain, log }: BatchParts): BatchWork {
  const run = async (id: number, watch: Watch<StoredBatch>, isAwaited: boolean) => {
    const ports = { archive: await archive(), registers: await registers(), clock: systemClock, explain, isAwaited }
    const batch = await runBatch(ports, id, watch)
    if (batch) log.info('batch-ended', { batch: id, state: batch.state, reason: batch.error?.details })
  }

  return {
    run: (id, watch) => run(id, watch, true),
    async queues() {
      const { batches } = await archive()
      return [
        {
          name: 'batches',
          lanes: 2,
          due: batches.unfinished,
          isClaimed: batches.isClaimed,
          advance: (id, signal) => run(id, { signal, progress: () => undefined }, false),
        },
      ]
    },
  }
}
