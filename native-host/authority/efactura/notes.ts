import { formatQuotedMoment, parseQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { fold } from '../../../shared/text/fold.ts'
import { isWithoutAnyRight } from '../wire/answers/notes.ts'

/** E-Factura's notes, recognised by their core phrases (docs/authority/e-invoicing.md). They come with HTTP 200. */

/** The list by days has more than 500 entries (E-10). */
export const isTooManyForDays = (note: string): boolean => fold(note).includes('endpoint-ul cu paginatie')

export const isPageBeyondLast = (note: string): boolean => /^pagina solicitata .*mai mare decat/.test(fold(note))

/** The window touches the limits of the service's clock: it ends in the future or starts over 60 days ago (E-13). */
export const isRangeRefused = (note: string): boolean =>
  /nu poate (fi )?(o data )?(in|din) viitor|nu poate fi mai vechi de \d+ de zile/.test(fold(note))

/** The message's 60 days have passed; no other wording says so (E-22). */
export const isNoLongerThere = (note: string): boolean => fold(note).includes('nu mai poate fi descarcat')

const isWithoutRights = (note: string): boolean => /nu aveti drept(ul)? in spv pentru cif/.test(fold(note))

const isDownloadDenied = (note: string): boolean => /nu aveti dreptul sa descarcati/.test(fold(note))

/** The number of today's calls, from a note that refuses further ones (E-23, E-30); undefined for any other note. */
export const dailyLimitOf = (note: string): string | undefined =>
  /^s-au (?:facut|incarcat) deja (\d+) .*in cursul zilei/.exec(fold(note))?.[1]

/** The error for a note that is not an outcome. */
export function noteError(operation: string, note: string, cui?: string): RecipisaError {
  const limit = dailyLimitOf(note)
  if (limit !== undefined) return new RecipisaError('quota-reached', { operation, limit, note })
  if (isWithoutAnyRight(note)) return new RecipisaError('certificate-without-rights', { operation, note })
  if (cui !== undefined && isWithoutRights(note))
    return new RecipisaError('no-rights-for-company', { cui, operation, note })
  if (isDownloadDenied(note)) return new RecipisaError('download-denied', { operation, note })
  return new RecipisaError('authority-note', { note, operation })
}

/**
 * The moment of the request as a note about the window quotes it, epoch ms. Of the two moments in the hour that autumn
 * repeats, the one nearer to `about`.
 */
export function quotedMoment(note: string, about: number): number | undefined {
  const quoted = /momentul requestului\s*=\s*(\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2})/i.exec(note)?.[1]
  const first = quoted === undefined ? undefined : parseQuotedMoment(quoted)
  if (first === undefined) return undefined
  const second = first + 3_600_000
  const isTwice = formatQuotedMoment(second) === formatQuotedMoment(first)
  return isTwice && Math.abs(second - about) < Math.abs(first - about) ? second : first
}
