import type { SimulatedProcess } from '../machine/process.ts'
import type { FaultKind } from '../plan.ts'

/** One request as both ends saw it. Moments are the run's own, ms; undefined for what did not happen. */
export type Entry = {
  n: number
  process: SimulatedProcess
  host: string
  method: string
  path: string
  query: URLSearchParams
  fault: FaultKind | undefined
  sentAt: number
  /** When its first byte left. */
  departedAt?: number
  /** When the authority has taken it. */
  handledAt?: number
  status?: number
  /** The seconds that a 429 asked for. */
  pause?: number
  /** When the process had the whole answer. */
  deliveredAt?: number
  /** When the process knew how it ended: answer, failure or a caller who left. */
  endedAt?: number
  /** SHA-256 of the content that was sent. */
  content?: string
  /** What the body says, where it is a note. */
  note?: string
}
