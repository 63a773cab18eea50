import * as v from 'valibot'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import { WireId } from '../../../shared/protocol/values.ts'
import type { ReceiptsToSave } from '../../browser/messages.ts'

/**
 * Rows of the table whose receipt may be had: linked there, or over and old, so that only the archive has it. What is
 * being processed has none yet, nor do filings at a counter have one unless it is linked.
 */
export function rowsToSave(rows: readonly StatusRow[]): ReceiptsToSave['rows'] {
  return rows
    .filter(row => row.hasReceipt || (!row.isCounter && row.state !== null && row.state !== 'processing'))
    .filter(({ filingNumber }) => v.is(WireId, filingNumber))
    .map(({ filingNumber, form, registeredOn, uploadedOn, hasReceipt }) => ({
      uploadIndex: filingNumber,
      form,
      filedOn: registeredOn ?? uploadedOn,
      hasReceipt,
    }))
}
