import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { EInvoicing, UploadClient } from '../../authority/efactura/types.ts'

/** What the work on uploadClient needs. */
export type UploadPorts = {
  archive: Pick<Archive, 'uploads' | 'messages' | 'locks'>
  uploadClient: UploadClient
  eInvoicing: Pick<EInvoicing, 'listWindow' | 'download' | 'status'>
  now: () => number
  /** Makes any failure one that can be shown. */
  explain: (error: unknown) => RecipisaError
}
