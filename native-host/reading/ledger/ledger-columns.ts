import type { GivenColumns, LedgerColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { CODE, letter, plainHead } from '../list/columns.ts'

type Fact = keyof LedgerColumns

const DOCUMENT = '(document|documentului|doc|factura|facturii|fact|act|invoice)'

/**
 * Heads by fact, the surest first: of two fitting columns, the one with the surer head wins. `firma` is last, because a
 * journal names its own firm beside the partner.
 */
const HEADS: Readonly<Record<Fact, readonly RegExp[]>> = {
  number: [
    new RegExp(`^(nr|no|numar|numarul|number) (de )?${DOCUMENT}$|^${DOCUMENT} (nr|no|numar|number)$`),
    new RegExp(`^(serie|seria)( si)? (nr|numar|numarul)( ${DOCUMENT})?$`),
    /^(nr|numar|numarul|number)$/,
    new RegExp(`^${DOCUMENT}$`),
  ],
  series: [new RegExp(`^(serie|seria|series)( ${DOCUMENT})?$`)],
  cui: [
    new RegExp(`^${CODE} (furnizor|client|partener)$`),
    new RegExp(`^${CODE}$`),
    new RegExp(`^${CODE} (firma|societate)$`),
  ],
  name: [
    /^((denumire|denumirea|nume|numele) )?(partener|furnizor|client|tert)(ul|ului)?$/,
    /^(supplier|customer|partner)( name)?$/,
    /^(denumire|denumirea|nume|numele)$/,
    /^((denumire|denumirea|nume|numele) )?firma$/,
  ],
  date: [
    new RegExp(`^(data|date) ${DOCUMENT}$|^${DOCUMENT} date$|^(data|dt) (emiterii|emitere)$`),
    /^(data|date|dt)$/,
    /^data (inregistrarii|inregistrare|operarii|operare)$/,
  ],
  total: [
    /^(total|valoare|valoarea|suma)( totala| totalul)?( document| factura| doc)? (cu|incl|inclusiv) tva$/,
    new RegExp(
      `^(total|valoare totala|suma totala)( (${DOCUMENT.slice(1, -1)}|general|de plata))?$|^(gross|total amount|amount)$`,
    ),
    new RegExp(`^(valoare|valoarea|suma)( ${DOCUMENT})?$`),
  ],
  net: [
    /^(baza|baza impozabila|baza de impozitare|net|neta|valoare neta)$/,
    /^(total|valoare|valoarea|suma) fara tva$/,
  ],
  vat: [/^(tva|vat|valoare tva|total tva|suma tva|tva total)$/],
  currency: [/^(moneda|valuta|currency)$/],
}

/** Longest head to show, characters. */
const MAX_HEAD = 100
/** How many rows with content to search for the heads: titles may come first. */
const MAX_TITLES = 20

export type FoundColumns = {
  columns: LedgerColumns
  heads: string[] /** Index of the first row below the heads. */
  start: number
}

/**
 * Identifies the columns by their heads, in the row near the top with the most known heads. The caller's columns win;
 * if no row names two facts, the columns are `A`, `B`… and every row is content.
 */
export function findLedgerColumns(
  rows: readonly (readonly string[])[],
  given: Omit<GivenColumns, 'sheetOf'>,
): FoundColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const filled = rows.flatMap((row, at) => (row.some(cell => cell.trim() !== '') ? [at] : [])).slice(0, MAX_TITLES)
  const read = filled.map(at => ({ at, columns: columnsOf(rows[at] ?? []) }))
  const counted = read.map(one => ({
    ...one,
    count: Object.values(one.columns).filter(column => column !== null).length,
  }))
  const best = counted.toSorted((a, b) => b.count - a.count || a.at - b.at)[0]
  const head = best && best.count >= 2 ? best : undefined
  const names = (head && rows[head.at]) ?? []
  const inside = Object.fromEntries(
    Object.entries(given).filter(([, column]) => column === null || (column !== undefined && column < width)),
  )
  return {
    columns: { ...(head?.columns ?? NONE), ...inside },
    heads: Array.from({ length: width }, (_, n) => names[n]?.trim().slice(0, MAX_HEAD) || letter(n)),
    start: head ? head.at + 1 : 0,
  }
}

const NONE: LedgerColumns = {
  number: null,
  series: null,
  cui: null,
  name: null,
  date: null,
  total: null,
  net: null,
  vat: null,
  currency: null,
}

function columnsOf(row: readonly string[]): LedgerColumns {
  const columns = Object.entries(HEADS).map(([fact, heads]) => {
    const plain = row.map(plainHead)
    const found = heads.map(head => plain.findIndex(text => head.test(text))).find(column => column >= 0)
    return [fact, found ?? null]
  })
  return { ...NONE, ...Object.fromEntries(columns) }
}
