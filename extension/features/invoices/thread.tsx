import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { formatMoment } from '../../locales/format.ts'
import { locale, t } from '../../locales/locale.ts'
import { arrowOf } from './labels.ts'

/** Shown in place of a missing text. */
const WITHOUT_TEXT = {
  archived: 'thread-no-text',
  listed: 'thread-not-archived',
  failed: 'state-failed',
  expired: 'state-expired',
} as const

/** The messages between buyer and issuer about an invoice, the oldest first (E-31). */
export function Thread({ thread }: { thread: ResultOf<'invoices.get'>['thread'] }) {
  if (thread.length === 0) return null
  return (
    <section aria-label={t('thread')}>
      <h3>{t('thread')}</h3>
      <ol class="thread">
        {thread.map(({ item, text }) => (
          <li key={item.id} class="thread-message">
            <span class="muted numeric">
              <span aria-hidden="true">{arrowOf(item)}</span> {formatMoment(locale.value, item.createdAt)}
              {item.direction !== null && ` · ${t(item.direction === 'sent' ? 'kind-sent' : 'kind-received')}`}
            </span>
            {text ? <p class="detail-note">{text}</p> : <p class="muted">{t(WITHOUT_TEXT[item.state])}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
