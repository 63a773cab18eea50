import { formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { inCurrency, mainCurrency, otherCurrencies } from './amounts.ts'
import type { Bars } from './bar-chart.tsx'
import { ChartFigure, type Note } from './chart-figure.tsx'
import { type FigureProps, otherCurrenciesNote } from './figure.ts'
import { currencyWord, money, Sums, Way } from './money.tsx'
import { formatMonth } from './period.ts'

/** Sent and received per month. */
export function MonthsFigure({ host, data, about, fileName, onInvoices }: FigureProps) {
  const { months, total } = data
  const totals = [...total.sent.totals, ...total.received.totals]
  const currency = mainCurrency(totals)
  const unsummed = total.sent.unsummed + total.received.unsummed
  const notes: Note[] = [
    ...otherCurrenciesNote(otherCurrencies(totals)),
    ...(unsummed > 0 ? [{ text: t('charts-unsummed', { n: unsummed }) }] : []),
  ]
  const amountsOf = (direction: 'sent' | 'received') =>
    months.map(month => inCurrency(month[direction].totals, currency))
  const bars: Bars = {
    shape: 'up',
    unit: currencyWord(currency),
    labels: months.map(({ month }) => formatMonth(locale.value, month, 'short')),
    series: [
      { look: 'first', label: t('charts-sent'), values: amountsOf('sent') },
      { look: 'second', label: t('charts-received'), values: amountsOf('received') },
    ],
    hint: ({ label, values }, at) =>
      `${formatMonth(locale.value, months[at]?.month ?? '')} · ${label}: ${money(String(values[at] ?? 0), currency)}`,
  }
  const cells = ({ sent, received }: typeof total) => (
    <>
      <td>{formatWhole(locale.value, sent.count)}</td>
      <td>
        <Sums totals={sent.totals} />
      </td>
      <td>{formatWhole(locale.value, received.count)}</td>
      <td>
        <Sums totals={received.totals} />
      </td>
    </>
  )
  return (
    <ChartFigure
      host={host}
      id="months"
      title={t('charts-months')}
      about={about}
      fileName={fileName('luni')}
      bars={totals.length === 0 ? undefined : bars}
      notes={notes}
      table={isShown => (
        <table class="numbers">
          <caption class="visually-hidden">{t('charts-months')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('charts-month')}</th>
              <th scope="col">{t('charts-sent-count')}</th>
              <th scope="col">{t('charts-sent')}</th>
              <th scope="col">{t('charts-received-count')}</th>
              <th scope="col">{t('charts-received')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(each => (
              <tr key={each.month}>
                <th scope="row">
                  <Way
                    isLink={isShown}
                    text={formatMonth(locale.value, each.month)}
                    onClick={() => onInvoices({ filters: { issued: each.month } })}
                  />
                </th>
                {cells(each)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('charts-total')}</th>
              {cells(total)}
            </tr>
          </tfoot>
        </table>
      )}
    />
  )
}
