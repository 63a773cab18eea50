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

/** How long after an answer its bytes may still be lost with the process, ms: until their file has its name. */
const STORING = 3000

/** Whether what an answer brought may be lost: its process died, or the disk was full, before it can have been stored. */
export function mayBeLost({ process, deliveredAt = 0 }: Entry): boolean {
  const { deaths, fulls } = process.machine
  const isClose = (moment: number) => moment >= deliveredAt - 1 && moment < deliveredAt + STORING
  const isDead = deaths.some(death => death.process === process && isClose(death.at))
  return isDead || fulls.some(({ from, until }) => from < deliveredAt + STORING && until >= deliveredAt)
}
