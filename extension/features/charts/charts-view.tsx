import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { ArrivalsFigure } from './arrivals-figure.tsx'
import type { FigureProps, Lead } from './figure.ts'
import { type ChartData, useCharts } from './load-charts.ts'
import { MonthsFigure } from './months-figure.tsx'
import { PartnersFigure } from './partners-figure.tsx'
import { formatSpanOfDays, periodFilters, periodOf, presentMonth } from './period.ts'
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
  const { data: found, isBusy, error, retry } = useCharts(page, cui, period)
  const company = page.overview.value?.companies.find(one => one.cui === cui)
  const named = cui === undefined ? t('all-companies') : ownerName({ cui, companyName: company?.name ?? null })
  const isEmpty = found && found.firstDay === null && found.arrivals.days.every(({ arrived }) => arrived === 0)
  return (
    <div class="charts-view" aria-busy={isBusy}>
      <div class="charts-tools">
        <PeriodChoice
          period={period}
          present={presentMonth(now)}
          onChange={next => onFilters(periodFilters(next, now))}
        />
        {found && <span class="muted numeric">{formatSpanOfDays(locale.value, found.period)}</span>}
        {period.until === presentMonth(now) && <span class="muted">{t('charts-month-runs')}</span>}
      </div>
      {error !== undefined && page.failure.value === undefined && (
        <ErrorNotice error={error} action={{ label: t('retry'), run: retry }} />
      )}
      {!found && error === undefined && <Skeleton chars={60} />}
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
            fileName={figure => fileNameOf(figure, cui, found)}
            onInvoices={onInvoices}
          />
        </div>
      )}
    </div>
  )
}

function fileNameOf(figure: string, cui: string | undefined, { period }: ChartData): string {
  const [first, last] = [period.since, period.until].map(day => day.slice(0, 7))
  return `${['grafic', figure, cui ?? 'toate', first, last].join('_')}.png`
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
