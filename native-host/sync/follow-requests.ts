import { setTimeout as wait } from 'node:timers/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ReportRequest } from '../../shared/protocol/requests.ts'
import type { Requests } from '../archive/mailbox-archive.ts'
import { isRequestDue } from './request-schedule.ts'

/** How often watched requests are read, ms. */
const POLL = 200

/** Whether nothing more will become known of it by itself. */
export function isRequestSettled({ state, nextCheckAt }: ReportRequest): boolean {
  if (state === 'requested' || state === 'delivered') return nextCheckAt === null
  return state !== 'sending'
}

export type RequestWatch = {
  now: () => number
  /** Has somebody work on it; called while something is due and nobody does. */
  revive: () => void | Promise<void>
  signal: AbortSignal
  progress: (requests: ReportRequest[]) => void
}

/** Watches requests, whichever process works on them, until all are `done`. The signal ends the watching only. */
export async function followRequests(
  requests: Pick<Requests, 'ofIds' | 'isClaimed'>,
  ids: readonly number[],
  done: (request: ReportRequest) => boolean,
  { now, revive, signal, progress }: RequestWatch,
): Promise<ReportRequest[]> {
  let shown = ''
  for (;;) {
    signal.throwIfAborted()
    const all = requests.ofIds(ids)
    const missing = ids.find(id => !all.some(request => request.id === id))
    if (missing !== undefined)
      throw new RecipisaError('argument-invalid', { name: 'ids', value: missing, problem: 'no such request' })
    if (JSON.stringify(all) !== shown) {
      shown = JSON.stringify(all)
      progress(all)
    }
    if (all.every(done)) return all
    if (all.some(request => isRequestDue(request, now()) && !requests.isClaimed(request.id))) await revive()
    await wait(POLL, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
