import { fold } from '../../../shared/text/fold.ts'

/** Purchases are received, sales are sent. */
export type Side = 'sent' | 'received'

/** The words of each side, in the names of sheets and in cells; folded. */
export const SIDE_WORDS: Readonly<Record<Side, RegExp>> = {
  received: /(?<![a-z])(cumparar|achiziti|intrar|primit|received|purchase)/,
  sent: /(?<![a-z])(vanzar|iesir|livrar|trimis|(emis[ae]|issued|sales?|sent)(?![a-z]))/,
}

/** The heads of columns that can tell the side of each row; a state such as "trimisă" is no side. */
const HEAD =
  /^(jurnal|registru|fel|sens|directie|directia|tip|type|side|direction)( (document|factura|jurnal|operatiune|operatie|tranzactie)(ul|ului)?)?$/

/** Whether a column of this head, plain, tells the side if its cells name sides. */
export const canTellSide = (head: string): boolean => HEAD.test(head)

/** The side that a cell names; null if it names none, or both. */
export function sideOf(cell: string): Side | null {
  const text = fold(cell)
  const [isReceived, isSent] = [SIDE_WORDS.received.test(text), SIDE_WORDS.sent.test(text)]
  if (isReceived === isSent) return null
  return isSent ? 'sent' : 'received'
}
