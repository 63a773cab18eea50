import type { Statement } from '../../../../shared/domain/registers.ts'
import type { StatementAnswer } from '../../../../shared/protocol/registers/lookups.ts'
import { describeBody } from '../../../host/describe-failure.ts'
import { formatAgo, formatMoment, formatWhole } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import type { CompanyPage } from './company.ts'
import { figuresOf, indicatorKey, indicatorRows } from './indicators.ts'
import { type Series, StatementChart } from './statement-chart.tsx'

/** Financial statements of several years (P-04): a table, small charts of the same numbers, and every indicator. */
export function Statements({ company, now }: { company: CompanyPage; now: number }) {
  const answers = company.statements.value
  const busy = company.statementsBusy.value
  const error = company.statementsError.value
  const statements = answers.flatMap(({ record }) => (record ? [record] : []))
  const troubled = answers.find(answer => answer.error !== null)
  const failure = troubled?.error && describeBody(troubled.error, locale.value)
  /** Year of the oldest one. */
  const answeredAt = answers.flatMap(answer => answer.answeredAt ?? []).sort((a, b) => a - b)[0]
  const waits = company.busy.value || busy
  return (
    <section class="statements" aria-label={t('lookup-statements')} aria-busy={busy}>
      <div class="register-head">
        <h3>{t('lookup-statements')}</h3>
        {answeredAt !== undefined && (
          <span class="muted numeric" title={formatMoment(locale.value, answeredAt)}>
            {t('lookup-updated', { when: formatAgo(locale.value, answeredAt, now) })}
          </span>
        )}
      </div>
      {error !== undefined && (
        <ErrorNotice error={error} action={{ label: t('retry'), run: () => void company.reloadStatements() }} />
      )}
      {troubled?.isStale && <Status tone="wait">{t('lookup-stale')}</Status>}
      {failure && (
        <p class="register-why muted">
          {failure.what} {failure.next}
        </p>
      )}
      {answers.length === 0 && waits && <Skeleton chars={32} />}
      {answers.length > 0 && <YearTable answers={answers} />}
      {statements.length > 1 && <StatementChart series={seriesOf(statements)} />}
      {statements.length > 0 && <AllIndicators statements={statements} />}
      {answers.length > 0 && company.canGoEarlier.value && (
        <p>
          <Button look="link" disabled={waits} onClick={() => void company.earlierYears()}>
            {t('lookup-earlier-years')}
          </Button>
        </p>
      )}
    </section>
  )
}

function YearTable({ answers }: { answers: readonly StatementAnswer[] }) {
  return (
    <table class="year-table numeric">
      <thead>
        <tr>
          <th scope="col">{t('lookup-year')}</th>
          <th scope="col">{t('lookup-turnover')}</th>
          <th scope="col">{t('lookup-profit')}</th>
          <th scope="col">{t('lookup-employees')}</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(answer => (
          <YearRow key={answer.year} answer={answer} />
        ))}
      </tbody>
    </table>
  )
}

function YearRow({ answer: { year, state, record, isStale } }: { answer: StatementAnswer }) {
  const figures = record && figuresOf(record)
  return (
    <tr>
      <th scope="row">{year}</th>
      {figures ? (
        <>
          <td>{whole(figures.turnover)}</td>
          <td class={figures.profit !== null && figures.profit < 0 ? 'toned tone-bad' : ''}>{whole(figures.profit)}</td>
          <td>
            {whole(figures.employees)}
            {isStale && <span class="visually-hidden"> {t('lookup-stale')}</span>}
          </td>
        </>
      ) : (
        <td colSpan={3} class="muted">
          {state === 'pending' ? (
            <Skeleton chars={20} />
          ) : (
            t(`lookup-statement-${state === 'failed' ? 'failed' : 'none'}`)
          )}
        </td>
      )}
    </tr>
  )
}

function AllIndicators({ statements }: { statements: readonly Statement[] }) {
  const byYear = statements.map(({ year, indicators }) => ({
    year,
    values: new Map(indicators.map(({ id, label, value }) => [indicatorKey(id, label), value])),
  }))
  const latest = statements[0]
  return (
    <details class="company-more">
      <summary>{t('lookup-all-indicators')}</summary>
      {latest && (latest.caen || latest.caenName) && (
        <p class="muted">
          {t('lookup-caen')}: {[latest.caen, latest.caenName].filter(Boolean).join(' ')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section class="indicators" aria-label={t('lookup-all-indicators')} tabIndex={0}>
        <table class="numeric">
          <thead>
            <tr>
              <th scope="col">{t('lookup-indicator')}</th>
              {byYear.map(({ year }) => (
                <th key={year} scope="col">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indicatorRows(statements).map(({ id, label }) => (
              <tr key={indicatorKey(id, label)}>
                <th scope="row">{label || id}</th>
                {byYear.map(({ year, values }) => (
                  <td key={year}>{whole(values.get(indicatorKey(id, label)) ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function seriesOf(statements: readonly Statement[]): Series[] {
  const years = statements.map(statement => ({ year: statement.year, ...figuresOf(statement) })).reverse()
  const series = (['turnover', 'profit', 'employees'] as const).map(figure => ({
    figure,
    points: years.map(each => ({ year: each.year, value: each[figure] })),
  }))
  return series.filter(({ points }) => points.some(({ value }) => value !== null))
}

function whole(value: number | null): string {
  return value === null ? t('none') : formatWhole(locale.value, value)
}
