import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Quota } from '../../../shared/protocol/limits.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { formatDay, formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Page } from '../page/page.ts'
import './limits.css'

/** Share of a limit at which it is shown: an office with 200 companies has hundreds that do not matter. */
const LOW = 0.2

/** The rest of today's limits (E-23, E-29, E-30): each that is nearly used up, and the number of others. */
export function Limits({ page, cui }: { page: Page; cui: string | undefined }) {
  const found = useSignal<ResultOf<'limits.get'> | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = async (signal?: AbortSignal) => {
    try {
      const answer = await page.host.request('limits.get', cui === undefined ? {} : { cui })
      if (signal?.aborted) return
      found.value = answer
      error.value = undefined
    } catch (problem) {
      if (!signal?.aborted) error.value = problem
    }
  }
  const look = page.overview.value
  useEffect(() => {
    const aborter = new AbortController()
    void load(aborter.signal)
    return () => aborter.abort()
    // after each poll of the host
  }, [look, cui])

  const limits = found.value
  const low = limits?.quotas.filter(({ left, limit }) => left <= limit * LOW) ?? []
  const others = (limits?.quotas.length ?? 0) - low.length
  return (
    <section class="limits" aria-label={t('limits-title')}>
      <h2>{t('limits-title')}</h2>
      {error.value !== undefined && (
        <ErrorNotice error={error.value} action={{ label: t('retry'), run: () => void load() }} />
      )}
      {!limits && error.value === undefined && <Skeleton chars={32} />}
      {limits && (
        <>
          {limits.pausedUntil !== null && limits.pausedUntil > page.now.value && (
            <Notice tone="wait">{t('limits-paused', { when: formatMoment(locale.value, limits.pausedUntil) })}</Notice>
          )}
          <p class="muted numeric">
            {t('limits-day', { day: formatDay(locale.value, limits.day) })}.{' '}
            {t('limits-minute', { n: limits.requestsPerMinute })}
          </p>
          <ul class="quotas">
            {low.map(quota => (
              <QuotaRow key={`${quota.operation} ${quota.subject}`} quota={quota} page={page} />
            ))}
          </ul>
          {others > 0 && <p class="muted numeric">{t('limits-plenty', { n: others })}</p>}
        </>
      )}
    </section>
  )
}

function QuotaRow({ quota: { operation, subject, limit, left }, page }: { quota: Quota; page: Page }) {
  const company = page.overview.value?.companies.find(({ cui }) => cui === subject)?.name
  return (
    <li class="quota">
      <span class="quota-words">
        {t(`quota-${operation}`)} <span class="muted numeric">{company ?? subject}</span>
      </span>
      <span class="numeric toned tone-wait">{t('limits-left', { left, limit })}</span>
      <meter
        min={0}
        max={limit}
        low={limit * LOW}
        optimum={limit}
        value={left}
        aria-label={`${t(`quota-${operation}`)} ${company ?? subject}`}
      />
    </li>
  )
}
