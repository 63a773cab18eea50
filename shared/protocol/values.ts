import * as v from 'valibot'

/** Epoch milliseconds. */
export const Moment = v.pipe(v.number(), v.safeInteger())
/** Normalized CUI or CNP: digits only. */
export const Cui = v.pipe(v.string(), v.regex(/^\d{2,13}$/))
/** Digits that the authority uses as an id. */
export const WireId = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
/** Calendar day, `yyyy-MM-dd`. */
export const Day = v.pipe(v.string(), v.isoDate())
/** SHA-256 as 64 lower-case hex digits. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Which half of the authority's e-invoicing service: `prod`, or `test` for filings without effect (A-17, E-35). */
export const Environment = v.picklist(['prod', 'test'])
export type Environment = v.InferOutput<typeof Environment>

export const Nothing = v.strictObject({})
