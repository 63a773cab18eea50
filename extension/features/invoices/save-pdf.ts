import type { Locale } from '../../../shared/errors/codes.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { type Saved, saveDocument } from '../documents/save-document.ts'

/** Time limit for ANAF's PDF before ours is saved instead, ms. */
const PATIENCE = 20_000

/** The PDF in Downloads, and why it is our own instead of ANAF's. */
export type SavedPdf = Saved & { own?: 'invalid' | 'down' }

/** Saves ANAF's PDF of an archived invoice; our own while ANAF does not answer, or refuses to make one. */
export async function savePdf(host: HostClient, id: string, locale: Locale): Promise<SavedPdf> {
  const made = await fromAuthority(host, id)
  if (made === 'down') return { ...(await saveOwnPdf(host, id, locale)), own: 'down' }
  if (made.outcome === 'invalid') return { ...(await saveOwnPdf(host, id, locale)), own: 'invalid' }
  return saveDocument(host, made.document)
}

export function saveOwnPdf(host: HostClient, id: string, locale: Locale): Promise<Saved> {
  return saveDocument(host, { area: 'sheets', ids: [id], locale })
}

async function fromAuthority(host: HostClient, id: string): Promise<ResultOf<'invoices.pdf'> | 'down'> {
  try {
    return await host.request('invoices.pdf', { source: { id } }, { signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    console.warn('recipisa:', error) // the PDF that is saved instead says why
    return 'down'
  }
}
