import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { locale, t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import { DECLARATION_LABELS, ownerLabel } from './labels.ts'

type Companies = ResultOf<'declarations.calendar'>['companies']
type Form = Companies[number]['forms'][number]
type Cell = Form['cells'][number]

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const MARKS = { good: '✓', bad: '✕', wait: '…', new: '…', idle: '·' } as const

/** The declarations of a year by company, form and month; months that break a form's rhythm stand out. */
export function CalendarView({ page, cui }: { page: Page; cui: string | undefined }) {
  const thisYear = Number(romaniaDay(page.now.value).slice(0, 4))
  const year = useSignal(thisYear)
  const companies = useSignal<Companies | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const stock = JSON.stringify(page.overview.value?.declarations)

  useEffect(() => {
    const aborter = new AbortController()
    readCalendar(page.host, { year: year.value, ...(cui ? { cui } : {}) }, aborter.signal).then(
      found => {
        companies.value = found
        error.value = undefined
      },
      (failure: unknown) => {
        if (!aborter.signal.aborted) error.value = failure
      },
    )
    return () => aborter.abort()
  }, [page.host, year.value, cui, stock, companies, error])

  return (
    <section class="calendar" aria-label={t('calendar')}>
      <div class="calendar-year">
        <Button
          look="icon"
          label={t('calendar-before')}
          onClick={() => {
            year.value -= 1
          }}
        >
          <Icon name="back" />
        </Button>
        <h2 class="numeric" aria-live="polite">
          {year.value}
        </h2>
        <Button
          look="icon"
          label={t('calendar-after')}
          disabled={year.value >= thisYear}
          onClick={() => {
            year.value += 1
          }}
        >
          <span class="calendar-next">
            <Icon name="back" />
          </span>
        </Button>
      </div>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      {!companies.value && error.value === undefined && <Skeleton chars={32} />}
      {companies.value?.length === 0 && <EmptyState title={t('calendar-empty')} hint={t('calendar-hint')} />}
      {companies.value?.map(company => (
        <table key={company.cui} class="calendar-grid">
          <caption>{ownerLabel({ companyName: company.name, cui: company.cui })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('calendar-form')}</th>
              {MONTHS.map(month => (
                <th key={month} scope="col" title={monthName(month, 'long')}>
                  {monthName(month, 'narrow')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {company.forms.map(form => (
              <FormRow key={form.form} form={form} until={lastMonth(year.value, page.now.value)} />
            ))}
          </tbody>
        </table>
      ))}
      {(companies.value?.length ?? 0) > 0 && <p class="muted">{t('calendar-note')}</p>}
    </section>
  )
}

/** Reads the whole year, in as many answers as that takes. */
async function readCalendar(
  host: HostClient,
  wanted: { year: number; cui?: string },
  signal: AbortSignal,
): Promise<Companies> {
  const companies: Companies = []
  for (;;) {
    const answer = await host.request('declarations.calendar', { ...wanted, offset: companies.length }, { signal })
    companies.push(...answer.companies)
    if (answer.companies.length === 0 || companies.length >= answer.total) return companies
  }
}

function FormRow({ form: { form, cells }, until }: { form: Form; until: number }) {
  const yearly = cells.find(({ month }) => month === null)
  if (yearly && cells.length === 1)
    return (
      <tr>
        <th scope="row">{form}</th>
        <td colSpan={12}>
          <Mark cell={yearly} name={t('calendar-whole-year')} />
        </td>
      </tr>
    )
  const missing = missingMonths(cells, until)
  return (
    <tr>
      <th scope="row">
        {form} {yearly && <Mark cell={yearly} name={t('calendar-whole-year')} />}
      </th>
      {MONTHS.map(month => {
        const cell = cells.find(one => one.month === month)
        const name = monthName(month, 'long')
        if (cell)
          return (
            <td key={month}>
              <Mark cell={cell} name={name} />
            </td>
          )
        const isMissing = missing.has(month)
        return (
          <td key={month} class={isMissing ? 'calendar-missing' : undefined}>
            {isMissing && (
              <span title={t('calendar-missing', { month: name })}>
                <span aria-hidden="true">?</span>
                <span class="visually-hidden">{t('calendar-missing', { month: name })}</span>
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The best state of a month: a valid declaration outweighs earlier ones that failed. */
function Mark({ cell: { declarations }, name }: { cell: Cell; name: string }) {
  const best =
    declarations.find(({ state }) => state === 'valid') ??
    declarations.find(({ state }) => state === 'processing' || state === 'unknown' || state === 'sending') ??
    declarations.at(-1)
  if (!best) return null
  const { tone, word } = DECLARATION_LABELS[best.state]
  const words = `${name}: ${t(best.isUnconfirmed ? 'declaration-unconfirmed' : word)}${declarations.length > 1 ? ` (${declarations.length})` : ''}`
  return (
    <span class={`calendar-mark toned tone-${tone}`} title={words}>
      <span aria-hidden="true">{MARKS[tone]}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  )
}

/** Months between declarations of a form: half-yearly, quarterly, monthly. */
const RHYTHMS = [6, 3, 1] as const

/**
 * Months without a declaration, from the year's first one to `until`, by the longest rhythm that fits the year's declarations;
 * a rhythm needs two of them. It compares declarations with each other, not with what is due.
 */
export function missingMonths(cells: readonly Pick<Cell, 'month'>[], until: number): ReadonlySet<number> {
  const filed = cells.flatMap(({ month }) => month ?? []).sort((a, b) => a - b)
  const [first = 0, ...more] = filed
  const rhythm = RHYTHMS.find(months => more.every(month => (month - first) % months === 0))
  if (rhythm === undefined || more.length === 0) return new Set()
  const missing = new Set<number>()
  for (let month = first; month <= Math.max(until, filed.at(-1) ?? 0); month += rhythm)
    if (!filed.includes(month)) missing.add(month)
  return missing
}

/** The last month of a year that may stand out: last month's declarations are still being submitted. `now` in epoch milliseconds. */
export function lastMonth(year: number, now: number): number {
  const [thisYear = 0, thisMonth = 0] = romaniaDay(now).split('-').map(Number)
  return Math.min(12, (thisYear - year) * 12 + thisMonth - 2)
}

function monthName(month: number, style: 'long' | 'narrow'): string {
  return new Intl.DateTimeFormat(locale.value, { month: style, timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1))
}
