import type { VerifyResult } from '../../shared/protocol/archive.ts'
import { type Filing, hash } from './filing.ts'
import type { MessageIndex } from './message-index.ts'
import type { Receipts } from './receipts.ts'

/** Rows read at once; no transaction is open while files are read. */
const BATCH = 200

/**
 * Reads every archived file and compares it with the index. A file that is gone makes its message wait for a download
 * again; one that is back makes it archived again; one with other bytes is reported and left alone.
 */
export async function verifyArchive(
  { index, filing, receipts }: { index: MessageIndex; filing: Filing; receipts: Receipts },
  onProgress: (progress: { checked: number; total: number }) => void,
  signal: AbortSignal,
): Promise<VerifyResult> {
  const total = index.countFiled() + receipts.count()
  const result: VerifyResult = { checked: 0, problems: [] }
  onProgress({ checked: 0, total })
  let after = ''
  for (let rows = index.filedAfter(after, BATCH); rows.length > 0; rows = index.filedAfter(after, BATCH)) {
    for (const { id, path, sha256, state } of rows) {
      signal.throwIfAborted()
      const bytes = await filing.read(path)
      const problem = bytes === undefined ? 'missing' : hash(bytes) === sha256 ? undefined : 'changed'
      if (problem) result.problems.push({ id, path: filing.absolute(path), problem })
      if (problem === 'missing') index.missing(id)
      else if (!problem && state !== 'archived') index.found(id)
      result.checked++
      after = id
    }
    onProgress({ checked: result.checked, total: Math.max(total, result.checked) })
  }
  for await (const { uploadIndex, path, problem } of receipts.check()) {
    signal.throwIfAborted()
    if (problem) result.problems.push({ id: uploadIndex, path, problem })
    onProgress({ checked: ++result.checked, total: Math.max(total, result.checked) })
  }
  return result
}
