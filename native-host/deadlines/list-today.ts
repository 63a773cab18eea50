import { romaniaDay } from '../../shared/domain/romania-time.ts'
import type { TodayItem } from '../../shared/protocol/today.ts'
import { RETENTION } from './retention.ts'
import { type Filed, missingByRhythm } from './rhythm.ts'
import { lastDayToSend } from './sending.ts'
import { addDays, daysBetween, type OwnDays } from './working-days.ts'

/** Days in SPV after which an act counts as served (Law 207/2015, art. 47). */
const SERVED_AFTER = 15
/** Days for which it is still shown after that. */
const SERVED_SHOWN = 3
/** Days before its end at which an authorization is shown, and at which it is due for renewal. */
const AUTHORIZATION_SHOWN = 30
const AUTHORIZATION_SOON = 14
/** Days before its end at which a certificate is due for renewal; it is shown from its first warning on (H-11). */
const CERTIFICATE_SOON = 14
/** Days before a usual day at which it is due. */
const USUAL_SOON = 5
/** How long late invoices stay on the list, days. */
export const SENT_SHOWN = 30

type Of = { cui: string; name: string | null }

/** The known dates; moments in epoch ms, days `yyyy-MM-dd`. */
export type KnownDates = {
  now: number
  own: OwnDays
  /** Uploads that ended without a valid document. */
  unsent: readonly (Of & { id: number; number: string; issueDate: string | null })[]
  sent: readonly (Of & { issueDate: string | null; sentAt: number })[]
  leaving: readonly (Of & { count: number; oldest: number })[]
  acts: readonly (Of & { id: string; type: string; day: string; servedOn: string | null })[]
  refused: readonly { id: number; cui: string | null; name: string | null; form: string; period: string | null }[]
  filed: readonly (Filed & Of)[]
  /** End of the e-Factura authorization; null if there is none or it is unknown. */
  authorizationEndsAt: number | null
  /** Certificates that end soon and have no successor; `subject`: the holder, `validUntil`: epoch ms. */
  certificates: readonly { subject: string; validUntil: number }[]
}

type Line = Pick<TodayItem, 'kind' | 'urgency' | 'rule' | 'target'> & Partial<TodayItem>

/** The dates that must not be missed: late ones first, then due ones, each by day. */
export function listToday(known: KnownDates): TodayItem[] {
  const today = romaniaDay(known.now)
  return [
    ...unsentLines(known, today),
    ...known.leaving.map(each => leavingLine(each, today)),
    ...known.acts.flatMap(each => actLine(each, today) ?? []),
    ...(authorizationLine(known.authorizationEndsAt, today) ?? []),
    ...known.certificates.map(each => certificateLine(each, today)),
    ...known.refused.map(refusedLine),
    ...missingLines(known.filed, today),
    ...sentLateLines(known),
  ]
    .map(toItem)
    .sort(byUrgency)
}

function unsentLines({ unsent, own }: KnownDates, today: string): Line[] {
  return unsent.map(({ id, cui, name, number, issueDate }) => {
    const day = lastDayToSend(issueDate, cui, own)
    return {
      kind: 'invoice-to-send',
      urgency: day !== undefined && day < today ? 'late' : 'soon',
      ...{ cui, companyName: name, subject: number, day: day ?? null },
      rule: day === undefined ? 'sent-when-valid' : 'five-working-days',
      target: { area: 'uploads', id },
    }
  })
}

function leavingLine({ cui, name, count, oldest }: KnownDates['leaving'][number], today: string): Line {
  const day = addDays(romaniaDay(oldest), RETENTION)
  return {
    ...{ kind: 'leaving', rule: 'sixty-days', target: { area: 'invoices' } },
    ...{ cui, companyName: name, count, day, urgency: day < today ? 'late' : 'soon' },
  }
}

function actLine({ id, cui, name, type, day, servedOn }: KnownDates['acts'][number], today: string): Line | undefined {
  const served = servedOn ?? addDays(day, SERVED_AFTER)
  if (daysBetween(served, today) > SERVED_SHOWN) return undefined
  return {
    ...{ kind: 'act', rule: 'served-after-15-days', target: { area: 'mailbox', id } },
    ...{ cui, companyName: name, subject: type, day: served, urgency: 'later' },
  }
}

function authorizationLine(endsAt: number | null, today: string): Line[] | undefined {
  if (endsAt === null) return undefined
  const day = romaniaDay(endsAt)
  const left = daysBetween(today, day)
  if (left > AUTHORIZATION_SHOWN) return undefined
  const urgency = left < 0 ? 'late' : left <= AUTHORIZATION_SOON ? 'soon' : 'later'
  return [{ kind: 'authorization', rule: 'authorization-lasts-a-year', target: { area: 'connection' }, day, urgency }]
}

function certificateLine({ subject, validUntil }: KnownDates['certificates'][number], today: string): Line {
  const day = romaniaDay(validUntil)
  return {
    ...{ kind: 'certificate', rule: 'certificate-validity', target: { area: 'connection' } },
    ...{ subject, day, urgency: daysBetween(today, day) <= CERTIFICATE_SOON ? 'soon' : 'later' },
  }
}

function refusedLine({ id, cui, name, form, period }: KnownDates['refused'][number]): Line {
  return {
    ...{ kind: 'declaration-refused', rule: 'status-page', target: { area: 'declarations', id } },
    ...{ cui, companyName: name, subject: form, period, urgency: 'soon' },
  }
}

function missingLines(filed: KnownDates['filed'], today: string): Line[] {
  const names = new Map(filed.map(({ cui, name }) => [cui, name]))
  return missingByRhythm(filed, today).map(({ cui, form, year, month, usualOn: day }) => {
    const left = day === null ? null : daysBetween(today, day)
    return {
      ...{ kind: 'declaration-missing', rule: 'own-rhythm', target: { area: 'filing-calendar' }, day },
      ...{ cui, companyName: names.get(cui) ?? null, subject: form },
      period: `${year}-${String(month).padStart(2, '0')}`,
      // Never late: the legal day may be later than the company's usual one.
      urgency: left === null || left > USUAL_SOON ? 'later' : 'soon',
    }
  })
}

/** One line per company, for invoices that were sent late. */
function sentLateLines({ sent, own, now }: KnownDates): Line[] {
  const lastDays = new Map<string, string | undefined>()
  const isLate = ({ cui, issueDate, sentAt }: KnownDates['sent'][number]) => {
    const key = `${cui.length} ${issueDate}`
    const day = lastDays.has(key) ? lastDays.get(key) : lastDayToSend(issueDate, cui, own)
    lastDays.set(key, day)
    return day !== undefined && romaniaDay(sentAt) > day
  }
  const since = addDays(romaniaDay(now), -SENT_SHOWN)
  const late = sent.filter(each => romaniaDay(each.sentAt) >= since && isLate(each))
  return [...Map.groupBy(late, ({ cui }) => cui)].map(([cui, same]) => ({
    ...{ kind: 'sent-late', urgency: 'past', rule: 'five-working-days', target: { area: 'invoices' } },
    ...{ cui, companyName: same[0]?.name ?? null, count: same.length },
  }))
}

const toItem = (line: Line): TodayItem => ({
  cui: null,
  companyName: null,
  subject: '',
  period: null,
  day: null,
  count: 1,
  ...line,
})

const URGENCIES: readonly TodayItem['urgency'][] = ['late', 'soon', 'later', 'past']

function byUrgency(a: TodayItem, b: TodayItem): number {
  const urgency = URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency)
  return urgency || (a.day ?? '9999').localeCompare(b.day ?? '9999')
}
