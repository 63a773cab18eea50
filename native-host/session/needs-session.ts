import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** Whether only a new sign-in helps: the gateway session has ended, or there is none. */
export function needsSession(error: unknown): boolean {
  return (
    error instanceof RecipisaError && (error.reason === 'gateway-session-expired' || error.reason === 'session-missing')
  )
}
