import * as v from 'valibot'
import { Count, Nothing, WireId } from './values.ts'

export const VerifyResult = v.object({
  checked: Count,
  /** Files whose bytes are gone or are no longer those that were downloaded. */
  problems: v.array(v.object({ id: WireId, path: v.string(), problem: v.picklist(['missing', 'changed']) })),
})
export type VerifyResult = v.InferOutput<typeof VerifyResult>

export const archive = {
  /** Reads every archived file and compares its SHA-256 with the index. */
  'archive.verify': { params: Nothing, progress: v.object({ checked: Count, total: Count }), result: VerifyResult },
  /** Makes the index anew from the files; a damaged database is kept beside the new one. */
  'archive.rebuild': {
    params: Nothing,
    progress: v.object({ checked: Count, total: Count }),
    result: v.object({ indexed: Count, keptDatabase: v.nullable(v.string()) }),
  },
}
