import type { TodayItem, TodayTarget } from '../../../shared/protocol/today.ts'
import { describeItem } from '../../../shared/today/describe-item.ts'
import { locale, t } from '../../locales/locale.ts'
import { ownerName } from '../../locales/owner-name.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import type { Today } from './today.ts'
import './today.css'

const TONES: Readonly<Record<TodayItem['urgency'], Tone>> = { late: 'bad', soon: 'wait', later: 'idle', past: 'idle' }

type Props = {
  today: Today
  /** CUI of the chosen company; undefined means all companies. */
  cui: string | undefined
  onOpen: (target: TodayTarget) => void
}

/** The dates that must not be missed, the most urgent first, each with its rule and the rule's source. */
export function TodayList({ today, cui, onOpen }: Props) {
  const found = today.found.value
  const items = found?.items.filter(item => cui === undefined || item.cui === null || item.cui === cui)
  return (
    <section class="today" aria-label={t('today')}>
      <h2 id="today-title" tabIndex={-1}>
        {t('today')}
      </h2>
      {today.error.value !== undefined && (
        <ErrorNotice error={today.error.value} action={{ label: t('retry'), run: () => void today.load() }} />
      )}
      {!items && today.error.value === undefined && <Skeleton chars={32} />}
      {items?.length === 0 && <p class="muted">{t('today-nothing')}</p>}
      <ul class="today-list">
        {items?.map(item => (
          <Line
            key={JSON.stringify([item.kind, item.target, item.cui, item.period, item.subject])}
            item={item}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {found && found.total > found.items.length && (
        <p class="muted">{t('today-more', { n: found.total - found.items.length })}</p>
      )}
    </section>
  )
}

function Line({ item, onOpen }: { item: TodayItem; onOpen: Props['onOpen'] }) {
  const { title, rule, source } = describeItem(item, locale.value)
  return (
    <li class="today-line">
      <Status tone={TONES[item.urgency]}>{t(`today-${item.urgency}`)}</Status>
      <span class="today-what">
        <Button look="link" onClick={() => onOpen(item.target)}>
          {title}
        </Button>
        {item.cui !== null && <span class="muted">{ownerName({ cui: item.cui, companyName: item.companyName })}</span>}
        <details class="today-rule">
          <summary>{t('today-rule')}</summary>
          {rule} <cite>{source}</cite>
        </details>
      </span>
    </li>
  )
}
