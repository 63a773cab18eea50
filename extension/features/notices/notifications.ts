import type { Locale } from '../../../shared/errors/codes.ts'
import type { Notice } from '../../../shared/protocol/notices.ts'
import type { TodayItem } from '../../../shared/protocol/today.ts'
import { visible } from '../../../shared/text/visible.ts'
import { describeItem } from '../../../shared/today/describe-item.ts'
import { formatDay } from '../../locales/format.ts'
import { translate } from '../../locales/translate.ts'
import { type Lead, leadTo } from './lead.ts'

/** A notification of the system; a click on it leads to `lead`. */
export type SystemNotification = { key: string; title: string; text: string; lead: Lead | null }

/** The sources of the notifications; `today`: the current lines, for the morning's notification. */
export type Told = {
  notices: readonly Notice[]
  today: readonly TodayItem[]
  locale: Locale
  /** Takes the error of a notice that cannot be worded; the others are shown all the same. */
  report(error: unknown): void
}

/** Most notices shown one by one; more at once (a first sync) become one summary. */
const ONE_BY_ONE = 3
/** Most lines of the morning's notification: systems show about four. */
const MORNING_LINES = 3

/** The notifications for the notices since the last look. An owner, a number and a name are shown, never a document's content. */
export function notificationsOf({ notices, today, locale, report }: Told): SystemNotification[] {
  const [morning, others] = [notices.filter(isMorning).slice(-1), notices.filter(notice => !isMorning(notice))]
  const wordings = [
    ...(others.length > ONE_BY_ONE
      ? [() => summaryOf(others, locale)]
      : others.map(notice => () => notificationOf(notice, locale))),
    ...morning.map(notice => () => morningOf(notice, today, locale)),
  ]
  return wordings.flatMap(word => {
    try {
      return [word()].flat().map(shown)
    } catch (error) {
      report(error)
      return []
    }
  })
}

const isMorning = ({ kind }: Notice) => kind === 'morning'

function summaryOf(notices: readonly Notice[], locale: Locale): SystemNotification {
  const kinds = [...Map.groupBy(notices, ({ kind }) => kind)]
  return {
    key: `many-${notices.at(-1)?.id}`,
    title: translate(locale, 'notice-many', { n: notices.length }),
    text: kinds.map(([kind, same]) => `${translate(locale, `settings-notice-${kind}`)}: ${same.length}`).join('\n'),
    lead: null,
  }
}

function notificationOf(notice: Notice, locale: Locale): SystemNotification {
  const { id, kind, subject, servedOn, endsOn, cui, companyName } = notice
  const owner = companyName ?? (cui === null ? null : translate(locale, 'company-no-name', { cui }))
  const [key, lead] = [String(id), leadTo(notice)]
  const day = servedOn === null ? '' : formatDay(locale, servedOn)
  switch (kind) {
    case 'filing-valid':
    case 'filing-errors':
      return { key, lead, title: translate(locale, `notice-${kind}`, { subject }), text: owner ?? '' }
    case 'authorization-ends':
      return { key, lead, title: translate(locale, 'notice-authorization-ends', { day }), text: '' }
    case 'leaving': {
      const title = translate(locale, 'notice-leaving', { n: Number(subject), day })
      return { key, lead, title, text: translate(locale, 'notice-leaving-text') }
    }
    case 'certificate': {
      const end = endsOn === null ? '' : formatDay(locale, endsOn)
      const text = translate(locale, 'notice-certificate-text', { holder: subject, day: end })
      return { key, lead, title: translate(locale, 'notice-certificate'), text }
    }
    case 'session-needed':
      return {
        key,
        lead,
        title: translate(locale, 'notice-session-needed'),
        text: translate(locale, 'notice-session-text'),
      }
    default: {
      const what = owner === null ? subject : `${owner}: ${subject}`
      const text = servedOn === null ? what : translate(locale, 'notice-served', { what, day })
      return { key, lead, title: translate(locale, `notice-${kind}`), text }
    }
  }
}

/** The number of items, and the most urgent lines; nothing once everything is done. */
function morningOf(notice: Notice, today: readonly TodayItem[], locale: Locale): SystemNotification[] {
  const due = today.filter(({ urgency }) => urgency === 'late' || urgency === 'soon')
  if (due.length === 0) return []
  const lines = due.slice(0, MORNING_LINES).map(item => {
    const { title } = describeItem(item, locale)
    return item.companyName === null ? title : `${item.companyName}: ${title}`
  })
  const title = translate(locale, 'notice-morning', { n: due.length })
  return [{ key: String(notice.id), title, text: lines.join('\n'), lead: { view: 'today' } }]
}

/** Makes control characters visible: subjects and names come from others. */
const shown = (notification: SystemNotification): SystemNotification => ({
  ...notification,
  title: visible(notification.title),
  text: notification.text.split('\n').map(visible).join('\n'),
})
