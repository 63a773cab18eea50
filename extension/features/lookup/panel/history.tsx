import { formatAgo, formatDay, formatMoment } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import type { HistoryEntry } from './company.ts'

/** Earlier answers about this company. */
export function History({ entries, now }: { entries: readonly HistoryEntry[] | undefined; now: number }) {
  if (!entries || entries.length === 0) return null
  return (
    <details class="company-more">
      <summary>{t('lookup-history', { n: entries.length })}</summary>
      <ul class="company-history">
        {entries.map(({ register, day, answeredAt, found }) => (
          <li key={`${register} ${day} ${answeredAt}`}>
            <span>
              {t(`register-${register}`)}
              {!found && <span class="muted"> · {t('lookup-not-found-word')}</span>}
            </span>
            <span class="muted numeric" title={formatMoment(locale.value, answeredAt)}>
              {t('lookup-history-line', {
                day: formatDay(locale.value, day),
                when: formatAgo(locale.value, answeredAt, now, 'short'),
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
