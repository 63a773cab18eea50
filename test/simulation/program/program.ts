import { TransportFailure } from '../../../native-host/authority/wire/transports/transport.ts'
import { hasUnclaimedWork, runWorkLoop } from '../../../native-host/jobs/work-loop.ts'
import { PATIENCE } from '../../../native-host/limits/patience.ts'
import { createHandlers } from '../../../native-host/operations/core/handlers.ts'
import { invoke } from '../../../native-host/operations/core/invoke.ts'
import { READERS } from '../../../native-host/reading/readers.ts'
import { createServices } from '../../../native-host/services.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'

/** The program of a simulated process: the host below its two front doors. */
export const program = {
  TransportFailure,
  hasUnclaimedWork,
  runWorkLoop,
  PATIENCE,
  createHandlers,
  invoke,
  READERS,
  createServices,
  toErrorBody,
  RecipisaError,
}
