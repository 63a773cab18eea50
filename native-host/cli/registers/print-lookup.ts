import { isMemberRegister, REGISTER_FIELDS, REGISTER_NAMES } from '../../../shared/domain/register-names.ts'
import type { MemberRecord, VatRecord } from '../../../shared/domain/registers.ts'
import { vatPeriod } from '../../../shared/domain/vat-period.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import { answersOf, companyName } from '../../../shared/protocol/registers/lookup-answers.ts'
import type { CompanyLookup, RegisterAnswer } from '../../../shared/protocol/registers/lookups.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { moment } from '../terminal/format.ts'
import { facts } from '../terminal/terminal.ts'
import { LOOKUP_LABELS } from './lookup-labels.ts'

/** Every known fact about one company, one per line. */
export function printCompany(company: CompanyLookup, locale: Locale): string {
  const labels = LOOKUP_LABELS[locale]
  const { heads } = labels
  const { vat, eInvoicing } = company
  const own = company.hasValidCheckDigit ? company.cui : `${company.cui} (${labels.wrongCheckDigit})`
  const record = vat?.record
  const name = companyName(company)
  return facts([
    [heads.cui, own],
    ...(name ? [[heads.name, name] as const] : []),
    ...(record ? vatFacts(record, locale) : vat ? [[heads.vat, stateOf(vat, locale)] as const] : []),
    ...(eInvoicing ? [[heads.eInvoicing, printEInvoicing(eInvoicing, locale)] as const] : []),
    ...memberships(company, locale),
    ...whenAnswered(company, locale),
  ])
}

/** The moment and the failure of each register's answer, with the register's name if several were asked. */
function whenAnswered(company: CompanyLookup, locale: Locale) {
  const { heads } = LOOKUP_LABELS[locale]
  const answers = REGISTER_NAMES.flatMap(register => {
    const field = REGISTER_FIELDS[register]
    const answer = company[field]
    return answer ? [{ name: field === 'vat' ? heads.vatRegister : heads[field], answer }] : []
  })
  return answers.flatMap(({ name, answer }): (readonly [string, string])[] => {
    const of = (text: string) => (answers.length > 1 ? `${name}: ${text}` : text)
    return [
      ...(answer.answeredAt === null ? [] : [[heads.answered, of(answered(answer, locale))] as const]),
      ...(answer.error === null ? [] : [[heads.problem, of(errorSentences(answer.error, locale))] as const]),
    ]
  })
}

/** The cells of a company in a list: name, VAT, cash-basis VAT, state, opt-in register, and the other registers. */
export function companyCells(company: CompanyLookup, locale: Locale): { name: string; cells: Record<string, string> } {
  const labels = LOOKUP_LABELS[locale]
  const { heads } = labels
  const { vat, eInvoicing } = company
  const record = vat?.record
  const cells: Record<string, string> = {}
  if (vat) {
    cells[heads.vat] = record ? payer(record, locale) : stateOf(vat, locale)
    cells[heads.onCollection] = record ? yesNo(record.vatOnCollection.applies, locale) : ''
    cells[heads.state] = record ? activity(record, locale) : ''
    cells[heads.optIn] = record ? optIn(record, locale) : ''
  }
  if (eInvoicing) cells[heads.eInvoicing] = printEInvoicing(eInvoicing, locale)
  Object.assign(cells, Object.fromEntries(memberships(company, locale)))
  const older = answersOf(company).some(({ isStale }) => isStale) ? labels.stale : ''
  const digit = company.hasValidCheckDigit ? '' : labels.wrongCheckDigit
  cells[heads.remarks] = [digit, older].filter(Boolean).join('; ')
  return { name: companyName(company), cells }
}

/** Each asked membership register, with its answer. */
function memberships(company: CompanyLookup, locale: Locale): (readonly [string, string])[] {
  const { heads } = LOOKUP_LABELS[locale]
  return REGISTER_NAMES.filter(isMemberRegister).flatMap(register => {
    const answer = company[register]
    return answer ? [[heads[register], printMember(answer, company.day, locale)] as const] : []
  })
}

