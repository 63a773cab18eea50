/**
 * SQL, for `d`, an alias of `declarations`: a fact of the mailbox message that confirms it. The message gives the period if the
 * PDF is not known (D-09).
 */
export const confirmed = (what: string, d: string) => `(SELECT ${what} FROM mail
    WHERE mail.receipt IS NOT NULL AND mail.cui = ${d}.cui AND ${d}.is_counter = 0
      AND json_extract(mail.receipt, '$.uploadIndex') = ${d}.filing_number ORDER BY mail.n LIMIT 1)`
export const confirmedYear = (d: string) => confirmed(`json_extract(mail.receipt, '$.period.year')`, d)
/** SQL: the year and the month of its period. */
export const periodYear = (d: string) => `coalesce(${d}.year, ${confirmedYear(d)})`
export const periodMonth = (d: string) =>
  `CASE WHEN ${d}.year IS NULL THEN ${confirmed(`json_extract(mail.receipt, '$.period.month')`, d)} ELSE ${d}.month END`
