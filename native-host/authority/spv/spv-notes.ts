import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fold } from '../../../shared/text/fold.ts'
import { isWithoutAnyRight } from '../wire/answers/notes.ts'

/** The subject of an `eroare` of the mailbox services, by its core phrase (S-04). */
export type SpvNote =
  | { category: 'rights' | 'download-refused' | 'other' }
  /** `code` is for the service's support. */
  | { category: 'technical'; code: string }

// The service's own spelling: "Nu veti drept sa solictati informatii despre CIF=…", "Nu aveti dreptul sa descarcati …".
const DOWNLOAD_REFUSED = /nu a?veti drept(ul)? sa descarcati/
const WITHOUT_RIGHTS = /nu a?veti drept(ul|uri)?\b|nu exista niciun cif pentru care/
const TECHNICAL = /\beroare\b.*\bcod(?:ul)?\s*[:=]?\s*(\d+)/

/** Words for a failure of the service itself. `sistem` is none: "nu are o valoare acceptata de sistem" is a refusal. */
const OWN_FAILURE =
  /\b(eroare|erori|error|tehnic[ae]?|intern[ae]?|internal|sistemul|ocupat[ae]?|busy|(in)?disponibil[ae]?|unavailable|mentenanta|nu raspunde|reveniti|incercati)\b/

/** Most characters to read of a note: the service writes a sentence or two. */
const MOST_NOTE = 2000

export function readSpvNote(note: string): SpvNote {
  const text = fold(note.slice(0, MOST_NOTE))
  const code = TECHNICAL.exec(text)?.[1]
  if (code !== undefined) return { category: 'technical', code }
  if (DOWNLOAD_REFUSED.test(text)) return { category: 'download-refused' }
  return { category: WITHOUT_RIGHTS.test(text) ? 'rights' : 'other' }
}

/** Whether a note is about a failure of the service itself: it then says nothing about the request. */
export const isOwnFailure = (note: string): boolean => OWN_FAILURE.test(fold(note.slice(0, MOST_NOTE)))

/** The error for a note that is not an outcome. `cui` is the requested company, if any. */
export function spvNoteError(operation: string, note: string, cui?: string): RecipisaError {
  const read = readSpvNote(note)
  if (read.category === 'technical') return new RecipisaError('spv-technical', { operation, note, code: read.code })
  if (read.category !== 'rights') return new RecipisaError('authority-note', { operation, note })
  // The note is about all companies: naming one would send people after a right for it.
  if (cui !== undefined && !isWithoutAnyRight(note))
    return new RecipisaError('no-rights-for-company', { cui, operation, note })
  return new RecipisaError('spv-no-rights', { operation, note })
}
