import type { Database } from '../core/database.ts'
import { type FollowedJournal, followJournal } from '../core/followed-journal.ts'
import type { DeclarationJournal, DeclarationLine } from '../core/journal.ts'
import { type JournaledAttempt, restoreAttempts } from '../core/journaled-attempts.ts'
import { changeParams, insertDeclaration, JOURNALED, OVER } from './declaration-rows.ts'
import type { DeclarationChange } from './declarations.ts'

/**
 * The journal of all declarations, for a database that lacks some of them or their latest states. An older database still
 * has declarations that were taken off since.
 */
export function followDeclarations(db: Database, journal: DeclarationJournal): FollowedJournal<DeclarationLine> {
  return followJournal({
    ...{ db, table: 'declarations', journal, idOf: ({ id }) => id },
    restore(lines, isOlder) {
      // First, because their numbers may have gone to others. What this program sent is never taken off, so such a row
      // only shares the id.
      for (const line of isOlder ? [] : lines)
        if ('isForgotten' in line)
          db.run(`DELETE FROM declarations WHERE id = :id AND origin <> 'program'`, { id: line.id })
      restoreAttempts(
        {
          ...{ db, table: 'declarations', isOver: state => OVER.has(state) },
          number: `iif(is_counter = 1, cui, '') || '/' || filing_number`,
          withoutNumber: 'filing_number = NULL',
        },
        lines.flatMap(line => ('isForgotten' in line ? [] : [toRestored(db, line)])),
        isOlder,
      )
    },
  })
}

function toRestored(db: Database, line: Exclude<DeclarationLine, { isForgotten: true }>): JournaledAttempt {
  const { id, createdAt, state, origin, cui, isCounter, filingNumber, sha256 } = line
  const holder = isCounter ? cui : ''
  // As for the rows of 0.1.0 (DECLARATIONS_UNCONFIRMED).
  const isUnproven =
    origin === 'portal' && state === 'processing' && line.registrationNumber === null && line.filedOn === null
  const known = JOURNALED.filter(field => line[field] !== undefined).map(field => [field, line[field]])
  return {
    ...{ id, createdAt, state },
    number: holder === null || filingNumber === null ? null : `${holder}/${filingNumber}`,
    change: changeParams(Object.fromEntries(known) as DeclarationChange),
    insert(hasNumber) {
      // Without bytes and number, it would say nothing.
      if (!hasNumber && sha256 === null) return
      const lost = hasNumber ? {} : ({ state: 'unknown', filingNumber: null } as const)
      // `started`: it may have been sent, and no process is sending it any more.
      insertDeclaration(db, { isUnconfirmed: isUnproven, ...line, ...lost }, 1, 'ON CONFLICT DO NOTHING')
    },
  }
}
