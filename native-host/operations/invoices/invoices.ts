import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { InvoiceDocument } from '../../../shared/protocol/invoices/document.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'
import { parseCui } from '../core/parse-cui.ts'
import { withFiled } from './filed.ts'
import { whyMissing } from './missing-document.ts'

type Thread = ResultOf<'invoices.get'>['thread']
type Area = 'invoices.sync' | 'invoices.list' | 'invoices.summary' | 'invoices.get' | 'invoices.markSeen'

/** The e-invoices of the archive, and their sync. */
export function invoicesOperations(services: Services): Pick<Handlers, Area> {
  return {
    'invoices.sync': async ({ cuis, days }, context) =>
      services.work.invoices.sync({ cuis: cuis?.map(parseCui), days }, await services.apiWorker(), context),
    'invoices.list': async query => {
      const archive = await services.archive()
      const pageOf = (limit: number) => {
        const page = archive.messages.list(withCui({ ...query, limit }))
        return { ...page, items: page.items.map(item => withFiled(archive.uploads, item)) }
      }
      const page = pageOf(query.limit)
      const { length } = fitAnswer(page.items)
      // Notes can be long: a page without room for all ends where the next one begins.
      return length < page.items.length ? pageOf(length) : page
    },
    'invoices.summary': async ({ groupBy, choice, ...filter }) => {
      const archive = await services.archive()
      return archive.messages.summary(withCui(filter), groupBy, choice)
    },
    'invoices.get': async ({ id }) => {
      const archive = await services.archive()
      const found = archive.messages.get(id)
      if (!found) throw new RecipisaError('message-unknown', { id })
      const missing = whyMissing(archive, id)
      const hasPdf = archive.messages.pdf(id) !== undefined
      return {
        ...found,
        item: withFiled(archive.uploads, found.item),
        ...(await contentOf(archive, found.item)),
        thread: await threadOf(archive, found.item),
        hasPdf,
        missing: missing ? toErrorBody(missing) : null,
      }
    },
    'invoices.markSeen': async ({ id, cui }) => {
      const archive = await services.archive()
      archive.messages.markSeen({ id, cui: cui === undefined ? undefined : parseCui(cui) })
      return {}
    },
  }
}

/** The query with its CUI normalized. */
export function withCui<T extends { cui?: string | undefined }>(query: T): T {
  return query.cui === undefined ? query : { ...query, cui: parseCui(query.cui) }
}

/** Room for an invoice in an answer, bytes of JSON; the rest of the answer needs far less than remains. */
const INVOICE_ROOM = 700_000
/** How many findings of an errors file to show; the file itself holds all. */
const MAX_ERRORS = 500

/** Buyers' messages about an invoice, with their texts once they are archived (E-31). */
async function threadOf({ messages }: Archive, { cui, uploadIndex }: InvoiceItem): Promise<Thread> {
  const items = messages.thread(cui, uploadIndex)
  return Promise.all(
    items.map(async item => {
      const content = item.undescribed ? undefined : await xmlOf(messages, item.id)
      return { item, text: content ? ((await readDocumentInThread('buyerMessage', content))?.message ?? null) : null }
    }),
  )
}

/** The content of the archived XML; empty if it is not archived yet, or the ZIP holds no XML. */
async function contentOf(
  archive: Archive,
  item: InvoiceItem,
): Promise<{ document: InvoiceDocument | null; errors: string[] }> {
  const isReadable = item.state === 'archived' && !item.undescribed
  const content = isReadable ? await xmlOf(archive.messages, item.id) : undefined
  if (!content) return { document: null, errors: [] }
  if (item.kind === 'errors')
    return { document: null, errors: await readDocumentInThread('findings', content, MAX_ERRORS) }
  return { document: await readDocumentInThread('invoice', content, INVOICE_ROOM), errors: [] }
}

/** The archived XML; undefined if the file is gone or the ZIP holds no XML. */
async function xmlOf(messages: Archive['messages'], id: string): Promise<Uint8Array | undefined> {
  try {
    return (await messages.read({ area: 'invoices', id, as: 'xml' })).bytes
  } catch (error) {
    if (error instanceof RecipisaError && error.code === 'not-found') return undefined
    throw error
  }
}
