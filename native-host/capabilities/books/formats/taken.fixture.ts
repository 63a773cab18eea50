import { anOddInvoice, type OddInvoice } from '../../../../shared/documents/booked/odd-invoices.fixture.ts'
import { readBooked } from '../../../../shared/documents/booked/read-booked.ts'
import { parseXml } from '../../../../shared/xml/xml.ts'
import type { MadeFile, Taken } from './format.ts'

/** An invoice of an export, in its buyer's or its seller's books. */
export function aTaken(odd: OddInvoice | string, side: Taken['side'] = 'purchase', id = '3001'): Taken {
  const root = parseXml(typeof odd === 'string' ? odd : anOddInvoice(odd))
  const invoice = root && readBooked(root)
  if (!invoice) throw new Error('no invoice')
  const { cui, name } = side === 'purchase' ? invoice.buyer : invoice.seller
  return { id, uploadIndex: `5${id}`, company: { cui: cui ?? '', name }, side, invoice }
}

/** The text of the only file of this name. */
export function textOf(files: readonly MadeFile[], name: string): string {
  const found = files.find(file => file.name === name)
  if (!found) throw new Error(`no ${name} among ${files.map(file => file.name).join(', ')}`)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(found.bytes)
}
