import { listTooLarge } from '../../../shared/domain/file-sizes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { ThreadEnded } from '../bounded-thread.ts'
import { readInThread } from '../reader.ts'
import type { ReadList } from './read-list.ts'

/** Like `readList`, in a thread within bounds, so that no file can stop other work or end the process. */
export async function readListInThread(bytes: Uint8Array, fileName: string, column?: number): Promise<ReadList> {
  const tooLarge = listTooLarge(bytes, fileName)
  if (tooLarge) throw tooLarge
  try {
    return await readInThread('list', [bytes, fileName, column])
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    const reason = error.bound === 'time' ? 'list-takes-too-long' : 'list-takes-too-much'
    throw new RecipisaError(reason, { fileName }, { cause: error })
  }
}
