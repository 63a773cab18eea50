import * as v from 'valibot'
import { Count, Nothing, WireId } from '../domain/values.ts'

export const VerifyResult = v.object({
  checked: Count,
  /**
   * Files whose bytes are missing, differ from the downloaded ones or cannot be read, and torn lines of a journal after a
   * crash (`id` is then the line's number).
   */
  problems: v.array(
    v.object({ id: WireId, path: v.string(), problem: v.picklist(['missing', 'changed', 'unreadable', 'torn-line']) }),
  ),
})
export type VerifyResult = v.InferOutput<typeof VerifyResult>

export const archive = {
  /** Reads every archived file and compares its SHA-256 with the index. */
  'archive.verify': { params: Nothing, progress: v.object({ checked: Count, total: Count }), result: VerifyResult },
  /** Rebuilds the index from the files; the damaged database or journal stays beside the new one. */
  'archive.rebuild': {
    params: Nothing,
    progress: v.object({ checked: Count, total: Count }),
    result: v.object({
      indexed: Count,
      keptDatabase: v.nullable(v.string()),
      /** Journals with torn lines, and the numbers of those lines; the whole lines continue in a new file. */
      keptJournals: v.array(v.object({ path: v.string(), lines: v.array(Count) })),
    }),
  },
  /** Streams a signal after each change of the archive, by any process, until cancelled. */
  'archive.follow': { params: Nothing, progress: Nothing, result: Nothing },
  /** Shows the archive's folder in the system's file manager. Throws `folder-not-shown`. */
  'archive.showFolder': { params: Nothing, result: v.object({ folder: v.string() }) },
}
