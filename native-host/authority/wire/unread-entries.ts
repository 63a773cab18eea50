import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http } from './http.ts'

/** An entry of a list that is not as documented, and where it is not: `mesaje.3.id: expected …`. */
export type UnreadEntry = { problem: string; entry: unknown }

/**
 * Tells of entries that could not be read beside the others that could. The answer is kept for a look, once as long as
 * its unread entries are the same: they come with every list that reaches back to their day.
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
