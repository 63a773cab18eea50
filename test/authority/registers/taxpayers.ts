import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { type Company, inventCompany } from '../world/companies.ts'
import { createRandom, type Random } from '../world/random.ts'

/** Days `yyyy-MM-dd`, the first included and the last excluded; null for an open end. */
export type Span = { from: string; to: string | null }
export type VatPeriod = Span & { cancelledOn?: string; note?: string }

/** The registers' data on a fiscal code. Days say since when, so an answer depends on the day in the question. */
export type Taxpayer = Company & {
  registeredOn: string
  state: string
  phone: string
  caen: string
  fiscalAuthority: string
  legalForm: string
  vat: readonly VatPeriod[]
  vatOnCollection: Span | null
  splitVat: Span | null
  /** `to` is the day of reactivation. */
  inactive: Span | null
  struckOffOn: string | null
  eInvoicing: (Span & { category: string }) | null
} & Record<MembershipField, Span | null>

/**
 * The registers that tell only membership: the product's name, the ending of their paths' and fields' names, and how many of a
 * hundred invented taxpayers are members, since which year.
 */
export const MEMBERSHIPS = {
  farmer: { register: 'farmers', wire: 'Agric', percent: 5, since: 2017 },
  cult: { register: 'cult', wire: 'Cult', percent: 2, since: 2015 },
} as const
export type MembershipField = keyof typeof MEMBERSHIPS
export type MemberRegister = (typeof MEMBERSHIPS)[MembershipField]['register']
export const MEMBERSHIP_FIELDS = Object.keys(MEMBERSHIPS) as MembershipField[]

/** A value for each of these registers. */
export const perMembership = <T>(make: (field: MembershipField) => T) =>
  Object.fromEntries(MEMBERSHIP_FIELDS.map(field => [field, make(field)])) as Record<MembershipField, T>

export const isWithin = (span: Span | null | undefined, day: string): boolean =>
  span !== null && span !== undefined && span.from <= day && (span.to === null || day < span.to)

const CAEN = ['6920', '4711', '4120', '0111', '5610', '6201', '4941', '8621'] as const
const OFFICES = [
  'Administraţia Sector 1 a Finanţelor Publice',
  'Administraţia Judeţeană a Finanţelor Publice Cluj',
  'Administraţia pentru Contribuabili Mijlocii Braşov',
] as const

/**
 * The registers' data for a fiscal code: identical each time. Unknown are codes with a wrong check digit
 * and one in twenty of the others. One in two pays VAT; the rarer states occur a few times in a hundred.
 */
export function inventTaxpayer(cui: string): Taxpayer | undefined {
  if (!hasValidCheckDigit(cui)) return undefined
  const random = createRandom(Number(cui))
  return random.next() < 0.05 ? undefined : taxpayerOf({ ...inventCompany(random, new Set()), cui }, random)
}

/** A firm known from elsewhere: it pays VAT and is in none of the rarer states. */
export function describeTaxpayer(company: Company): Taxpayer {
  const taxpayer = taxpayerOf(company, createRandom(Number(company.cui)))
  const rare = { vatOnCollection: null, splitVat: null, inactive: null, struckOffOn: null }
  return { ...taxpayer, ...rare, ...perMembership(() => null), vat: [{ from: taxpayer.registeredOn, to: null }] }
}

function taxpayerOf(company: Company, random: Random): Taxpayer {
  const year = Number(company.registration.split('/').at(-1))
  const day = (since: number): string =>
    `${Math.max(since, year)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`
  const sometimes = (share: number, span: () => Span): Span | null => (random.next() < share ? span() : null)
  const open = (since: number) => (): Span => ({ from: day(since), to: null })
  const ended = (since: number) => (): Span => ({ from: day(since), to: day(since + 2) })
  const registeredOn = `${year}-01-01`
  const vat: VatPeriod[] = random.next() < 0.5 ? [open(year)()] : []
  const eInvoicing = sometimes(0.3, open(2022))
  return {
    ...company,
    registeredOn,
    state: `INREGISTRAT din data ${day(year)}`,
    phone: `07${random.between(10_000_000, 99_999_999)}`,
    caen: random.pick(CAEN),
    fiscalAuthority: random.pick(OFFICES),
    legalForm: company.name.endsWith('SA')
      ? 'SOCIETATE COMERCIALĂ PE ACŢIUNI'
      : 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
    vat,
    vatOnCollection: vat.length > 0 ? sometimes(0.1, open(2013)) : null,
    splitVat: sometimes(0.02, ended(2018)),
    inactive: sometimes(0.05, open(2019)),
    struckOffOn: random.next() < 0.03 ? day(2022) : null,
    eInvoicing: eInvoicing && { ...eInvoicing, category: 'Societate comercială' },
    ...perMembership(field => sometimes(MEMBERSHIPS[field].percent / 100, open(MEMBERSHIPS[field].since))),
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
