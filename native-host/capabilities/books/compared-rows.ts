import type { Side } from '../../reading/ledger/ledger-sides.ts'
import type { BookRow } from './ledger-entries.ts'

/** The rows of one side: a table can hold both journals. A row that names no side belongs to each. */
export function ofSide(rows: readonly BookRow[], side: Side | undefined): BookRow[] {
  return rows.filter(row => side === undefined || (row.side ?? side) === side)
}

/**
 * The rows of one company: a table can hold those of several, or both parties of each invoice. If no row names the
 * company, the column does not say whose the rows are. The company's own CUI in all rows names no partner; in some, it
 * is the partner of invoices to oneself.
 */
export function ofCompany(rows: readonly BookRow[], cui: string): BookRow[] {
  const tells = rows.some(({ firm }) => firm === cui)
  const own = rows.filter(({ firm }) => !tells || (firm ?? cui) === cui)
  const isPartner = own.some(row => row.cui !== null && row.cui !== cui)
  return isPartner ? own : own.map(row => ({ ...row, cui: null }))
}
