import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { InvoiceDocument, InvoiceItem } from '../../shared/protocol/invoices.ts'
import { readErrorsFile, readUbl } from '../../shared/ubl.ts'
import type { Archive } from '../archive/archive.ts'
import type { Services } from '../services.ts'
import { syncThrough } from '../sync/through.ts'
import { parseCui } from './companies.ts'
import type { Handlers } from './handler.ts'

type Area = 'invoices.sync' | 'invoices.list' | 'invoices.get' | 'invoices.markSeen'

/** The e-invoices of the archive, and the sync that brings them there. */
export function invoicesOperations(services: Services): Pick<Handlers, Area> {
  return {
    'invoices.sync': async ({ cuis, days }, context) =>
      syncThrough(await services.archive(), services.runners.ensure, { cuis: cuis?.map(parseCui), days }, context),
    'invoices.list': async ({ cui, ...query }) => {
      const archive = await services.archive()
      return archive.messages.list({ ...query, cui: cui === undefined ? undefined : parseCui(cui) })
    },
    'invoices.get': async ({ id }) => {
      const archive = await services.archive()
      const found = archive.messages.get(id)
      if (!found) throw new RecipisaError('message-unknown', { id })
      return { ...found, ...(await contentOf(archive, found.item)) }
    },
    'invoices.markSeen': async ({ cui }) => {
      const archive = await services.archive()
      archive.messages.markSeen(cui === undefined ? undefined : parseCui(cui))
      return {}
    },
  }
}

/** What the archived XML says; nothing where there is none (not archived yet, or the ZIP holds no such member). */
async function contentOf(
  archive: Archive,
  item: InvoiceItem,
): Promise<{ document: InvoiceDocument | null; errors: string[] }> {
  if (item.state !== 'archived') return { document: null, errors: [] }
  try {
    const { bytes } = await archive.messages.read({ area: 'invoices', id: item.id, as: 'xml' })
    if (item.kind === 'errors') return { document: null, errors: readErrorsFile(bytes) }
    return { document: readUbl(bytes) ?? null, errors: [] }
  } catch (error) {
    if (error instanceof RecipisaError && error.reason === 'document-missing') return { document: null, errors: [] }
    throw error
  }
}
