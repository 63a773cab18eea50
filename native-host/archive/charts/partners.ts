import { isOfAnyone } from '../../../shared/domain/cui.ts'
import { type ChartPartner, type ChartPartners, TOP_PARTNERS } from '../../../shared/protocol/invoices/charts.ts'
import { decimal } from '../invoices/message-summary.ts'

/** Invoices of one partner in one currency; amounts in hundredths, null where no invoice has one. */
export type PartnerRow = {
  cui: string
  currency: string | null
  countNow: number
  amountNow: number | null
  countBefore: number
  amountBefore: number | null
}

type Change = ChartPartner['change']

/** Picks, in each currency, the largest partners, the largest new ones and the largest lost ones. */
export function gatherPartners(rows: readonly PartnerRow[], nameOf: (cui: string) => string | null): ChartPartners {
  const changes = new Map([...Map.groupBy(rows, ({ cui }) => cui)].map(([cui, own]) => [cui, changeOf(own)]))
  const count = (...wanted: Change[]) => [...changes.values()].filter(change => wanted.includes(change)).length
  const ofCurrency = (own: readonly PartnerRow[]): PartnerRow[] => {
    const largest = (amount: 'amountNow' | 'amountBefore', of: readonly PartnerRow[]) =>
      of.toSorted((a, b) => (b[amount] ?? 0) - (a[amount] ?? 0)).slice(0, TOP_PARTNERS)
    const changed = (change: Change) => own.filter(({ cui }) => changes.get(cui) === change)
    const picked = new Set([
      ...largest(
        'amountNow',
        own.filter(({ countNow }) => countNow > 0),
      ),
      ...largest('amountNow', changed('new')),
      ...largest('amountBefore', changed('gone')),
    ])
    return [...picked].toSorted(
      (a, b) => (b.amountNow ?? 0) - (a.amountNow ?? 0) || (b.amountBefore ?? 0) - (a.amountBefore ?? 0),
    )
  }
  // The currency with the most invoices first, as in other sums.
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency).values()].toSorted(
    (a, b) => invoicesIn(b) - invoicesIn(a),
  )
  return {
    count: count('kept', 'new'),
    fresh: count('new'),
    gone: count('gone'),
    items: currencies.flatMap(ofCurrency).map(row => ({
      cui: row.cui,
      // A code of many has no name: that of one would stand for all.
      name: row.cui === '' || isOfAnyone(row.cui) ? null : nameOf(row.cui),
      currency: row.currency,
      now: { count: row.countNow, amount: decimal(row.amountNow ?? 0) },
      before: { count: row.countBefore, amount: decimal(row.amountBefore ?? 0) },
      difference: decimal((row.amountNow ?? 0) - (row.amountBefore ?? 0)),
      change: changes.get(row.cui) ?? 'kept',
    })),
  }
}

const invoicesIn = (rows: readonly PartnerRow[]): number =>
  rows.reduce((sum, { countNow, countBefore }) => sum + countNow + countBefore, 0)

function changeOf(rows: readonly PartnerRow[]): Change {
  if (rows.every(({ countNow }) => countNow === 0)) return 'gone'
  return rows.every(({ countBefore }) => countBefore === 0) ? 'new' : 'kept'
}
