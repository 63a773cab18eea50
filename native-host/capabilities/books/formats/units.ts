/** UN/ECE Rec 20 codes that Romanian invoices use most, as accounting programs write the units. */
const UNITS: Readonly<Record<string, string>> = {
  H87: 'BUC',
  C62: 'BUC',
  EA: 'BUC',
  NAR: 'BUC',
  XPP: 'BUC',
  PR: 'PER',
  SET: 'SET',
  XBX: 'CUT',
  GRM: 'G',
  KGM: 'KG',
  TNE: 'T',
  LTR: 'L',
  MTR: 'M',
  KMT: 'KM',
  MTK: 'MP',
  MTQ: 'MC',
  KWH: 'KWH',
  MWH: 'MWH',
  HUR: 'ORE',
  DAY: 'ZILE',
  MON: 'LUNI',
  E48: 'BUC',
}

/** The unit of a line; an unknown code unchanged, and `BUC` if the invoice has none. */
export const unitName = (code: string | null): string => (code === null ? 'BUC' : (UNITS[code] ?? code))
