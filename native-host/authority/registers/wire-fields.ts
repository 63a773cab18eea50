import * as v from 'valibot'

/** Fields of the registers' JSON. A text may come as a number or as null, and an empty text means "none" (P-13). */

const Scalar = v.nullish(v.union([v.string(), v.number()]), '')

/** Trimmed; empty if missing. */
export const WireText = v.pipe(
  Scalar,
  v.transform(value => String(value).trim()),
)

/** The register's own text; null if empty. */
export const WireDay = v.pipe(
  WireText,
  v.transform(text => text || null),
)

/** An activity code of four digits. A number lacks the leading zeros, and 0 means none. */
export const WireCaen = v.pipe(
  WireText,
  v.transform(text => (/^0*$/.test(text) ? '' : /^\d{1,3}$/.test(text) ? text.padStart(4, '0') : text)),
)

/** A whole number, or its digits. */
export const WireCount = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,15}$/, 'expected a number'))]),
  v.transform(Number),
)

/** A fiscal code: a number without prefix on the wire, its digits here. */
export const WireCui = v.pipe(
  v.union([v.pipe(v.string(), v.trim()), v.number()]),
  v.transform(value => String(value).replace(/^0+/, '')),
  v.regex(/^\d{2,13}$/, 'expected a CUI'),
)

/** The fields at the beginning of most registers' entries. */
export const general = {
  cui: WireCui,
  data: WireDay,
  denumire: WireText,
  adresa: WireText,
  nrRegCom: WireText,
  telefon: WireText,
  fax: WireText,
  codPostal: WireText,
  act: WireText,
  stare_inregistrare: WireText,
}

type General = { [name in keyof typeof general]: v.InferOutput<(typeof general)[name]> }

/** The same fields in the product's words. */
export const generalOf = (wire: General) => ({
  cui: wire.cui,
  asOf: wire.data,
  name: wire.denumire,
  address: wire.adresa,
  registrationNumber: wire.nrRegCom,
  phone: wire.telefon,
  fax: wire.fax,
  postalCode: wire.codPostal,
  act: wire.act,
  registrationState: wire.stare_inregistrare,
})
