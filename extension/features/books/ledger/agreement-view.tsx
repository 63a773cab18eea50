import type { Company } from '../../../../shared/protocol/companies.ts'
import type { Agreement, AgreementRow } from '../../../../shared/protocol/invoices/ledgers.ts'
import type { HostClient } from '../../../host/client.ts'
import { formatAmount, formatDay } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { useSaving } from '../../documents/use-saving.tsx'
import { findingsOf, type Ledger } from './ledger.ts'

type Props = {
  host: HostClient
  ledger: Ledger
  companies: readonly Company[]
  agreement: Agreement
  onOpen: (id: string) => void
}

/** The result of a comparison: counts that filter the rows, the rows, and a workbook of everything. */
export function AgreementView({ host, ledger, companies, agreement, onOpen }: Props) {
  const { busy, save, outcome } = useSaving(host)
  const rows = ledger.rows.value
  return (
    <section class="ledger-result" aria-label={t('ledger-result')}>
      <h3>{t('ledger-result')}</h3>
      <p class="muted">{questionOf(agreement, companies)}</p>
      {agreement.left > 0 && <Notice tone="wait">{t('ledger-left', { n: agreement.left })}</Notice>}
      {agreement.aside !== undefined && agreement.aside > 0 && (
        <p class="muted">{t('ledger-aside', { n: agreement.aside })}</p>
      )}
      <fieldset class="filters">
        <legend class="visually-hidden">{t('ledger-result')}</legend>
        {findingsOf(agreement).map(([finding, count]) => (
          <button
            key={finding}
            type="button"
            class="filter numeric"
            aria-pressed={ledger.shown.value === finding}
            disabled={count === 0}
            onClick={() => void ledger.show(finding)}
          >
            {t(`ledger-finding-${finding}`)} ({count})
          </button>
        ))}
      </fieldset>
      {ledger.rowsError.value !== undefined && <ErrorNotice error={ledger.rowsError.value} />}
      <table class="ledger-rows">
        <thead>
          <tr>
            <th scope="col">{t('ledger-column-name')}</th>
            <th scope="col">{t('ledger-column-number')}</th>
            <th scope="col">{t('ledger-column-date')}</th>
            <th scope="col" class="numeric">
              {t('ledger-in-spv')}
            </th>
            <th scope="col" class="numeric">
              {t('ledger-in-books')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <Row key={n} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <div class="choices">
        {rows.length < ledger.total.value && <Button onClick={() => void ledger.more()}>{t('show-more')}</Button>}
        <Button
          look="primary"
          disabled={busy}
          onClick={() => save({ area: 'agreements', id: String(agreement.id), as: 'xlsx' })}
        >
          {t('ledger-save')}
        </Button>
      </div>
      {outcome}
    </section>
  )
}

/** What was compared: the fields above may ask for something else by now. */
function questionOf({ cui, direction, since, until }: Agreement, companies: readonly Company[]): string {
  const company = companies.find(one => one.cui === cui)?.name ?? t('company-no-name', { cui })
  const days = [since, until].map(day => (day ? formatDay(locale.value, day) : '…')).join(' – ')
  return [company, t(`ledger-${direction}`), ...(since || until ? [days] : [])].join(' · ')
}

function Row({ row, onOpen }: { row: AgreementRow; onOpen: (id: string) => void }) {
  const { invoice, ledger, differences, payable, inLei } = row
  const date = invoice?.date ?? ledger?.date
  const remarks = [
    ...differences.map(one => t(`ledger-difference-${one}`)),
    ...(payable === undefined ? [] : [t('ledger-payable')]),
    ...(inLei === undefined ? [] : [t('ledger-in-lei', { amount: formatAmount(locale.value, inLei, 'RON') })]),
    ...(ledger?.problem ? [t(`ledger-problem-${ledger.problem}`)] : []),
  ]
  return (
    <tr>
      <td>
        {invoice?.name ?? ledger?.name ?? invoice?.cui ?? ledger?.cui ?? t('none')}
        {remarks.length > 0 && <div class="muted">{remarks.join(', ')}</div>}
      </td>
      <td>
        {invoice ? (
          <Button look="link" onClick={() => onOpen(invoice.id)}>
            {invoice.number}
          </Button>
        ) : (
          ledger?.number || t('none')
        )}
        {ledger && (
          <div class="muted">
            {invoice && ledger.number !== invoice.number && `${ledger.number}, `}
            {t('ledger-row', { n: ledger.row })}
          </div>
        )}
      </td>
      <td>
        {date ? formatDay(locale.value, date) : t('none')}
        {invoice?.date && ledger?.date && invoice.date !== ledger.date && (
          <div class="muted">{formatDay(locale.value, ledger.date)}</div>
        )}
      </td>
      <td class="numeric" data-label={t('ledger-in-spv')}>
        {amountOf(invoice)}
      </td>
      <td class="numeric" data-label={t('ledger-in-books')}>
        {amountOf(ledger)}
      </td>
    </tr>
  )
}

function amountOf(side: { total: string | null; currency: string | null } | null): string {
  return side?.total ? formatAmount(locale.value, side.total, side.currency) : ''
}
