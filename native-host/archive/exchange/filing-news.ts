/** What seats compare of a filing: its state, and the number that the authority gave it. */
type Known = { state: string; number: string | null }

/** States in which the outcome is still to be found out. */
export const OPEN: ReadonlySet<string> = new Set(['unknown', 'processing'])

/** Whether nothing was filed from here, so that another seat's filing is the one. */
export const wasNotFiled = ({ state }: { state: string }): boolean => state === 'rejected' || state === 'not-sent'

/** Whether another seat knows more of a filing. What is over stays, and what has a number does not lose it. */
export function isNews(ours: Known, theirs: Known): boolean {
  const losesNumber = ours.number !== null && theirs.number === null
  const gainsNumber = ours.number === null && theirs.number !== null
  return OPEN.has(ours.state) && !losesNumber && (gainsNumber || ours.state !== theirs.state)
}
