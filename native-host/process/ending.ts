import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** Abort reason for work whose process shuts down. Nobody cancelled the work: another process takes it up. */
export const processEnds = (): RecipisaError => new RecipisaError('host-lost')

/** Whether a signal was aborted for that reason. */
export function isLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof RecipisaError && reason.reason === 'host-lost'
}
