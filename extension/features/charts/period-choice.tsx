import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { type ChartPeriod, formatMonth, LENGTHS, monthAfter } from './period.ts'

type Props = { period: ChartPeriod; present: string; onChange: (period: ChartPeriod) => void }

/** The number of months, and the last one. */
export function PeriodChoice({ period, present, onChange }: Props) {
  const { months, until } = period
  const move = (step: number) => onChange({ months, until: monthAfter(until, step) })
  return (
    <span class="charts-period">
      <select
        class="input"
        aria-label={t('charts-period')}
        value={String(months)}
        onChange={event => onChange({ months: Number(event.currentTarget.value), until })}
      >
        {LENGTHS.map(length => (
          <option key={length} value={length}>
            {t('charts-length', { n: length })}
          </option>
        ))}
      </select>
      <Button look="icon" label={t('charts-earlier')} onClick={() => move(-1)}>
        ‹
      </Button>
      <span class="charts-until">{t('charts-until', { month: formatMonth(locale.value, until) })}</span>
      <Button look="icon" label={t('charts-later')} disabled={until >= present} onClick={() => move(1)}>
        ›
      </Button>
    </span>
  )
}
