import * as v from 'valibot'

/** Sorts a list by one of its columns. */
export const sortBy = <const T extends readonly [string, ...string[]]>(...columns: T) =>
  v.optional(v.strictObject({ by: v.picklist(columns), descending: v.boolean() }))

/** The period that a declaration reports: `2026-10`, or `2026` for a whole year. */
export const ReportedPeriod = v.pipe(v.string(), v.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/))

/** A search in a person's words, with periods ("luna trecută", "oct 2026"), by shared/search. */
export const Search = v.pipe(v.string(), v.maxLength(10_000))
