import { withCheckDigit } from '../world/companies.ts'
import { wrongCui } from './context.ts'

/**
 * The service's own rules for its requests, written a second time on purpose (docs/authority/mailbox.md): errors in
 * the product's catalogue show up here.
 */
type Rule = { tip: string; needs: readonly string[]; months?: readonly string[] }

const rules = (needs: readonly string[], ...names: string[]): Rule[] => names.map(tip => ({ tip, needs }))

export const REQUEST_RULES: readonly Rule[] = [
  ...rules(
    ['cui'],
    'D112Contrib',
    'Obligatii de plata',
    'Nota obligatiilor de plata',
    'Istoric Spatiu Virtual',
    'Registru intrari-iesiri',
    'DATE IDENTIFICARE',
    'VECTOR FISCAL',
    'Situatie Sintetica',
    'InterogariBanci',
    'Fisa Rol',
    'Istoric bilant',
    'NeconcordanteD112CNP',
  ),
  ...rules(
    ['cui', 'an'],
    'Bilant anual',
    'Istoric declaratii',
    'D205',
    'D120',
    'D130',
    'D101',
    'D392',
    'D393',
    'D106',
    'Bilant semestrial',
    'D212',
  ),
  ...rules(['cui', 'an', 'luna'], 'D300', 'D390', 'D100', 'D112', 'D394', 'D301', 'D180', 'D311'),
  { tip: 'D208', needs: ['cui', 'an', 'luna'], months: ['6', '12'] },
  { tip: 'Duplicat Recipisa', needs: ['cui', 'numar_inregistrare'] },
  { tip: 'Adeverinte Venit', needs: ['cui', 'an', 'motiv'] },
  { tip: 'NeconcordanteD394', needs: ['cui', 'an', 'lunai', 'lunas'] },
]

const MOTIVES =
  'Sanatate|Cresa|Gradinita|Scoala|Liceu|Facultate|Alocatia pentru copiii nou nascuti|Trusou nou nascuti|Alocatia de stat pentru copii|Indemnizatie ajutor stimulent pentru cresterea copilului|Sprijin financiar acordat la constituirea familiei|Alocatia pentru sustinerea familiei|Alocatia familiala complementara|Somaj si stimularea fortei de munca|Ajutor social|Pensie|Stimulent de insertie|Ajutoare pentru incalzirea locuintei|Ajutoare financiare pentru persoane aflate in extrema dificultate|Cheltuieli cu inmormantarea persoanelor din familiile beneficiare de ajutor social|Ajutoare de urgenta in caz de calamitati naturale|Indemnizatia Bugetul personal complementar pentru persoana cu handicap|Alocatia de plasament|Indemnizatia pentru insotitor|Alocatia lunara de hrana pentru copiii cu handicap de tip HIV SIDA|Ajutor anual pentru veteranii de razboi|Institutie financiar bancara asigurare etc.|Executor judecatoresc|Autoritati straine|Altele'.split(
    '|',
  )

/** The service's objection, in its own words; undefined if none. Rights are checked after this. */
export function objectionTo(query: URLSearchParams, isCompany: (cui: string) => boolean): string | undefined {
  const tip = query.get('tip') ?? ''
  if (tip === 'CAF') return 'Tip raport= CAF inca nu poate fi solicitat prin WS'
  const rule = REQUEST_RULES.find(known => known.tip === tip)
  if (!rule) return `Tip raport= ${tip} nu este corect.`
  if (rule.needs.some(name => !query.get(name))) {
    return `Pentru tip raport= ${tip} parametri ${enumerate(rule.needs)} sunt obligatorii`
  }
  const cui = query.get('cui') ?? ''
  if (!isCompany(cui) && !isRightCode(cui)) return wrongCui(cui)
  if (query.has('an') && !/^\d{4}$/.test(query.get('an') ?? ''))
    return `Anul introdus= ${query.get('an')} nu este corect.`
  for (const name of ['luna', 'lunai', 'lunas']) {
    const month = query.get(name)
    if (month !== null && !/^(0?[1-9]|1[0-2])$/.test(month)) return `Luna introdusa= ${month} nu este corecta.`
  }
  if (rule.months && !rule.months.includes(query.get('luna') ?? ''))
    return `Pentru tip raport= ${tip} luna poate fi ${rule.months.join(' sau ')}`
  const motive = query.get('motiv')
  if (motive !== null && !MOTIVES.includes(motive)) return `Motivul introdus= ${motive} nu este corect.`
  if (Number(query.get('lunai') ?? 0) > Number(query.get('lunas') ?? 12))
    return 'Luna de inceput este mai mare decat luna de sfarsit'
  return undefined
}

function enumerate(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} si ${names.at(-1)}`
}

function isRightCode(code: string): boolean {
  return /^\d{13}$/.test(code) || (/^\d{2,10}$/.test(code) && withCheckDigit(code.slice(0, -1)) === code)
}
