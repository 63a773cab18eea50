import type { InvoiceSelection } from '../../../shared/protocol/invoices/selection.ts'
import type { InvoiceQuery } from '../../archive/books/books-archive.ts'
import { exportInvoices } from '../../capabilities/books/export-invoices.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'
import { whyMissing } from '../invoices/missing-document.ts'

type Area = 'books.mark' | 'books.export' | 'books.exports'

/** How invoices get into the accounting program. */
export function booksOperations(services: Services): Pick<Handlers, Area> {
  return {
    'books.mark': async ({ selection, state, note }) => {
      const { books } = await services.archive()
      const invoices = books.select(toQuery(selection))
      const change = { ...(state === undefined ? {} : { state }), ...(note === undefined ? {} : { note }) }
      return { changed: books.mark(invoices, change, services.account()), selected: invoices.length }
    },
    'books.export': async ({ selection, ...request }, watch) => {
      const archive = await services.archive()
      const ports = { archive, whyMissing: (id: string) => whyMissing(archive, id), now: services.now }
      return exportInvoices(ports, { ...request, query: toQuery(selection), by: services.account() }, watch)
    },
    'books.exports': async query => (await services.archive()).books.exports(query),
  }
}

function toQuery(selection: InvoiceSelection): InvoiceQuery {
  if ('ids' in selection) return selection
  const { cui, ...filter } = selection.filter
  return {
    filter: { ...filter, cui: cui === undefined ? undefined : parseCui(cui) },
    except: selection.except,
  }
}
