import { periodMonth, periodYear } from '../declarations/declaration-period.ts'

/** SQL: states in which nothing was filed. */
const NOT_FILED = `'rejected', 'not-sent'`

/**
 * SQL, for a row of `attempts`: it was refused, and nothing has resolved that. A later upload resolves it by correcting
 * it or by filing the same invoice of the same company, unless that one was not filed either. So does the invoice among
 * SPV's sent ones: another program may have sent it. The plus signs make SQLite read the later rows and the sent ones by
 * number: nothing else narrows them as far.
 */
export const REFUSED_UPLOAD = `(attempts.state IN ('nok', 'rejected', 'not-taken') AND NOT EXISTS (
  SELECT 1 FROM attempts later WHERE later.environment = attempts.environment AND later.corrects = attempts.id
    AND later.state NOT IN (${NOT_FILED})) AND NOT EXISTS (
  SELECT 1 FROM attempts later WHERE later.environment = attempts.environment
    AND json_extract(later.invoice, '$.number') = json_extract(attempts.invoice, '$.number')
    AND +later.id > attempts.id AND +later.cui = attempts.cui AND +later.state NOT IN (${NOT_FILED})) AND NOT EXISTS (
  SELECT 1 FROM messages sent WHERE sent.environment = attempts.environment AND sent.shown = 1
    AND sent.number = json_extract(attempts.invoice, '$.number') AND +sent.kind = 'sent' AND +sent.cui = attempts.cui
    AND +sent.day = json_extract(attempts.invoice, '$.issueDate')))`

/** SQL: which of two declarations came later: by the portal's indexes, which grow, else by when they became known here. */
const IS_LATER = `iif(later.is_counter = 0 AND declarations.is_counter = 0 AND later.filing_number IS NOT NULL
    AND declarations.filing_number IS NOT NULL,
  (length(later.filing_number), later.filing_number) > (length(declarations.filing_number), declarations.filing_number),
  later.id > declarations.id)`

/** SQL, for a row of `declarations`: the same; the company's same form and period, or the same file, resolves it. */
export const REFUSED_DECLARATION = `(declarations.state IN ('rejected', 'has-errors', 'not-a-document') AND NOT EXISTS (
  SELECT 1 FROM declarations later WHERE later.id <> declarations.id AND later.state NOT IN (${NOT_FILED}) AND ${IS_LATER}
    AND (later.sha256 = declarations.sha256 OR (later.cui = declarations.cui AND later.form = declarations.form
      AND ${periodYear('later')} = ${periodYear('declarations')}
      AND ${periodMonth('later')} IS (${periodMonth('declarations')})))))`
