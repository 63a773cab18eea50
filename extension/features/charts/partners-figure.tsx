import type { ChartPartner } from '../../../shared/protocol/invoices/charts.ts'
import { formatDay, formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { mainCurrency, otherCurrencies } from './amounts.ts'
import { ChartFigure, type Note } from './chart-figure.tsx'
import { type FigureProps, otherCurrenciesNote } from './figure.ts'
import { money, Way } from './money.tsx'
import { formatSpanOfDays } from './period.ts'

/** How many partners are drawn; the table has all that the host gave. */
const DRAWN = 8
/** Longest name beside a bar, characters. */
const LONGEST = 24

type Props = FigureProps & { side: 'customers' | 'suppliers' }

/** The largest customers or suppliers against the period before, and who is new or gone. */
export function PartnersFigure({ host, data, side, about, fileName, onInvoices }: Props) {
  const { count, fresh, gone, items } = data[side]
  const currency = mainCurrency(items)
  const drawn = items.filter(each => (each.currency ?? '') === currency && each.now.count > 0).slice(0, DRAWN)
  const isCut = data.firstDay !== null && data.firstDay > data.before.since
  const notes: Note[] = [
    ...(items.length > 0
      ? [
          {
            text: [
              t(`charts-${side}-count`, { n: count }),
              t('charts-fresh', { n: fresh }),
              t('charts-gone', { n: gone }),
            ].join(' · '),
          },
        ]
      : []),
    ...otherCurrenciesNote(otherCurrencies(items)),
    ...(isCut ? [{ text: t('charts-cut', { day: formatDay(locale.value, data.firstDay ?? '') }) }] : []),
  ]
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
              labels: drawn.map(each => shortened(nameOf(each))),
              series: [
                { look: 'first', label: t('charts-now'), values: drawn.map(({ now }) => Number(now.amount)) },
                { look: 'second', label: t('charts-before'), values: drawn.map(({ before }) => Number(before.amount)) },
              ],
              hint: ({ label, values }, at) => {
                const partner = drawn[at]
                return `${partner ? nameOf(partner) : ''} · ${label}: ${money(String(values[at] ?? 0), currency)}`
              },
            }
      }
      table={isShown => (
        <table class="numbers">
          <caption class="visually-hidden">{title}</caption>
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
                <td class="word">{each.change === 'kept' ? '' : t(`charts-change-${each.change}`)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>
                {`${t('charts-listed', { n: items.length })} ${formatWhole(locale.value, count + gone)}`}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    />
  )
}

const nameOf = ({ cui, name }: ChartPartner): string => name ?? (cui === '' ? t('charts-no-cui') : cui)

const shortened = (name: string): string => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1).trimEnd()}…`)

/** The partner's invoices of both periods. */
function leadTo({ cui }: ChartPartner, side: Props['side'], { period, before }: FigureProps['data']) {
  const days = [before.since, period.until].map(day => day.split('-').reverse().join('.'))
  return { filters: { show: side === 'customers' ? 'sent' : 'received', issued: days.join('..') }, search: cui }
}
