import type { Locale } from '../errors/codes.ts'
import type { TodayItem } from '../protocol/today.ts'
import { type Plural, pluralForm } from '../text/plural.ts'
import { RULES } from './rules.ts'

type Phrase = string | Plural
type Words = Record<Locale, Phrase>

const plural = (one: string, other: string, few?: string): Plural => (few ? { one, few, other } : { one, other })

/** A phrase by the kind and, where it matters, by whether a day is known (`undated`) and has passed (`late`). */
const TITLES: Readonly<Record<string, Words>> = {
  'invoice-to-send': {
    ro: '{subject}: cu erori, de transmis până la {day}',
    en: '{subject}: with errors, to be sent by {day}',
  },
  'invoice-to-send late': {
    ro: '{subject}: cu erori, termenul de transmitere a trecut la {day}',
    en: '{subject}: with errors, the last day to send it was {day}',
  },
  'invoice-to-send undated': {
    ro: '{subject}: cu erori, de transmis corectată',
    en: '{subject}: with errors, to be sent corrected',
  },
  leaving: {
    ro: plural(
      'Un document nu mai poate fi descărcat după {day}',
      '{n} de documente nu mai pot fi descărcate, primul după {day}',
      '{n} documente nu mai pot fi descărcate, primul după {day}',
    ),
    en: plural(
      'One document can no longer be downloaded after {day}',
      '{n} documents can no longer be downloaded, the first after {day}',
    ),
  },
  act: { ro: '{subject}: actul se consideră comunicat la {day}', en: '{subject}: counts as served on {day}' },
  authorization: { ro: 'Autorizarea e-Factura expiră la {day}', en: 'The e-Factura authorization ends on {day}' },
  'authorization late': {
    ro: 'Autorizarea e-Factura a expirat la {day}',
    en: 'The e-Factura authorization ended on {day}',
  },
  certificate: {
    ro: '{subject}: certificatul expiră la {day}',
    en: '{subject}: the certificate ends on {day}',
  },
  'declaration-refused': { ro: '{subject} {period}: cu erori', en: '{subject} {period}: with errors' },
  'declaration-missing': {
    ro: '{subject} pentru {period}: nicio depunere cunoscută; ziua obișnuită: {day}',
    en: '{subject} for {period}: no filing known; usual day: {day}',
  },
  'declaration-missing undated': {
    ro: '{subject} pentru {period}: nicio depunere cunoscută',
    en: '{subject} for {period}: no filing known',
  },
  'sent-late': {
    ro: plural(
      'O factură transmisă după termen în ultimele 30 de zile',
      '{n} de facturi transmise după termen în ultimele 30 de zile',
      '{n} facturi transmise după termen în ultimele 30 de zile',
    ),
    en: plural('One invoice sent late in the last 30 days', '{n} invoices sent late in the last 30 days'),
  },
}

/** A line of "today" in words: its title, its rule, and the rule's source. */
export function describeItem(item: TodayItem, locale: Locale): { title: string; rule: string; source: string } {
  const { kind, urgency, subject, period, day, count } = item
  const variant = day === null ? `${kind} undated` : `${kind} ${urgency}`
  const phrase = (TITLES[variant] ?? TITLES[kind])?.[locale] ?? subject
  const text = typeof phrase === 'string' ? phrase : pluralForm(locale, phrase, count)
  const values: Record<string, string> = {
    subject,
    n: new Intl.NumberFormat(tagOf(locale)).format(count),
    day: day === null ? '' : dayWords(day, locale),
    period: periodWords(period, locale),
  }
  const title = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const [rule, source] = RULES[item.rule][locale]
  return { title: title.replace(' :', ':'), rule, source }
}

const tagOf = (locale: Locale): string => (locale === 'ro' ? 'ro-RO' : 'en-GB')

function dayWords(day: string, locale: Locale): string {
  const format = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(tagOf(locale), format).format(Date.parse(`${day}T00:00:00Z`))
}

/** `2026-10` as 10.2026 or 10/2026; a year stays unchanged. */
function periodWords(period: string | null, locale: Locale): string {
  const [year = '', month] = (period ?? '').split('-')
  return month === undefined ? year : `${month}${locale === 'ro' ? '.' : '/'}${year}`
}
