import type { JournalEntry } from '../../authority/journal.ts'
import type { Premises } from './premises.ts'

/** A time in which a seat, or the database for all, was away; epoch ms. */
export type Outage = { desk: string; from: number; to: number }
/** In place of a seat's name: the database was away for everybody. */
export const EVERYBODY = ''

/** How long after the authority's answer a seat writes into the office that it has the document, at most, ms. */
const PUBLISHED_WITHIN = 10_000

/**
 * Documents that were given out again, without a reason: the seat that had one was killed or cut off before it could tell the
 * others, or the seat that asked again could not be told.
 */
export function repeatedWithoutReason({ world: { authority }, desks }: Premises, outages: readonly Outage[]) {
  const nameOf = new Map(desks.map(({ token, name }) => [token, name]))
  const wasAway = ({ authorization, at, endedAt }: JournalEntry, after: number) =>
    outages.some(
      ({ desk, from, to }) =>
        (desk === EVERYBODY || desk === nameOf.get(authorization?.sha256 ?? '')) &&
        from <= (endedAt ?? at) + after &&
        to >= at - PUBLISHED_WITHIN,
    )
  const given = authority.journal.find({ path: '/descarcare', status: 200, completed: true })
  const byId = Map.groupBy(given, ({ query }) => query.id ?? '')
  const repeated = [...byId.values()].flatMap(all => all.slice(1).map((second, at) => ({ first: all[at], second })))
  const wrong = repeated.filter(
    ({ first, second }) => !(first && wasAway(first, PUBLISHED_WITHIN)) && !wasAway(second, 0),
  )
  return {
    documents: byId.size,
    repeated: repeated.length,
    wrong: wrong.map(({ second }) => `${second.query.id} at ${new Date(second.at).toISOString()}`),
  }
}
