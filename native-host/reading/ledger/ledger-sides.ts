import { fold } from '../../../shared/text/fold.ts'
import { MAX_CELL } from './ledger-cells.ts'

/** Purchases are received, sales are sent. */
export type Side = 'sent' | 'received'

type Words = Readonly<Record<Side, RegExp>>

const wordsOf = (received: string, sent: string): Words => ({
  received: new RegExp(`(?<![a-z])(${received})`),
  sent: new RegExp(`(?<![a-z])(${sent})`),
})

/** The words of both sides in pairs, folded: a table that names both has a pair. */
const PAIRS: readonly Words[] = [
  wordsOf('cumparar|achiziti|purchase', 'vanzar|livrar|sales?(?![a-z])'),
  wordsOf('intrar', 'iesir'),
  wordsOf('primit|received', 'trimis|(emis[ae]|issued|sent)(?![a-z])'),
]

/** The words of each side in the names of sheets, folded. */
export const SIDE_WORDS: Words = {
  received: anyOf(PAIRS.map(({ received }) => received)),
  sent: anyOf(PAIRS.map(({ sent }) => sent)),
}

function anyOf(expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'))
}

const OF = '( (document|factura|jurnal|operatiune|operatie|tranzactie)(ul|ului)?)?$'
/** The heads of columns that can tell the side of each row; a state such as "trimisă" is no side. */
const JOURNAL = new RegExp(`^((tip|type) jurnal(ul|ului)?$|(jurnal|registru|sens|side)${OF})`)
const KIND = new RegExp(`^(fel|tip|type|directie|directia|direction)${OF}`)

/**
 * The side that each cell of a column names, if the column's head, plain, can tell it. A kind of document tells it only
 * beside its contrary: a supplier's "factură emisă" is a purchase, too, an "avans primit" a sale, and "Vânzări" may be
 * the department that bought.
 */
export function sidesOf(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  column: number,
): ReadonlyMap<string, Side> {
  const isJournal = heads.some(head => JOURNAL.test(head))
  if (!isJournal && !heads.some(head => KIND.test(head))) return new Map()
  const cells = [...new Set(rows.map(row => row[column] ?? ''))]
  const texts = cells.map(cell => fold(cell.slice(0, MAX_CELL)))
  const isNamed = (words: RegExp) => texts.some(text => words.test(text))
  const pairs = isJournal ? PAIRS : PAIRS.filter(({ received, sent }) => isNamed(received) && isNamed(sent))
  return new Map(
    texts.flatMap((text, n): [string, Side][] => {
      const isSent = pairs.some(({ sent }) => sent.test(text))
      const isReceived = pairs.some(({ received }) => received.test(text))
      return isSent === isReceived ? [] : [[cells[n] ?? '', isSent ? 'sent' : 'received']]
    }),
  )
}
