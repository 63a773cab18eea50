import * as v from 'valibot'
import { WireId } from '../../../shared/domain/values.ts'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import type { ReceiptsToSave } from '../../browser/messages.ts'

/**
 * Rows of the table whose receipt may be available: linked there, or settled and so old that only the archive has it. A
 * declaration in processing has none yet; one submitted at a counter has none unless it is linked.
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
