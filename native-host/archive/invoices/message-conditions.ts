import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceFilter } from '../../../shared/protocol/invoice-query.ts'
import { IN_BOOK_STATE } from '../books/book-conditions.ts'
import type { SqlParams } from '../core/database.ts'
import { searchWords } from '../core/fold.ts'

/** The condition on `messages` that a filter stands for. */
export function conditionsOf(environment: Environment, filter: InvoiceFilter): { where: string; params: SqlParams } {
  const conditions = ['environment = :environment', 'shown = 1']
  const params: SqlParams = { environment }
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    params[name] = value
  }
  add('cui = :cui', 'cui', filter.cui)
  // A self-billed document has both directions, whichever of its entries is shown.
  add('(kind = :direction OR twin_id IS NOT NULL)', 'direction', filter.direction)
  add(`(kind = :kind OR (twin_id IS NOT NULL AND :kind IN ('sent', 'received')))`, 'kind', filter.kind)
  add('created_day >= :since', 'since', filter.since)
  add('created_day <= :until', 'until', filter.until)
  add(`json_extract(invoice, '$.issueDate') >= :issuedSince`, 'issuedSince', filter.issuedSince)
  add(`json_extract(invoice, '$.issueDate') <= :issuedUntil`, 'issuedUntil', filter.issuedUntil)
  add(IN_BOOK_STATE, 'book', filter.book)
  // A plain scan of every text finds parts of numbers as well as words, and takes some 50 ms for 100,000 documents. A
  // trigram index (FTS5) was no faster for common words and doubled the file.
  searchWords(filter.search ?? '').forEach((word, index) => {
    add(`instr(search, :word${index}) > 0`, `word${index}`, word)
  })
  return { where: conditions.join(' AND '), params }
}
