import type { RequestParams } from '../../../shared/domain/requests.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { sha256Of } from '../../archive/store/hash.ts'

/** The identity of a report request, as SHA-256: the same report may be requested again tomorrow. */
export function requestContent(
  { type, cui, params }: { type: string; cui: string; params: RequestParams },
  at: number,
): string {
  return sha256Of(JSON.stringify([type, cui, Object.entries(params).sort(), romaniaDay(at)]))
}
