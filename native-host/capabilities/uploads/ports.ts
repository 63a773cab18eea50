import type { Archive } from '../../archive/core/archive.ts'
import type { EInvoicing, UploadClient } from '../../authority/efactura/types.ts'
import type { HostPorts } from '../../jobs/host-ports.ts'

/** The ports for the work on uploads. */
export type UploadPorts = HostPorts & {
  archive: Pick<Archive, 'uploads' | 'messages' | 'locks'>
  uploadClient: UploadClient
  eInvoicing: Pick<EInvoicing, 'listWindow' | 'download' | 'status'>
  /** Brings the document of one recorded message into the archive, as a sync does. */
  fetchMessage: (id: string, signal: AbortSignal) => Promise<unknown>
}
