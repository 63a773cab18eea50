import type { Locale } from '../../../shared/errors/codes.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { visible } from '../../../shared/text/visible.ts'
import { formatDay } from '../../locales/format.ts'
import { translate } from '../../locales/translate.ts'
import type { NoticeChoice } from './choice.ts'

/** What the system shows of a notice; `mail` is the message that a click opens. */
export type News = { key: string; title: string; text: string; mail: string | null }

/** Notices shown one by one; of more at once (a first sync) one line tells. */
const ONE_BY_ONE = 3

/**
 * What to show of the notices since the last look: nothing of the kinds that are switched off, and no document's contents,
 * only whose it is and what it is called.
 */
export function newsOf(notices: readonly Notice[], choice: NoticeChoice, locale: Locale): News[] {
  const wanted = notices.filter(({ kind }) => choice[kind])
  if (wanted.length <= ONE_BY_ONE) return wanted.map(notice => newsOfOne(notice, locale)).map(shown)
  const n = wanted.length
  const kinds = new Map<string, number>()
  for (const { kind } of wanted) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const text = [...kinds].map(([kind, count]) => `${translate(locale, titleKey(kind as Notice['kind']))}: ${count}`)
  return [
    {
      key: `many-${wanted.at(-1)?.id}`,
      title: translate(locale, 'notice-many', { n }),
      text: text.join('\n'),
      mail: null,
    },
  ]
}

function newsOfOne({ id, kind, subject, servedOn, cui, companyName, messageId }: Notice, locale: Locale): News {
  const title = translate(locale, titleKey(kind))
  const key = String(id)
  if (kind === 'session-needed') return { key, title, text: translate(locale, 'notice-session-text'), mail: null }
  const owner = companyName ?? (cui === null ? null : translate(locale, 'company-no-name', { cui }))
  const what = owner === null ? subject : `${owner}: ${subject}`
  const text = servedOn === null ? what : translate(locale, 'notice-served', { what, day: formatDay(locale, servedOn) })
  return { key, title, text, mail: messageId }
}

/** The system shows it as it comes: subjects and names are of others. */
const shown = (news: News): News => ({ ...news, text: visible(news.text) })

const titleKey = (kind: Notice['kind']) => `notice-${kind}` as const
