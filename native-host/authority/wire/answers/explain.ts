import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import type { Http, HttpAnswer } from '../http.ts'

/** The error for an answer that the operation does not document; an incomprehensible one is kept. */
export async function explainAnswer(
  http: Pick<Http, 'unexpected'>,
  operation: string,
  answer: HttpAnswer,
): Promise<RecipisaError> {
  const { body, status, bytes } = answer
  if (body.kind === 'cut-note') return new RecipisaError('authority-note', { operation, note: body.note })
  if (body.kind === 'firewall') return new RecipisaError('firewall', { operation, supportId: body.supportId })
  if (body.kind === 'maintenance' || status >= 500) return new RecipisaError('maintenance', { operation, status })
  return http.unexpected(operation, `HTTP ${status}, ${body.kind}`, bytes)
}
