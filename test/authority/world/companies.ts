import type { Random } from './random.ts'

/** A firm as named on invoices; its registered address is in one of the places below. */
export type Company = {
  /** Digits only, with a right check digit. */
  cui: string
  name: string
  /** Number in the trade register. */
  registration: string
  street: string
  city: string
  /** ISO 3166-2:RO. */
  county: string
  postalCode: string
}

const WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2]

const FIRST = [
  'Țiglăria',
  'Brutăria',
  'Mobila',
  'Construcții',
  'Ferma',
  'Moara',
  'Tipografia',
  'Livada',
  'Atelierul',
  'Transporturi',
  'Papetăria',
  'Farmacia',
  'Lemnăria',
  'Apicultura',
  'Instalații',
  'Electro',
] as const
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
  'Argeș',
  'Iași Nord',
  'Măgura',
  'Prahova',
  'Crișul Alb',
  'Delta',
] as const
const FORMS = ['SRL', 'SRL', 'SRL', 'SA', 'SRL-D'] as const
const PLACES = [
  { city: 'SECTOR1', county: 'RO-B', postalCode: '010011', street: 'Calea Victoriei nr. 12' },
  { city: 'SECTOR3', county: 'RO-B', postalCode: '030134', street: 'Bd. Decebal nr. 8' },
  { city: 'SECTOR6', county: 'RO-B', postalCode: '060042', street: 'Str. Lujerului nr. 42' },
  { city: 'Cluj-Napoca', county: 'RO-CJ', postalCode: '400001', street: 'Piața Unirii nr. 3' },
  { city: 'Iași', county: 'RO-IS', postalCode: '700028', street: 'Str. Lăpușneanu nr. 17' },
  { city: 'Brașov', county: 'RO-BV', postalCode: '500025', street: 'Str. Republicii nr. 60' },
  { city: 'Timișoara', county: 'RO-TM', postalCode: '300006', street: 'Str. Mărășești nr. 5' },
  { city: 'Constanța', county: 'RO-CT', postalCode: '900178', street: 'Bd. Tomis nr. 101' },
  { city: 'Târgu Mureș', county: 'RO-MS', postalCode: '540026', street: 'Str. Bolyai nr. 9' },
  { city: 'Râmnicu Vâlcea', county: 'RO-VL', postalCode: '240178', street: 'Calea lui Traian nr. 150' },
] as const

/** The digits followed by their check digit. */
export function withCheckDigit(body: string): string {
  const padded = body.padStart(9, '0')
  const sum = [...padded].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0), 0)
  return `${body}${((sum * 10) % 11) % 10}`
}

/** A company whose CUI and name are not in `taken`; both are added to it. */
export function inventCompany(random: Random, taken: Set<string>): Company {
  for (;;) {
    const cui = withCheckDigit(String(random.between(100_000, 4_999_999)))
    const name = `${random.pick(FIRST)} ${random.pick(SECOND)} ${random.pick(FORMS)}`
    const distinct = taken.has(name) ? `${name.replace(/ (SRL-D|SRL|SA)$/, '')} ${random.between(2, 99)} SRL` : name
    if (taken.has(cui) || taken.has(distinct)) continue
    taken.add(cui).add(distinct)
    return describeCompany(cui, distinct, random)
  }
}

export function describeCompany(cui: string, name: string, random: Random): Company {
  const place = random.pick(PLACES)
  const registration = `J${random.between(1, 40)}/${random.between(10, 9999)}/${random.between(1995, 2024)}`
  return { cui, name, registration, ...place }
}
