import * as v from 'valibot'
import { isCalendarDay } from './romania-time.ts'

/** Epoch milliseconds. */
export const Moment = v.pipe(v.number(), v.safeInteger())
/** Normalized CUI or CNP: digits only. */
export const Cui = v.pipe(v.string(), v.regex(/^\d{2,13}$/))
/** Digits that the authority uses as an id. */
export const WireId = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
/** Calendar day, `yyyy-MM-dd`. */
export const Day = v.pipe(v.string(), v.isoDate())
/** A requested day; the 31st of February is refused. */
export const AskedDay = v.pipe(Day, v.check(isCalendarDay, 'no such day'))
/** SHA-256 as 64 lower-case hex digits. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/**
 * The bytes of a file as base64, at most `most` characters. They are scanned, not matched as a whole: an expression
 * with groups runs out of stack on files of some megabytes.
 */
export const base64 = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most),
    v.check(text => text.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(text) && !/=(?!=?$)/.test(text), 'not base64'),
  )
export const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** The half of the authority's e-invoicing service: `prod`, or `test` for uploads without effect (A-17, E-35). */
export const Environment = v.picklist(['prod', 'test'])
export type Environment = v.InferOutput<typeof Environment>

export const Nothing = v.strictObject({})

/**
 * Whether a person wants the same bytes sent again: the id of the latest earlier attempt that they were shown, because
 * another program may have sent the bytes since; or true, whatever was sent since.
 */
export const Again = v.optional(v.union([v.boolean(), Count]), false)
export type Again = v.InferOutput<typeof Again>
