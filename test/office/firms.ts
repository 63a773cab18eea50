import { type Company, describeCompany, withCheckDigit } from '../authority/world/companies.ts'
import type { Random } from '../authority/world/random.ts'
import { SECTORS, type Sector } from './sectors.ts'

/** A firm of the office, or one that it trades with. */
export type Firm = Company & { sector: Sector; isVatPayer: boolean }

/** A firm abroad: its tax number has letters, and it is in no Romanian register. */
export type ForeignFirm = {
  name: string
  taxId: string
  street: string
  city: string
  postalCode: string
  country: string
}

const SECOND = [
  'Sfântul Gheorghe',
  'Făgăraș',
  'Bărăgan',
  'Târnava',
  'Ștefan cel Mare',
  'Călimani',
  'Dunărea',
  'Mureșul',
  'Ceahlău',
  'Vâlcea',
  'Oituz',
  'Argeșul de Jos',
  'Iași Nord',
  'Măgura',
  'Prahova',
  'Crișul Alb',
  'Delta',
  'Țara Hațegului',
  'Retezat',
  'Siret',
  'Olt & Fiii',
  'Bucegi',
  'Înfrățirea',
  'Păltiniș',
  'Cetățuia',
  'Zorile',
  'Bâlea',
  'Rarău',
  'Șoimul',
  'Vlăsia',
  'Codrii Cosminului',
  'Izvorul Rece',
  'Moldova Veche',
  'Podul Înalt',
  'Trei Stejari',
  'Neamț',
] as const
const FORMS = ['SRL', 'SRL', 'SRL', 'SRL', 'SA', 'SRL-D', 'PFA', 'II'] as const
const LONG_NAMES = [
  'Întreprinderea de Construcții și Lucrări Speciale „Ștefan cel Mare” Bistrița-Năsăud SRL',
  'Asociația Crescătorilor de Albine și Producătorilor de Miere din Țara Făgărașului',
]

export const FOREIGN_FIRMS: readonly ForeignFirm[] = [
  {
    name: 'Bergmüller Handels GmbH',
    taxId: 'DE811234567',
    street: 'Lindenstraße 14',
    city: 'Regensburg',
    postalCode: '93047',
    country: 'DE',
  },
  {
    name: 'Szőlőskert Kereskedelmi Kft.',
    taxId: 'HU12345676',
    street: 'Petőfi utca 8',
    city: 'Szeged',
    postalCode: '6720',
    country: 'HU',
  },
  {
    name: 'Officine Valdarno S.r.l.',
    taxId: 'IT01234567890',
    street: 'Via Garibaldi 22',
    city: 'Arezzo',
    postalCode: '52100',
    country: 'IT',
  },
]

/** Names and numbers that no two firms of an office share. */
export type Taken = Set<string>

export function inventFirm(random: Random, taken: Taken): Firm {
  const sector = random.pick(SECTORS)
  for (;;) {
    const cui = withCheckDigit(String(random.between(100_000, 4_999_999)))
    const base = `${random.pick(sector.names)} ${random.pick(SECOND)}`
    const name = `${base} ${random.pick(FORMS)}`
    const distinct = taken.has(name) ? `${base} ${random.between(2, 99)} SRL` : name
    if (taken.has(cui) || taken.has(distinct)) continue
    taken.add(cui).add(distinct)
    return firmOf(describeCompany(cui, distinct, random), sector, random)
  }
}

/** The firms whose books the office keeps; a few have names that no column has room for. */
export function inventClients(random: Random, taken: Taken, count: number): Firm[] {
  return Array.from({ length: count }, (_, n) => {
    const firm = inventFirm(random, taken)
    const long = n === 3 || n === 17 ? LONG_NAMES[n % 2 === 1 && n > 3 ? 1 : 0] : undefined
    return long ? { ...firm, name: long } : firm
  })
}

const firmOf = (company: Company, sector: Sector, random: Random): Firm => ({
  ...company,
  sector,
  isVatPayer: random.next() < 0.88,
})
