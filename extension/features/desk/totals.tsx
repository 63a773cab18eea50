import type { CurrencyTotal } from '../../../shared/protocol/invoices/query.ts'
import { formatAmount } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import type { DeskState } from './desk-state.ts'

/** The line under the table: the number of rows, and their sums by currency. */
export function Totals({ desk }: { desk: DeskState }) {
  const { table, cui } = desk.view.value
  const total = desk.tables[table].pages.total.value
  const summary = table === 'invoices' ? desk.summary.value : undefined
  // The sums of one company must not stand under the name of another.
  const totals = summary && summary.of.cui === cui ? summary.totals : undefined
  return (
    <div class="desk-totals numeric" aria-live="polite">
      <span>{total === undefined ? '' : t('row-count', { n: total })}</span>
      {totals && <Sums totals={totals} />}
    </div>
  )
}

/** Sums, one per currency. */
export function Sums({ totals }: { totals: readonly CurrencyTotal[] }) {
  return (
    <span class="sums">
      {totals.map(({ currency, amount }) => (
        <span key={currency}>{formatAmount(locale.value, amount, currency)}</span>
      ))}
    </span>
  )
}
