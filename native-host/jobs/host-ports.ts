import type { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'

/** The ports that any work needs from its process. */
export type HostPorts = {
  /** Epoch ms. */
  now: () => number
  /** Converts any error to a RecipisaError; an unexpected one is logged. */
  explain: (error: unknown) => RecipisaError
}

/** The same with the log of the process. */
export type LoggedHostPorts = HostPorts & { log: Log }
