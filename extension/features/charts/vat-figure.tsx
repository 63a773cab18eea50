import { formatDecimal, formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { mainCurrency, otherCurrencies } from './amounts.ts'
import { ChartFigure, type Note } from './chart-figure.tsx'
import { type FigureProps, otherCurrenciesNote } from './figure.ts'
import { currencyWord, money } from './money.tsx'

/** VAT collected against deductible, by rate. */
export function VatFigure({ host, data, about, fileName }: FigureProps) {
  const { rates, totals, unread } = data.vat
  const currency = mainCurrency(totals)
  const drawn = rates.filter(
    each => (each.currency ?? '') === currency && [each.collected.vat, each.deductible.vat].some(vat => Number(vat)),
  )
  const notes: Note[] = [
    ...otherCurrenciesNote(otherCurrencies(totals)),
    ...(unread > 0 ? [{ text: t('charts-vat-unread', { n: unread }) }] : []),
    { text: t('charts-vat-hint') },
  ]
  return (
    <ChartFigure
      host={host}
      id="vat"
      title={t('charts-vat')}
      about={about}
      fileName={fileName('tva')}
      notes={notes}
      bars={
        drawn.length === 0
          ? undefined
          : {
              shape: 'up',
              unit: currencyWord(currency),
              labels: drawn.map(({ percent }) => rateName(percent)),
              series: [
                { look: 'first', label: t('charts-collected'), values: drawn.map(each => Number(each.collected.vat)) },
                {
                  look: 'second',
                  label: t('charts-deductible'),
                  values: drawn.map(each => Number(each.deductible.vat)),
                },
              ],
              hint: ({ label, values }, at) =>
                `${rateName(drawn[at]?.percent ?? null)} · ${label}: ${money(String(values[at] ?? 0), currency)}`,
            }
      }
      table={() => (
        <table class="numbers">
          <caption class="visually-hidden">{t('charts-vat')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('charts-rate')}</th>
              <th scope="col">{t('charts-sales')}</th>
              <th scope="col">{t('charts-collected')}</th>
              <th scope="col">{t('charts-purchases')}</th>
              <th scope="col">{t('charts-deductible')}</th>
              <th scope="col">{t('charts-vat-difference')}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map(({ percent, currency: own, collected, deductible, difference }) => (
              <tr key={`${own} ${percent}`}>
                <th scope="row">{rateName(percent)}</th>
                <td>{formatWhole(locale.value, collected.count)}</td>
                <td>{money(collected.vat, own)}</td>
                <td>{formatWhole(locale.value, deductible.count)}</td>
                <td>{money(deductible.vat, own)}</td>
                <td>{money(difference, own)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map(({ currency: own, collected, deductible, difference }) => (
              <tr key={own}>
                <th scope="row">{t('charts-total')}</th>
                <td />
                <td>{money(collected, own)}</td>
                <td />
                <td>{money(deductible, own)}</td>
                <td>{money(difference, own)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      )}
    />
  )
}

const rateName = (percent: string | null): string =>
  percent === null ? t('charts-no-rate') : `${formatDecimal(locale.value, percent)}%`
