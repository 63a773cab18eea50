import type { Locale } from '../../../shared/errors/codes.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { visible } from '../../../shared/text/visible.ts'
import { formatDay } from '../../locales/format.ts'
import { translate } from '../../locales/translate.ts'
import type { NoticeChoice } from './choice.ts'

/** A notification as the system shows it; `mail` is the message that a click opens. */
export type SystemNotification = { key: string; title: string; text: string; mail: string | null }

/** Most notices shown one by one; more at once (a first sync) become one summary. */
const ONE_BY_ONE = 3

/**
 * The notifications for the notices since the last look. Kinds that are switched off are left out; a document's owner and
 * name are shown, never its contents.
 */
export function notificationsOf(
  notices: readonly Notice[],
  choice: NoticeChoice,
  locale: Locale,
): SystemNotification[] {
  const chosen = notices.filter(({ kind }) => choice[kind])
  if (chosen.length <= ONE_BY_ONE) return chosen.map(notice => notificationOf(notice, locale)).map(shown)
  const n = chosen.length
  const kinds = new Map<string, number>()
  for (const { kind } of chosen) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const text = [...kinds].map(([kind, count]) => `${translate(locale, titleKey(kind as Notice['kind']))}: ${count}`)
  return [
    {
      key: `many-${chosen.at(-1)?.id}`,
      title: translate(locale, 'notice-many', { n }),
      text: text.join('\n'),
      mail: null,
    },
  ]
}

function notificationOf(
  { id, kind, subject, servedOn, endsOn, cui, companyName, messageId }: Notice,
  locale: Locale,
): SystemNotification {
  const title = translate(locale, titleKey(kind))
  const key = String(id)
  if (kind === 'session-needed') return { key, title, text: translate(locale, 'notice-session-text'), mail: null }
  if (kind === 'certificate') {
    const day = endsOn === null ? '' : formatDay(locale, endsOn)
    return { key, title, text: translate(locale, 'notice-certificate-text', { holder: subject, day }), mail: null }
  }
  const owner = companyName ?? (cui === null ? null : translate(locale, 'company-no-name', { cui }))
  const what = owner === null ? subject : `${owner}: ${subject}`
  const text = servedOn === null ? what : translate(locale, 'notice-served', { what, day: formatDay(locale, servedOn) })
  return { key, title, text, mail: messageId }
}

/** Makes control characters visible: subjects and names come from others. */
const shown = (notification: SystemNotification): SystemNotification => ({
  ...notification,
  text: visible(notification.text),
})

const titleKey = (kind: Notice['kind']) => `notice-${kind}` as const
