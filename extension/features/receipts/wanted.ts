import * as v from 'valibot'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import { WireId } from '../../../shared/protocol/values.ts'
import type { WantedReceipts } from './run.ts'

/**
 * Rows of the table whose receipt may be had: linked there, or over and old, so that only the archive has it. What is
 * being processed has none yet, and filings at a counter are not named by an index.
 */
export function wantedRows(rows: readonly StatusRow[]): WantedReceipts['rows'] {
  return rows
    .filter(({ hasReceipt, state }) => hasReceipt || (state !== null && state !== 'processing'))
    .filter(({ filingNumber }) => v.is(WireId, filingNumber))
    .map(({ filingNumber, form, registeredOn, uploadedOn, hasReceipt }) => ({
      uploadIndex: filingNumber,
      form,
      filedOn: registeredOn ?? uploadedOn,
      hasReceipt,
    }))
}
