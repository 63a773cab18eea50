import type { ErrorCode } from '../../../shared/errors/codes.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { ReceiptsToSave } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody, HostFailure, isCancelled } from '../../host/failure.ts'
import type { ReceiptRun } from './receipt-run.ts'

/** Failures that would repeat for the next receipt. */
const ENDS_ALL: readonly ErrorCode[] = [
  'unreachable',
  'service-unavailable',
  'blocked-by-firewall',
  'rate-limited',
  'limit-reached',
]

type Edges = {
  host: HostClient
  /** Saves an archived receipt to Downloads; returns its file name there. */
  save(uploadIndex: string): Promise<string>
  now(): number
  /** Called with every step. */
  write(run: ReceiptRun): Promise<void>
}

/**
 * Downloads a table's receipts into the archive and saves them to Downloads (D-11, U-02), one after the other. A saved receipt
 * stays saved, however the run ends. Never rejects because of a receipt: the run records the outcome of each.
 */
export async function saveAllReceipts(
  { cui, rows }: ReceiptsToSave,
  { host, save, now, write }: Edges,
  signal: AbortSignal,
): Promise<void> {
  let run: ReceiptRun & { phase: 'running' } = {
    phase: 'running',
    startedAt: now(),
    cui,
    done: 0,
    total: rows.length,
    saved: [],
    unavailable: [],
    failed: [],
  }
  await write(run)
  try {
    for (const row of rows) {
      signal.throwIfAborted()
      const { receipts } = await host.request('declarations.receipts', { cui, rows: [row] }, { signal })
      const [receipt] = receipts
      if (receipt?.error && ENDS_ALL.includes(receipt.error.code)) throw new HostFailure(receipt.error)
      run = { ...run, ...(await outcomeOf(run, receipt, save)), done: run.done + 1 }
      await write(run)
    }
    await write({ ...run, phase: 'done' })
  } catch (error) {
    const isStop = signal.aborted || isCancelled(error)
    await write({ ...run, phase: 'stopped', error: isStop ? null : failureBody(error) })
  }
}

type Receipt = ResultOf<'declarations.receipts'>['receipts'][number]

async function outcomeOf(
  { saved, unavailable, failed }: ReceiptRun,
  receipt: Receipt | undefined,
  save: (uploadIndex: string) => Promise<string>,
): Promise<Partial<Pick<ReceiptRun, 'saved' | 'unavailable' | 'failed'>>> {
  if (!receipt) return {}
  const { uploadIndex, state, error } = receipt
  if (state === 'unavailable') return { unavailable: [...unavailable, uploadIndex] }
  if (error) return { failed: [...failed, { uploadIndex, error }] }
  try {
    return { saved: [...saved, await save(uploadIndex)] }
  } catch (problem) {
    // The person cancelled the browser's "Save as".
    if (isCancelled(problem)) return {}
    return { failed: [...failed, { uploadIndex, error: failureBody(problem) }] }
  }
}
