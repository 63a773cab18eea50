import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_FOLDER } from '../support/cache-folder.ts'

/** Whether the long form of a part runs: `npm run proof` and the parts' own commands set it. */
export const IS_LONG = process.env.RECIPISA_PROOF === 'long'

/** One promise of the product, tried many times. */
export interface PartResult {
  /** Name of the part's command: `faults` for `npm run faults`. */
  part: string
  /** The promise in a sentence. */
  promise: string
  /** Facts of docs/authority that it proves. */
  ids: readonly string[]
  /** The counted unit: "seeds", "cells", "cases". */
  unit: string
  tried: number
  broken: number
  seconds: number
}

/** Where the last run of a part is kept, for `npm run proof` to print. */
const resultFile = (part: string): string => join(CACHE_FOLDER, `recipisa-proof/${part}.json`)

/** Keeps the result of a long form; the short one in `npm test` leaves the last long one as it is. */
export function recordPart(result: PartResult): void {
  if (!IS_LONG) return
  const file = resultFile(result.part)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}
