/** The parts of a filing that seats compare: its state, and the authority's number. */
type Known = { state: string; number: string | null }

/** States whose outcome is still open. */
export const OPEN: ReadonlySet<string> = new Set(['unknown', 'processing'])

/** Whether nothing was filed from here, so another seat's filing counts. */
export const wasNotFiled = ({ state }: { state: string }): boolean => state === 'rejected' || state === 'not-sent'

/** SQL: of a content's attempts first those that filed it or may have, whatever became of a later one; then the latest. */
export const FILED_FIRST = (state: string, id: string) => `ORDER BY ${state} IN ('rejected', 'not-sent'), ${id} DESC`

/** Whether another seat knows more about a filing. A finished one stays, and a number is never lost. */
export function isNews(ours: Known, theirs: Known): boolean {
  const losesNumber = ours.number !== null && theirs.number === null
  const gainsNumber = ours.number === null && theirs.number !== null
  return OPEN.has(ours.state) && !losesNumber && (gainsNumber || ours.state !== theirs.state)
}
