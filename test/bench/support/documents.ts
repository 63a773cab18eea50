import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { createCertificateAuthority } from '../../authority/certificates.ts'
import { createZips } from '../../authority/documents/zips.ts'
import { seedWorld } from '../../authority/world/seed.ts'

/** A list entry, and the ZIP that belongs to it. */
export type Document = { message: ListedMessage; zip: Uint8Array }

/** Signed ZIPs of about 12 KB, as the authority gives them out, with their list entries. */
export async function makeDocuments(count: number, companies = 20): Promise<Document[]> {
  const now = Date.now()
  const world = seedWorld({ now: () => now, companies, invoicesPerCompany: Math.ceil(count / companies) })
  const zips = createZips(await (await createCertificateAuthority('Recipisa bench')).issueSigningCertificate())
  return [...world.messages.values()].slice(0, count).map(message => ({
    message: listedOf(message),
    zip: new Uint8Array(zips.of(message)),
  }))
}

type Entry = ReturnType<typeof seedWorld>['messages'] extends ReadonlyMap<string, infer M> ? M : never

function listedOf({ id, cui, upload, type, details, indexedAt }: Entry): ListedMessage {
  const { uploadIndex, seller, buyer, selfBilled, outcome, document } = upload
  const isSent = type === 'FACTURA TRIMISA'
  return {
    id,
    uploadIndex,
    cui,
    kind: outcome === 'nok' ? 'errors' : document === 'buyer-message' ? 'buyer-message' : isSent ? 'sent' : 'received',
    type,
    createdAt: indexedAt,
    details,
    sellerCui: seller.cui,
    buyerCui: buyer.cui,
    selfBilled,
  }
}
