import { formatDay, formatMoment, formatWhole } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import type { Series } from './bar-chart.tsx'
import { ChartFigure, type Note } from './chart-figure.tsx'
import type { FigureProps } from './figure.ts'

/** The latest 60 days: arrivals, their outcome, and when they were fetched; marks what leaves SPV soon. */
export function ArrivalsFigure({ host, data, about, fileName }: FigureProps) {
  const { days, edge } = data.arrivals
  const atEdge = days.filter(({ day }) => day <= edge)
  const leaving = atEdge.reduce((sum, { waiting }) => sum + waiting, 0)
  const expired = days.reduce((sum, each) => sum + each.expired, 0)
  const series: Series[] = [
    { look: 'done', label: t('charts-archived'), values: days.map(one => one.arrived - one.waiting - one.expired) },
    { look: 'waiting', label: t('charts-waiting'), values: days.map(({ waiting }) => waiting) },
    ...(expired > 0
      ? [{ look: 'lost', label: t('charts-expired'), values: days.map(one => one.expired) } as const]
      : []),
    { look: 'fetched', label: t('charts-fetched'), values: days.map(({ fetched }) => -fetched) },
  ]
  const notes: Note[] = [
    { text: t('charts-edge', { day: formatDay(locale.value, edge) }) },
    ...(leaving > 0 ? [{ text: t('charts-leaving', { n: leaving }), tone: 'bad' } as const] : []),
  ]
  const isEmpty = days.every(({ arrived, fetched }) => arrived + fetched === 0)
  const count = (n: number) => (n === 0 ? '' : formatWhole(locale.value, n))
  return (
    <ChartFigure
      host={host}
      id="arrivals"
      isWide
      title={t('charts-arrivals')}
      about={about}
      fileName={fileName('sosiri')}
      notes={isEmpty ? [] : notes}
      bars={
        isEmpty
          ? undefined
          : {
              shape: 'stack',
              isCount: true,
              marked: atEdge.length,
              labels: days.map(({ day }) => day.split('-').reverse().slice(0, 2).join('.')),
              series,
              hint: ({ label, values }, at) =>
                `${formatDay(locale.value, days[at]?.day ?? '')} · ${label}: ${formatWhole(locale.value, Math.abs(values[at] ?? 0))}`,
            }
      }
      table={() => (
        <table class="numbers">
          <caption class="visually-hidden">{t('charts-arrivals')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('charts-day')}</th>
              <th scope="col">{t('charts-arrived')}</th>
              <th scope="col">{t('charts-waiting')}</th>
              <th scope="col">{t('charts-expired')}</th>
              <th scope="col">{t('charts-last-fetch')}</th>
              <th scope="col">{t('charts-fetched')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(each => (
              <tr key={each.day}>
                <th scope="row">{formatDay(locale.value, each.day)}</th>
                <td>{count(each.arrived)}</td>
                <td>{count(each.waiting)}</td>
                <td>{count(each.expired)}</td>
                <td>{each.lastFetch === null ? '' : formatMoment(locale.value, each.lastFetch)}</td>
                <td>{count(each.fetched)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}
