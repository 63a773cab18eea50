import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http } from './http.ts'

/** An entry of a list that differs from its documentation, and where: `mesaje.3.id: expected …`. */
export type UnreadEntry = { problem: string; entry: unknown }

/**
 * Makes the error for the entries of a list that could not be read. The answer is kept for inspection, once as long as
 * the same entries are unread: they come with every list that reaches back to their day.
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
    const said = { problem: first.problem, count: unread.length, kept }
    return cui === undefined
      ? new RecipisaError('mail-entries-unread', said)
      : new RecipisaError('entries-unread', { ...said, cui })
  }
}
