import type { KnownCompany } from '../../../shared/protocol/registers/lookups.ts'
import { fold } from '../../../shared/text/search-words.ts'
import type { Database } from './database.ts'
import type { KnownJournal } from './journal.ts'

/** Writes the row of a known company; `unless-known` leaves an existing row as it is. */
export function putKnown(db: Database, company: KnownCompany, when: 'always' | 'unless-known' = 'always'): number {
  const { cui, name, givenName, lookedUpAt, favourite, note } = company
  return db.run(
    `INSERT OR ${when === 'always' ? 'REPLACE' : 'IGNORE'} INTO known_companies
        (cui, name, given_name, looked_up_at, favourite, note, search)
      VALUES (:cui, :name, :givenName, :lookedUpAt, :favourite, :note, :search)`,
    { cui, name, givenName, lookedUpAt, favourite: favourite ? 1 : 0, note, search: searchText(company) },
  )
}

/** Folded text for searches. */
export function searchText({ cui, name, givenName, note }: Omit<KnownCompany, 'lookedUpAt' | 'favourite'>): string {
  return fold(`${cui} ${name ?? ''} ${givenName ?? ''} ${note}`)
}

/** Whether a person marked the company as a favourite, wrote a note or named it, which no register can give again. */
export const isMarked = ({
  favourite,
  note,
  givenName,
}: Pick<KnownCompany, 'favourite' | 'note' | 'givenName'>): boolean => favourite || note !== '' || givenName !== null

/** Restores favourites and notes that are in the journal and not in the database. */
export function restoreMarked(db: Database, journal: KnownJournal): void {
  const marked = journal.read().filter(isMarked)
  if (marked.length === 0) return
  db.durable(() => {
    for (const company of marked) putKnown(db, company, 'unless-known')
  })
}

/** Whether the database knows no company, like a new one. */
export function hasNoKnown(db: Database): boolean {
  return db.get('SELECT 1 FROM known_companies LIMIT 1') === undefined
}
