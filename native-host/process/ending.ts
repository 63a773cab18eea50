import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** Why work stops whose process ends (a shutdown) while nobody has cancelled it: another process takes it up. */
export const processEnds = (): RecipisaError => new RecipisaError('host-lost')

export function isLeft({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof RecipisaError && reason.reason === 'host-lost'
}
