import { readDetails } from '../../native-host/authority/efactura/lists/details.ts'
import { kindOfType, type ListedMessage } from '../../shared/domain/invoices.ts'
import type { XmlDocument } from '../authority/documents/canonical.ts'
import { errorsXml } from '../authority/documents/headers.ts'
import type { Random } from '../authority/world/random.ts'
import type { Firm } from './firms.ts'
import { type Invoice, isForeign } from './invoice.ts'

/** An entry of the lists with what its ZIP holds. */
export type Listed = { message: ListedMessage; content: XmlDocument }

/** The next id of the lists and the next upload index, as the authority counts them over the whole country. */
export function createNumbers(random: Pick<Random, 'between'>) {
  return {
    id: counter(random, 3_000_000_000, 40),
    uploadIndex: counter(random, 5_000_000_000, 60),
  }
}

/** Numbers that grow by steps up to `most`, as those of a service that others use too. */
export function counter(random: Pick<Random, 'between'>, start: number, most: number): () => string {
  let last = start
  return () => {
    last += random.between(1, most)
    return String(last)
  }
}
export type Numbers = ReturnType<typeof createNumbers>

type Entry = Pick<ListedMessage, 'id' | 'uploadIndex' | 'cui' | 'createdAt' | 'type' | 'details'>

/** As the authority's own answer is read. */
export function listed(entry: Entry): ListedMessage {
  const { sellerCui, buyerCui, selfBilled } = readDetails(entry.details)
  const isSame = sellerCui !== null && sellerCui === buyerCui
  return { ...entry, kind: kindOfType(entry.type), sellerCui, buyerCui, selfBilled: selfBilled || isSame }
}

export function invoiceDetails(uploadIndex: string, { seller, buyer }: Invoice): string {
  const to = isForeign(buyer) ? '' : ` pentru cif_beneficiar=${buyer.cui}`
  return `Factura cu id_incarcare=${uploadIndex} emisa de cif_emitent=${seller.cui}${to}`
}

export const errorDetails = (uploadIndex: string): string =>
  `Erori de validare identificate la factura primita cu id_incarcare=${uploadIndex}`

export const plain = (written: string): XmlDocument => ({ written, inclusive: written, exclusive: written })

/** The errors file of a refused document; some of the usual findings where it names none. */
export const errorsOf = (
  uploadIndex: string,
  seller: Firm,
  seed: number,
  findings: readonly string[] | null,
): XmlDocument => plain(errorsXml({ uploadIndex, seller, seed, file: findings && { findings } }))
