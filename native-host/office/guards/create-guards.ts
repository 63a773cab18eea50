import type { Archive } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import type { EInvoicing, UploadClient } from '../../authority/efactura/types.ts'
import type { Portal } from '../../authority/portal/portal.ts'
import type { Spv } from '../../authority/spv/spv.ts'
import { requestContent } from '../coordination/request-content.ts'
import type { Office } from '../office.ts'
import { downloadForAll } from './shared-downloads.ts'
import { fileForAll } from './shared-filing.ts'

type SharedArchive = Pick<Archive, 'environment' | 'exchange' | 'uploads' | 'declarations'>

/** The guards before the authority's clients on a seat: documents and filings are shared by all seats. */
export function createGuards(office: Office, archive: SharedArchive) {
  const { exchange, environment } = archive
  const filing = { office, exchange }
  return {
    eInvoicing: (client: EInvoicing): EInvoicing => ({
      ...client,
      async download(id, signal) {
        const answer = await downloadForAll({ office, exchange, area: 'invoices', environment }, id, async () => {
          const own = await client.download(id, signal)
          return own.kind === 'zip' ? { bytes: own.bytes } : { other: own }
        })
        if (answer === 'busy') return { kind: 'busy' }
        return 'bytes' in answer ? { kind: 'zip', bytes: answer.bytes } : answer.other
      },
    }),
    uploads: (client: UploadClient): UploadClient => ({
      ...client,
      async upload(upload, signal) {
        const sha256 = sha256Of(upload.bytes)
        // The person confirmed it here, knowing of the earlier one.
        const again = archive.uploads.byContent(sha256)[0]?.repeats != null
        return fileForAll(
          filing,
          { kind: 'upload', environment, company: upload.cui, sha256 },
          again,
          () => client.upload(upload, signal),
          answer => (answer.outcome === 'accepted' ? { number: answer.uploadIndex } : 'released'),
        )
      },
    }),
    portal: (client: Portal): Portal => ({
      ...client,
      async submit(file, cookies, signal, onBytes) {
        const sha256 = sha256Of(file.bytes)
        const [declaration] = archive.declarations.byContent(sha256)
        return fileForAll(
          filing,
          { kind: 'declaration', environment: '', company: declaration?.cui ?? '', sha256 },
          declaration?.repeats != null,
          hasLeft =>
            client.submit(file, cookies, signal, () => {
              hasLeft()
              onBytes?.()
            }),
          answer => (answer.kind === 'rejected' ? 'released' : { number: answer.uploadIndex }),
        )
      },
    }),
    spv: (client: Spv): Spv => ({
      ...client,
      async document(id, cookies, signal) {
        const answer = await downloadForAll({ office, exchange, area: 'mail', environment: '' }, id, async () => {
          const own = await client.document(id, cookies, signal)
          return own.kind === 'pdf' ? { bytes: own.bytes } : { other: own }
        })
        if (answer === 'busy') return { kind: 'busy' }
        return 'bytes' in answer ? { kind: 'pdf', bytes: answer.bytes } : answer.other
      },
      async request(query, cookies, signal, onBytes) {
        return fileForAll(
          filing,
          { kind: 'request', environment: '', company: query.cui, sha256: requestContent(query, Date.now()) },
          false,
          () => client.request(query, cookies, signal, onBytes),
          answer => (answer.kind === 'rejected' ? 'released' : { number: answer.requestId }),
        )
      },
    }),
  }
}
