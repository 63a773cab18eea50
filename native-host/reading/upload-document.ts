import { invoiceOf } from '../../shared/documents/invoice.ts'
import { type RaspMessage, raspOf } from '../../shared/documents/rasp.ts'
import { standardOf } from '../../shared/documents/standards.ts'
import { summarize } from '../../shared/documents/summary.ts'
import { uploadTooLarge } from '../../shared/domain/file-sizes.ts'
import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import type { InvoiceSummary } from '../../shared/protocol/invoices/invoices.ts'
import type { Standard, UploadFlags } from '../../shared/protocol/uploads.ts'
import { descend, readXml, textAt, type XmlElement } from '../../shared/xml/xml.ts'
import type { XmlProblem } from '../../shared/xml/xml-scan.ts'

/** The contents of a file to upload. */
export type Reading = {
  standard: Standard | null
  invoice: InvoiceSummary | null
  rasp: RaspMessage | null
  suggested: UploadFlags
  problems: ErrorBody[]
}

/** Invoice type codes of self-billing (UNTDID 1001). */
const SELF_BILLED = ['389', '261']
/** A consumer's code: the CNP, or thirteen zeros if not given. */
const CONSUMER = /^\d{13}$/
const NO_FLAGS: UploadFlags = { extern: false, selfBilled: false, enforcement: false, b2c: false }

/** Reads a file to upload. Obstacles to its upload are among `problems` and never thrown. */
export function readUploadDocument(bytes: Uint8Array, fileName: string): Reading {
  const nothing = { standard: null, invoice: null, rasp: null, suggested: NO_FLAGS }
  // Such a file is not even read: it may be many times larger.
  const tooLarge = uploadTooLarge(bytes)
  if (tooLarge) return { ...nothing, problems: [toErrorBody(tooLarge)] }
  const read = readXml(bytes)
  if ('problem' in read) return { ...nothing, problems: [readingProblem(read.problem, fileName)] }
  const { root } = read
  const standard = standardOf(root)
  if (!standard) return { ...nothing, problems: [problem('upload-standard', { name: fileName })] }
  const invoice = summaryOf(root)
  return { standard, invoice, rasp: raspOf(root) ?? null, suggested: suggestedFor(root, invoice), problems: [] }
}

function summaryOf(root: XmlElement): InvoiceSummary | null {
  const document = invoiceOf(root)
  return document ? summarize(document) : null
}

/** Flags that the document suggests. Enforcement is never among them, because no part of the document shows it. */
function suggestedFor(root: XmlElement, invoice: InvoiceSummary | null): UploadFlags {
  const type = textAt(root, 'InvoiceTypeCode') ?? textAt(root, 'CreditNoteTypeCode')
  const buyer = descend(root, 'AccountingCustomerParty', 'Party')
  const country = textAt(buyer, 'PostalAddress', 'Country', 'IdentificationCode')
  const isRomanian = /^\d{2,13}$/.test(invoice?.buyerCui ?? '')
  return {
    extern: country !== null && country !== 'RO' && !isRomanian,
    selfBilled: type !== null && SELF_BILLED.includes(type),
    enforcement: false,
    b2c: CONSUMER.test(invoice?.buyerCui ?? ''),
  }
}

function readingProblem(what: XmlProblem, name: string): ErrorBody {
  if (what === 'dtd') return problem('upload-dtd', { name })
  return what === 'not-xml' ? problem('upload-not-xml', { name }) : problem('upload-too-complex', { name })
}

function problem(...error: ConstructorParameters<typeof RecipisaError>): ErrorBody {
  return toErrorBody(new RecipisaError(...error))
}
