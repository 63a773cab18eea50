import { useCallback } from 'preact/hooks'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { ArrivalsFigure } from './arrivals-figure.tsx'
import type { FigureProps, Lead } from './figure.ts'
import { useCharts } from './load-charts.ts'
import { MonthsFigure } from './months-figure.tsx'
import { PartnersFigure } from './partners-figure.tsx'
import { formatSpanOfDays, monthAfter, periodFilters, periodOf, presentMonth } from './period.ts'
import { PeriodChoice } from './period-choice.tsx'
import { VatFigure } from './vat-figure.tsx'
import './charts.css'

type Props = {
  page: Page
  /** The chosen company; undefined means all. */
  cui: string | undefined
  /** The filters of the page's address. */
  filters: Readonly<Record<string, string>>
  onFilters: (filters: Readonly<Record<string, string>>) => void
  onInvoices: (lead: Lead) => void
}

/** Charts of one company or of all (W-06). */
export function ChartsView({ page, cui, filters, onFilters, onInvoices }: Props) {
  const now = page.now.value
  const period = periodOf(filters, now)
  const { data, error, retry } = useCharts(page, cui, period)
  const found = data.value
  const fileName = useCallback(
    (figure: string) => {
      const first = monthAfter(period.until, 1 - period.months)
      return `${['grafic', figure, cui ?? 'toate', first, period.until].join('_')}.png`
    },
    [cui, period.months, period.until],
  )
  const company = page.overview.value?.companies.find(one => one.cui === cui)
  const named = cui === undefined ? t('all-companies') : ownerName({ cui, companyName: company?.name ?? null })
  const isEmpty = found && found.firstDay === null && found.arrivals.days.every(({ arrived }) => arrived === 0)
  return (
    <div class="charts-view" aria-busy={!found && error.value === undefined}>
      <div class="charts-tools">
        <PeriodChoice
          period={period}
          present={presentMonth(now)}
          onChange={next => onFilters(periodFilters(next, now))}
        />
        {found && <span class="muted numeric">{formatSpanOfDays(locale.value, found.period)}</span>}
        {period.until === presentMonth(now) && <span class="muted">{t('charts-month-runs')}</span>}
      </div>
      {error.value !== undefined && page.failure.value === undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: retry }} />
      )}
      {!found && error.value === undefined && <Skeleton chars={60} />}
      {isEmpty && (
        <EmptyState title={t('desk-empty')} hint={t('charts-empty-hint')}>
          <Button onClick={() => onInvoices({ filters: {} })}>{t('charts-to-invoices')}</Button>
        </EmptyState>
      )}
      {found && !isEmpty && (
        <div class="charts-grid">
          <Figures
            host={page.host}
            data={found}
            about={`${named} · ${formatSpanOfDays(locale.value, found.period)}`}
            fileName={fileName}
            onInvoices={onInvoices}
          />
        </div>
      )}
    </div>
  )
}

function Figures(props: FigureProps) {
  const { days } = props.data.arrivals
  const strip = { since: days[0]?.day ?? '', until: days.at(-1)?.day ?? '' }
  const [named = ''] = props.about.split(' · ')
  return (
    <>
      <MonthsFigure {...props} />
      <VatFigure {...props} />
      <PartnersFigure {...props} side="customers" />
      <PartnersFigure {...props} side="suppliers" />
      <ArrivalsFigure {...props} about={`${named} · ${formatSpanOfDays(locale.value, strip)}`} />
    </>
  )
}
