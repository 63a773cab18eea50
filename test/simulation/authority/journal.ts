import type { SimulatedProcess } from '../machine/process.ts'
import type { FaultKind } from '../plan.ts'

/** One request as both ends saw it. Moments are the run's own, ms; undefined for events that did not happen. */
export type Entry = {
  n: number
  process: SimulatedProcess
  host: string
  method: string
  path: string
  query: URLSearchParams
  fault: FaultKind | undefined
  sentAt: number
  /** The moment its first byte left. */
  departedAt?: number
  /** The moment the authority accepted it. */
  handledAt?: number
  status?: number
  /** The seconds that a 429 demanded. */
  pause?: number
  /** The moment the process had the whole answer. */
  deliveredAt?: number
  /** The moment the process knew the outcome: answer, failure or a caller who left. */
  endedAt?: number
  /** SHA-256 of the content that was sent. */
  content?: string
  /** The body's text, if it is a note. */
  note?: string
}

/** How long after an answer its bytes may still be lost with the process, ms: until their file has its name. */
const STORING = 3000

/** Whether an answer's content may be lost: its process died, or the disk was full, before it could be stored. */
export function mayBeLost({ process, deliveredAt = 0 }: Entry): boolean {
  const { deaths, fulls } = process.machine
  const isClose = (moment: number) => moment >= deliveredAt - 1 && moment < deliveredAt + STORING
  const isDead = deaths.some(death => death.process === process && isClose(death.at))
  return isDead || fulls.some(({ from, until }) => from < deliveredAt + STORING && until >= deliveredAt)
}
