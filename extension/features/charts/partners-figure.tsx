import { isOfAnyone } from '../../../shared/domain/cui.ts'
import type { ChartPartner } from '../../../shared/protocol/invoices/charts.ts'
import { formatDay } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { mainCurrency, otherCurrencies } from './amounts.ts'
import { ChartFigure, type Note } from './chart-figure.tsx'
import { type FigureProps, otherCurrenciesNote } from './figure.ts'
import { currencyWord, money, Way } from './money.tsx'
import { formatSpanOfDays } from './period.ts'

/** The number of partners drawn; the table has the host's whole list. */
const DRAWN = 8

type Props = FigureProps & { side: 'customers' | 'suppliers' }

/** The largest customers or suppliers against the period before, and who is new or gone. */
export function PartnersFigure({ host, data, side, about, fileName, onInvoices }: Props) {
  const { count, fresh, gone, items } = data[side]
  const currency = mainCurrency(items)
  const drawn = items.filter(each => (each.currency ?? '') === currency && each.now.count > 0).slice(0, DRAWN)
  const isCut = data.firstDay !== null && data.firstDay > data.before.since
  // A period before the archive is not compared: every partner would be new.
  const hasBefore = data.firstDay !== null && data.firstDay <= data.before.until
  const notes: Note[] = [
    ...(items.length > 0
      ? [
          {
            text: [
              t(`charts-${side}-count`, { n: count }),
              ...(hasBefore ? [t('charts-fresh', { n: fresh }), t('charts-gone', { n: gone })] : []),
            ].join(' · '),
          },
        ]
      : []),
    ...otherCurrenciesNote(otherCurrencies(items)),
    ...(isCut && items.length > 0
      ? [{ text: t('charts-cut', { day: formatDay(locale.value, data.firstDay ?? '') }) }]
      : []),
  ]
  const before = {
    look: 'second',
    label: t('charts-before'),
    values: drawn.map(each => Number(each.before.amount)),
  } as const
  const title = t(`charts-${side}`)
  return (
    <ChartFigure
      host={host}
      id={side}
      title={title}
      about={about}
      fileName={fileName(side === 'customers' ? 'clienti' : 'furnizori')}
      notes={notes}
      bars={
        drawn.length === 0
          ? undefined
          : {
              shape: 'side',
              unit: currencyWord(currency),
              labels: drawn.map(nameOf),
              series: [
                { look: 'first', label: t('charts-now'), values: drawn.map(({ now }) => Number(now.amount)) },
                ...(hasBefore ? [before] : []),
              ],
              hint: ({ label, values }, at) => {
                const partner = drawn[at]
                return `${partner ? nameOf(partner) : ''} · ${label}: ${money(String(values[at] ?? 0), currency)}`
              },
            }
      }
      table={isShown => (
        <table class="numbers">
          <caption class={isShown ? 'muted' : 'visually-hidden'}>
            <span class="visually-hidden">{title}. </span>
            {t('charts-listed')}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('charts-partner')}</th>
              <th scope="col">
                {t('charts-now')}
                <div class="muted">{formatSpanOfDays(locale.value, data.period)}</div>
              </th>
              <th scope="col">
                {t('charts-before')}
                <div class="muted">{formatSpanOfDays(locale.value, data.before)}</div>
              </th>
              <th scope="col">{t('charts-difference')}</th>
              <th scope="col" class="word">
                {t('charts-change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(each => (
              <tr key={`${each.cui} ${each.currency}`}>
                <th scope="row">
                  <Way
                    isLink={isShown && each.cui !== ''}
                    text={nameOf(each)}
                    onClick={() => onInvoices(leadTo(each, side, data))}
                  />
                </th>
                <td>{money(each.now.amount, each.currency)}</td>
                <td>{money(each.before.amount, each.currency)}</td>
                <td>{money(each.difference, each.currency)}</td>
                <td class="word">{each.change === 'kept' || !hasBefore ? '' : t(`charts-change-${each.change}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}

function nameOf({ cui, name }: ChartPartner): string {
  if (name !== null) return name
  if (cui === '') return t('charts-no-cui')
  return isOfAnyone(cui) ? t('partner-anyone') : cui
}

/** The partner's invoices of both periods. */
function leadTo({ cui }: ChartPartner, side: Props['side'], { period, before }: FigureProps['data']) {
  const days = [before.since, period.until].map(day => day.split('-').reverse().join('.'))
  return { filters: { show: side === 'customers' ? 'sent' : 'received', issued: days.join('..') }, search: cui }
}
