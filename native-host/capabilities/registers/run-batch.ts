import type { Register } from '../../../shared/domain/registers.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import { mostOf } from '../../authority/registers/registers.ts'
import { isLeft } from '../../process/ending.ts'
import { collectAbandoned } from './ask-async.ts'
import { askChunks } from './ask-chunks.ts'
import { Outage } from './outage.ts'
import type { LookupPorts, Watch } from './ports.ts'

export type BatchPorts = LookupPorts & {
  archive: Pick<Archive, 'lookups' | 'batches'>
  /** Whether a person waits for this process: a long pause then fails the batch, which can be resumed. */
  isAwaited?: boolean
}

/** How often to write progress to the row and look for a cancel, ms. */
const TICK = 150

/**
 * Works on an unfinished batch: asks each register about the companies without an answer, in as few requests as
 * possible (P-09). Answers are stored at once, so an interrupted batch continues where it stopped. Returns undefined if
 * another process works on it. A failure becomes the batch's outcome and is not thrown; `signal` ends the batch as
 * cancelled, or with the reason `host-lost` leaves it to another process. See [the
 * decision](../../../docs/decisions/0015-batch-is-its-rows.md).
 */
export async function runBatch(
  ports: BatchPorts,
  id: number,
  { signal, progress }: Watch<StoredBatch>,
): Promise<StoredBatch | undefined> {
  const { clock, explain } = ports
  const { batches } = ports.archive
  const batch = batches.claim(id)
  if (!batch) return undefined

  const stop = new AbortController()
  const ends = AbortSignal.any([signal, stop.signal])
  const requests = { done: batch.requestsDone, total: batch.requestsDone }
  let trouble: RecipisaError | undefined
  let written = ''
  const tick = () => {
    if (batches.cancelRequested(id)) stop.abort(new RecipisaError('cancelled'))
    const error = trouble ? toErrorBody(trouble) : null
    const current = { requestsDone: requests.done, requestsTotal: requests.total, error }
    if (JSON.stringify(current) === written) return
    written = JSON.stringify(current)
    batches.setProgress(id, current)
    progress({ ...batch, ...current, state: error ? 'paused' : 'running' })
  }
  const timer = setInterval(() => {
    try {
      tick()
    } catch (error) {
      stop.abort(error) // the row cannot be read or written: the disk failed, not the authority
    }
  }, TICK)
  const outage = new Outage(clock, error => {
    trouble = error
  })

  const ask = async (register: Register) => {
    const chunks = {
      ...ports,
      id,
      register,
      day: batch.day,
      throughAsync: batch.throughAsync,
      most: mostOf(register),
    }
    await askChunks({ ...chunks, outage, requests, fail: error => stop.abort(error) }, ends)
  }

  try {
    if (batches.cancelRequested(id)) throw new RecipisaError('cancelled')
    for (const register of batch.registers)
      requests.total += Math.ceil(batches.countMissing(id, register) / mostOf(register))
    tick()
    if (batch.registers.includes('vat')) await collectLeft(ports, batch.day, ends)
    for (const register of batch.registers) await ask(register)
    requests.total = requests.done // questions in parts make it differ from the estimate
    tick()
    batches.finish(id, { done: true })
  } catch (error) {
    if (isLeft(signal)) return batches.get(id)
    tick()
    const shown = explain(ends.aborted ? ends.reason : error)
    batches.finish(id, shown.code === 'cancelled' ? { cancelled: true } : { error: toErrorBody(shown) })
  } finally {
    clearInterval(timer)
    // Of a batch without an outcome, also one for which the disk had no room: it would last as long as this process.
    batches.release(id)
  }
  return batches.get(id)
}

/** Collects results that a dead process left at the authority. Without them the companies are asked about again. */
async function collectLeft(ports: BatchPorts, day: string, signal: AbortSignal): Promise<void> {
  try {
    await collectAbandoned(ports, day, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (ports.explain(error).code === 'storage') throw error
  }
}
