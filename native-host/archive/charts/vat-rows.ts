import type { VatOfRate } from '../../../shared/documents/vat-by-rate.ts'
import { type MessageKind, sideOf } from '../../../shared/domain/invoices.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Database } from '../core/database.ts'

type Listed = { id: string; cui: string; kind: MessageKind }

/** Replaces the VAT of a message. Within the caller's transaction. */
export function putVat(
  db: Database,
  environment: Environment,
  { id, cui, kind }: Listed,
  invoice: InvoiceSummary | null,
  vat: readonly VatOfRate[],
): void {
  const params = { environment, id }
  const ofMessage = 'SELECT n FROM messages WHERE environment = :environment AND id = :id'
  db.run(`DELETE FROM invoice_vat WHERE message = (${ofMessage})`, params)
  const side = sideOf(cui, kind, invoice)
  for (const row of vat)
    db.run(
      `INSERT INTO invoice_vat (message, percent, side, currency, vat)
        VALUES ((${ofMessage}), :percent, :side, :currency, :vat)`,
      { ...params, side, ...row },
    )
}
