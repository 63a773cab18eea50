/** The comparison of a line's numbers. `ratio`: ours to the floor; `difference`: ours less the floor, in the unit. */
export type Limit = { of: 'ratio' | 'ours' | 'p95' | 'difference' } & ({ atMost: number } | { atLeast: number })

/** One line of the table. Ours and the floor are samples of the same run, one beside the other. */
export type Line = {
  measure: string
  /** Of all numbers: `ms`, `s`, `MB`, `KB`, `%`, or what is counted. */
  unit: string
  ours: readonly number[]
  /** The work of the floor or peer, and its numbers; null if the target alone counts. */
  floor: { name: string; values: readonly number[] } | null
  limits: readonly Limit[]
  /** Why it misses its target, and what was tried; only for a line that is known to. */
  reason?: string
}

/** How a number grows with the documents of the archive: one curve of a picture. */
export type Curve = {
  picture: Picture
  name: string
  unit: string
  points: readonly { documents: number; value: number }[]
}
export type Picture = 'open' | 'lists' | 'searches' | 'counters' | 'size'

export type Measured = { lines: readonly Line[]; curves?: readonly Curve[] }

/** A row of the table: what `npm run bench -- <name>` measures, in a process of its own. */
export type Row = {
  /** Why it cannot run on this machine, else undefined. */
  unavailable?: () => string | undefined
  measure(): Promise<Measured>
}
