import type { RequestParams } from '../../../shared/domain/requests.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { sha256Of } from '../sha256.ts'

/** What makes a request of a report the same as another one, as SHA-256: the same report may be asked for again tomorrow. */
export function requestContent(
  { type, cui, params }: { type: string; cui: string; params: RequestParams },
  at: number,
): string {
  return sha256Of(JSON.stringify([type, cui, Object.entries(params).sort(), romaniaDay(at)]))
}
