/** Counties of Romania by the letters of ISO 3166-2:RO, which e-invoices write as `RO-CT`. */
const COUNTIES: Readonly<Record<string, string>> = {
  AB: 'Alba',
  AG: 'Argeș',
  AR: 'Arad',
  BC: 'Bacău',
  BH: 'Bihor',
  BN: 'Bistrița-Năsăud',
  BR: 'Brăila',
  BT: 'Botoșani',
  BV: 'Brașov',
  BZ: 'Buzău',
  CJ: 'Cluj',
  CL: 'Călărași',
  CS: 'Caraș-Severin',
  CT: 'Constanța',
  CV: 'Covasna',
  DB: 'Dâmbovița',
  DJ: 'Dolj',
  GJ: 'Gorj',
  GL: 'Galați',
  GR: 'Giurgiu',
  HD: 'Hunedoara',
  HR: 'Harghita',
  IF: 'Ilfov',
  IL: 'Ialomița',
  IS: 'Iași',
  MH: 'Mehedinți',
  MM: 'Maramureș',
  MS: 'Mureș',
  NT: 'Neamț',
  OT: 'Olt',
  PH: 'Prahova',
  SB: 'Sibiu',
  SJ: 'Sălaj',
  SM: 'Satu Mare',
  SV: 'Suceava',
  TL: 'Tulcea',
  TM: 'Timiș',
  TR: 'Teleorman',
  VL: 'Vâlcea',
  VN: 'Vrancea',
  VS: 'Vaslui',
}

/** `RO-CT` as `jud. Constanța`, Bucharest by its name; any other text as written. */
export function countyWord(code: string): string {
  const letters = /^RO-([A-Z]{1,2})$/i.exec(code)?.[1]?.toUpperCase() ?? ''
  if (letters === 'B') return 'București'
  const name = COUNTIES[letters]
  return name === undefined ? code : `jud. ${name}`
}

/** A sector of Bucharest, which e-invoices write as `SECTOR3`; any other city as written. */
export function cityWord(city: string): string {
  return city.replace(/^SECTOR\s*([1-6])$/i, 'Sector $1')
}