function vatFacts(record: VatRecord, locale: Locale): (readonly [string, string])[] {
  const labels = LOOKUP_LABELS[locale]
  const { heads } = labels
  const { vatOnCollection, splitVat } = record
  const dated = (applies: boolean, from: string | null) =>
    [yesNo(applies, locale), ...(applies && from ? [labels.since(from)] : [])].join(' ')
  return [
    [heads.state, activity(record, locale)],
    [heads.vat, payer(record, locale)],
    [heads.onCollection, dated(vatOnCollection.applies, vatOnCollection.from)],
    [heads.splitVat, dated(splitVat.applies, splitVat.from)],
    [heads.optIn, optIn(record, locale)],
    [heads.address, record.address],
    [heads.number, record.registrationNumber],
    [heads.caen, record.caen],
    [heads.authority, record.fiscalAuthority],
  ].flatMap(([head = '', value = '']) => (value === '' ? [] : [[head, value] as const]))
}

function payer(record: VatRecord, locale: Locale): string {
  const labels = LOOKUP_LABELS[locale]
  const { vat } = record
  const period = vatPeriod(record)
  const day = vat.isPayer ? period?.from : period?.to
  const dated = day ? [(vat.isPayer ? labels.since : labels.until)(day)] : []
  return [yesNo(vat.isPayer, locale), ...dated].join(' ')
}

function activity(record: VatRecord, locale: Locale): string {
  const { struckOff, inactive, active, since } = LOOKUP_LABELS[locale]
  const { inactive: state } = record
  const parts = [
    ...(state.isStruckOff ? [struckOff, ...(state.struckOffOn ? [since(state.struckOffOn)] : [])] : []),
    ...(state.isInactive ? [inactive, ...(state.since ? [since(state.since)] : [])] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : active
}

function optIn({ eInvoicing }: VatRecord, locale: Locale): string {
  const labels = LOOKUP_LABELS[locale]
  if (!eInvoicing.isRegistered) return labels.notInOptIn
  return [labels.inOptIn, ...(eInvoicing.since ? [labels.since(eInvoicing.since)] : [])].join(' ')
}

function printEInvoicing(answer: NonNullable<CompanyLookup['eInvoicing']>, locale: Locale): string {
  const { record } = answer
  if (!record) return stateOf(answer, locale)
  const { since, until, member, notMember } = LOOKUP_LABELS[locale]
  const { register, category, state, isRegistered, registeredOn, renouncedOn, removedOn } = record
  const membership = isRegistered === null ? state : isRegistered ? member : notMember
  const left = isRegistered === false ? (removedOn ?? renouncedOn) : null
  const days = [...(registeredOn ? [since(registeredOn)] : []), ...(left ? [until(left)] : [])].join(' ')
  return [register, category, membership, days].filter(Boolean).join(', ')
}

/** Membership is read from the boolean only (P-05). The day is added if it differs from the requested one (P-06). */
function printMember(answer: RegisterAnswer & { record: MemberRecord | null }, day: string, locale: Locale): string {
  const { record } = answer
  if (!record) return stateOf(answer, locale)
  const labels = LOOKUP_LABELS[locale]
  const { isMember, from, to, asOf } = record
  return [
    isMember ? labels.member : labels.notMember,
    ...(isMember && from ? [labels.since(from)] : []),
    ...(!isMember && to ? [labels.until(to)] : []),
    ...(asOf !== null && asOf !== day ? [`(${labels.answeredFor(asOf)})`] : []),
  ].join(' ')
}

function stateOf({ state }: RegisterAnswer, locale: Locale): string {
  const labels = LOOKUP_LABELS[locale]
  return state === 'not-found' ? labels.notFound : state === 'failed' ? labels.failed : labels.notAsked
}

function answered({ answeredAt, isStale }: RegisterAnswer, locale: Locale): string {
  return `${moment(answeredAt, locale)}${isStale ? ` (${LOOKUP_LABELS[locale].stale})` : ''}`
}

function yesNo(value: boolean, locale: Locale): string {
  return value ? LOOKUP_LABELS[locale].yes : LOOKUP_LABELS[locale].no
}
