import type { Batch } from '../../../shared/protocol/registers/batches.ts'
import type { Batches, StoredBatch } from '../../archive/registers/register-archive.ts'
import { joinRow } from '../../capabilities/registers/batch-row.ts'
import { beginBatch, inspectList } from '../../capabilities/registers/begin-batch.ts'
import { batchOf, followBatch, hasBatchEnded } from '../../capabilities/registers/follow-batch.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Context, Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `batches.${string}`>

/** How many batches to list, the latest first. */
const MAX_LISTED = 500

/** Lists of companies in the public registers. A batch outlives the port (U-05). */
export function batchesOperations(services: Services): Pick<Handlers, Area> {
  const { worker, work } = services
  const archive = services.archive
  const withTime = async (batch: StoredBatch): Promise<Batch> =>
    toBatch(batch, (await services.profile()).publicRequestsPerMinute)
  const follow = async (id: number, { signal, progress }: Context<{ batch: Batch }>) => {
    const { publicRequestsPerMinute } = await services.profile()
    const show = (batch: StoredBatch) => progress({ batch: toBatch(batch, publicRequestsPerMinute) })
    const revive = () => worker.run(() => work.batches.run(id, { signal, progress: show }))
    return followBatch((await archive()).batches, id, revive, { signal, progress: show })
  }
  /** Ends a batch that no process works on, or waits until the working process has ended it. */
  const cancel = async (batches: Batches, id: number, signal: AbortSignal): Promise<StoredBatch> => {
    batches.requestCancel(id)
    if (batches.claim(id)) {
      try {
        batches.finish(id, { cancelled: true })
      } finally {
        batches.release(id)
      }
    }
    return followBatch(batches, id, services.runner.ensureStarted, { signal, progress: () => undefined })
  }

  return {
    'batches.inspect': async ({ fileName, data, column }) =>
      inspectList(await archive(), { bytes: Buffer.from(data, 'base64'), fileName, column }),
    'batches.begin': async params => {
      const batch = await beginBatch(
        await archive(),
        { ...params, day: params.day, column: params.column },
        services.now(),
      )
      worker.begin()
      return { batch: await withTime(batch) }
    },
    'batches.list': async () => {
      const { batches } = await archive()
      return { batches: await Promise.all(batches.list().slice(0, MAX_LISTED).map(withTime)) }
    },
    'batches.follow': async ({ id }, context) => ({ batch: await withTime(await follow(id, context)) }),
    'batches.cancel': async ({ id }, { signal }) => {
      const { batches } = await archive()
      const batch = batchOf(batches, id)
      return { batch: await withTime(hasBatchEnded(batch) ? batch : await cancel(batches, id, signal)) }
    },
    'batches.resume': async ({ id }) => {
      const { batches } = await archive()
      const { state } = batchOf(batches, id)
      if (state === 'cancelled' || state === 'failed') batches.reopen(id)
      if (state !== 'done') worker.begin()
      return { batch: await withTime(batchOf(batches, id)) }
    },
    'batches.remove': async ({ id }, { signal }) => {
      const { batches } = await archive()
      const batch = batches.get(id)
      if (batch && !hasBatchEnded(batch)) await cancel(batches, id, signal)
      return { removed: batches.remove(id) }
    },
    'batches.rows': async ({ id, ...query }) => {
      const opened = await archive()
      const batch = batchOf(opened.batches, id)
      const { items, total } = opened.batches.rows(id, query)
      return { items: fitAnswer(items.map(row => joinRow(opened, batch, row))), total }
    },
  }
}

/** Adds the time left, ms, by the pace of the public host (P-10). */
export function toBatch(batch: StoredBatch, requestsPerMinute: number): Batch {
  const { columns: _columns, column: _column, freshFrom: _freshFrom, throughAsync: _throughAsync, ...shown } = batch
  const left = Math.max(0, batch.requestsTotal - batch.requestsDone)
  return { ...shown, timeLeft: hasBatchEnded(batch) ? null : Math.round((left * 60_000) / requestsPerMinute) }
}
