import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Database } from '../core/database.ts'

/**
 * Remembers how a company writes its own name: the latest of its own invoices counts. A partner's spelling counts only
 * until there is one, and the first such spelling stays: partners rename nobody.
 */
export function rememberName(
  db: Database,
  environment: Environment,
  { cui, createdAt }: Pick<ListedMessage, 'cui' | 'createdAt'>,
  invoice: InvoiceSummary,
): void {
  const isOwn = invoice.sellerCui === cui
  const name = isOwn ? invoice.sellerName : invoice.buyerCui === cui ? invoice.buyerName : undefined
  if (!name) return
  db.run(
    `INSERT INTO company_names (environment, cui, name, as_of) VALUES (:environment, :cui, :name, :asOf)
      ON CONFLICT (environment, cui) DO UPDATE SET name = excluded.name, as_of = excluded.as_of
        WHERE excluded.as_of > as_of`,
    { environment, cui, name, asOf: isOwn ? createdAt : 0 },
  )
}
