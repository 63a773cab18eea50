import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { EInvoicing, Filings } from '../../authority/efactura/types.ts'

/** What the work on filings needs. */
export type FilingPorts = {
  archive: Pick<Archive, 'attempts' | 'messages' | 'locks'>
  filings: Filings
  eInvoicing: Pick<EInvoicing, 'listWindow' | 'download' | 'status'>
  now: () => number
  /** Makes any failure one that can be shown. */
  explain: (error: unknown) => RecipisaError
}
