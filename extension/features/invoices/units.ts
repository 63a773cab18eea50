import type { Locale } from '../../../shared/errors/codes.ts'

/** The UN/ECE Rec 20 codes that Romanian invoices use most, with the units as people write them. */
const UNITS: Readonly<Record<string, Record<Locale, string>>> = {
  H87: { ro: 'buc', en: 'pcs' },
  C62: { ro: 'buc', en: 'pcs' },
  EA: { ro: 'buc', en: 'pcs' },
  NAR: { ro: 'buc', en: 'pcs' },
  PR: { ro: 'per', en: 'pairs' },
  SET: { ro: 'set', en: 'set' },
  XBX: { ro: 'cutii', en: 'boxes' },
  XPK: { ro: 'pachete', en: 'packs' },
  GRM: { ro: 'g', en: 'g' },
  KGM: { ro: 'kg', en: 'kg' },
  TNE: { ro: 't', en: 't' },
  MLT: { ro: 'ml', en: 'ml' },
  LTR: { ro: 'l', en: 'l' },
  CMT: { ro: 'cm', en: 'cm' },
  MTR: { ro: 'm', en: 'm' },
  KMT: { ro: 'km', en: 'km' },
  MTK: { ro: 'm²', en: 'm²' },
  MTQ: { ro: 'm³', en: 'm³' },
  KWH: { ro: 'kWh', en: 'kWh' },
  MWH: { ro: 'MWh', en: 'MWh' },
  MIN: { ro: 'min', en: 'min' },
  E48: { ro: 'servicii', en: 'services' },
  HUR: { ro: 'ore', en: 'hours' },
  DAY: { ro: 'zile', en: 'days' },
  MON: { ro: 'luni', en: 'months' },
  ANN: { ro: 'ani', en: 'years' },
}

/** The unit for a code; an unknown code stays as the invoice has it. */
export function unitWord(locale: Locale, code: string): string {
  return UNITS[code.trim().toUpperCase()]?.[locale] ?? code
}
