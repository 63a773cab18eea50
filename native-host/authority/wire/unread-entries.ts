import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http } from './http.ts'

/** An entry of a list that differs from its documentation, and the place: `mesaje.3.id: expected …`. */
export type UnreadEntry = { problem: string; entry: unknown }

/**
 * Makes the error for the unreadable entries of a list. The answer is kept for inspection, once for the same unread
 * entries: they come with every list that reaches back to their day.
 */
export function createUnreadEntries(http: Pick<Http, 'keepAside'>) {
  const latest = new Map<string, { entries: string; kept: string }>()
  return async (
    operation: string,
    unread: readonly UnreadEntry[],
    bytes: Uint8Array,
    cui?: string,
  ): Promise<RecipisaError | undefined> => {
    const [first] = unread
    if (!first) return undefined
    const [list, entries] = [`${operation} ${cui}`, JSON.stringify(unread.map(({ entry }) => entry))]
    const before = latest.get(list)
    const kept = before?.entries === entries ? before.kept : await http.keepAside(operation, bytes)
    latest.set(list, { entries, kept })
    const params = { problem: first.problem, count: unread.length, kept }
    return cui === undefined
      ? new RecipisaError('mail-entries-unread', params)
      : new RecipisaError('entries-unread', { ...params, cui })
  }
}
