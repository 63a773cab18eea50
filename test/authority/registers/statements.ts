import { createRandom } from '../world/random.ts'
import type { Taxpayer } from './taxpayers.ts'

export type Indicator = { indicator: string; val_indicator: number; val_den_indicator: string }

const COMPANY = [
  'ACTIVE IMOBILIZATE - TOTAL',
  'ACTIVE CIRCULANTE - TOTAL, din care',
  'Stocuri',
  'Creante',
  'Casa si conturi la banci',
  'CHELTUIELI IN AVANS',
  'DATORII',
  'VENITURI IN AVANS',
  'PROVIZIOANE',
  'CAPITALURI - TOTAL, din care:',
  'Capital subscris varsat',
  'Patrimoniul regiei',
  'Cifra de afaceri neta',
  'VENITURI TOTALE',
  'CHELTUIELI TOTALE',
  'Profit brut',
  'Pierdere bruta',
  'Profit net',
  'Pierdere neta',
  'Numar mediu de salariati',
] as const
/** Indicators of associations without a profit motive: different things under the same ids. */
const ASSOCIATION = [
  'ACTIVE IMOBILIZATE - TOTAL',
  'ACTIVE CIRCULANTE - TOTAL',
  'DATORII - TOTAL',
  'CAPITALURI PROPRII',
  'VENITURI DIN ACTIVITATILE FARA SCOP PATRIMONIAL',
  'CHELTUIELI PRIVIND ACTIVITATILE FARA SCOP PATRIMONIAL',
  'EXCEDENT',
  'DEFICIT',
  'Numar mediu de salariati',
] as const

/** Years that have statements: observed later than the documented 2014 to 2019. */
const [FIRST, LAST] = [2014, 2025]

/** Indicators of a taxpayer's year, last one first as the service lists them; undefined for a year without any. */
export function inventStatement({ cui, registeredOn, cult }: Taxpayer, year: number): Indicator[] | undefined {
  if (year < Math.max(FIRST, Number(registeredOn.slice(0, 4))) || year > LAST) return undefined
  const random = createRandom(Number(cui) + year)
  const size = createRandom(Number(cui)).between(50_000, 5_000_000)
  const turnover = Math.round(size * (1 + 0.06 * (year - FIRST)) * (0.8 + 0.4 * random.next()))
  const profit = Math.round(turnover * (random.next() - 0.3) * 0.3)
  const [gain, loss] = [Math.max(0, profit), Math.max(0, -profit)]
  const employees = Math.max(1, Math.round(turnover / 350_000))
  const known: Readonly<Record<string, number>> = {
    'Cifra de afaceri neta': turnover,
    'VENITURI TOTALE': turnover,
    'CHELTUIELI TOTALE': turnover - profit,
    'Profit brut': gain,
    'Pierdere bruta': loss,
    'Profit net': Math.round(gain * 0.84),
    'Pierdere neta': loss,
    EXCEDENT: gain,
    DEFICIT: loss,
    'Numar mediu de salariati': employees,
  }
  const labels = cult ? ASSOCIATION : COMPANY
  return labels
    .map((label, index) => ({
      indicator: `I${index + 1}`,
      val_indicator: known[label] ?? random.between(0, turnover),
      val_den_indicator: label,
    }))
    .reverse()
}
