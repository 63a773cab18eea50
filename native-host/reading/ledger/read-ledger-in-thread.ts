import { listTooLarge } from '../../../shared/domain/file-sizes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { GivenColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { ThreadEnded } from '../bounded-thread.ts'
import { readInThread } from '../reader.ts'
import type { ReadLedger } from './read-ledger.ts'

/** Like `readLedger`, in a thread within bounds, so that no file can stop other work or end the process. */
export async function readLedgerInThread(
  bytes: Uint8Array,
  fileName: string,
  given: GivenColumns,
): Promise<ReadLedger> {
  const tooLarge = listTooLarge(bytes, fileName)
  if (tooLarge) throw tooLarge
  try {
    return await readInThread('ledger', [bytes, fileName, given])
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    const reason = error.bound === 'time' ? 'list-takes-too-long' : 'list-takes-too-much'
    throw new RecipisaError(reason, { fileName }, { cause: error })
  }
}
