import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { kindOfType, type ListedMessage } from '../../../shared/domain/invoices.ts'
import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { type Disk, realDisk } from '../../process/disk.ts'
import type { MessageQuery } from '../invoices/message-archive.ts'
import type { Archive } from './archive.ts'
import { openNewArchive } from './new-archive.fixture.ts'
import { openArchive } from './open.ts'

export const CUI = '14399840'
export const NOON = Date.UTC(2026, 10, 20, 10)

/** SQL: takes back the steps of the schema since `AMOUNTS_WITH_VAT`. */
export const WITHOUT_LATEST_STEPS = `
  DROP INDEX attempts_by_state; DROP INDEX attempts_by_company; DROP INDEX attempts_by_number;
  ALTER TABLE attempts DROP COLUMN texts;
  DROP TABLE office_sent; DROP TABLE office_computer; DROP TABLE office_seen; DROP TABLE office_removed;`

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An archive that is closed when the test ends. */
export async function openTestArchive(
  dataDir: string,
  environment: Environment = 'prod',
  disk: Disk = realDisk,
): Promise<Archive> {
  return closedAtEnd(await openArchive({ dataDir, environment, now: () => NOON, disk }))
}

function closedAtEnd(archive: Archive): Archive {
  onTestFinished(() => archive.close())
  return archive
}

/** An archive with these list entries of invoices. */
export async function withMessages(...messages: ReturnType<typeof aMessage>[]) {
  const dataDir = temporaryFolder()
  const archive = closedAtEnd(await openNewArchive({ dataDir, environment: 'prod', now: () => NOON }))
  archive.messages.record(messages)
  return { dataDir, archive, ...archive }
}

/** An archive of the test environment with these list entries of the mailbox, and the folder of its documents. */
export async function withMail(
  ...mails: ListedMail[]
): Promise<{ archive: Archive; dataDir: string; documents: string }> {
  const dataDir = temporaryFolder()
  const archive = closedAtEnd(await openNewArchive({ dataDir, environment: 'test', now: () => NOON }))
  archive.mailbox.record(mails, 0)
  return { archive, dataDir, documents: join(dataDir, 'archive', 'prod') }
}

export function aMessage(change: Partial<ListedMessage> & { id: string }): ListedMessage {
  const type = change.type ?? 'FACTURA PRIMITA'
  return {
    uploadIndex: `5${change.id}`,
    cui: CUI,
    kind: kindOfType(type),
    type,
    createdAt: NOON,
    details: 'Factura cu id_incarcare',
    sellerCui: null,
    buyerCui: null,
    selfBilled: false,
    ...change,
  }
}

export function aMail(change: Partial<ListedMail> & { id: string }): ListedMail {
  return {
    cui: CUI,
    type: 'RECIPISA',
    kind: 'receipt',
    details: 'recipisa pentru CIF 14399840',
    createdAt: NOON,
    hasTime: true,
    requestId: null,
    receipt: null,
    servedOn: null,
    ...change,
  }
}

export const PDF = new TextEncoder().encode('%PDF-1.4\nrecipisa\n%%EOF\n')

export const ALL: MessageQuery = { limit: 100, offset: 0 }

type InvoiceFields = {
  number?: string
  issueDate?: string
  seller?: string
  sellerCui?: string
  buyer?: string
  buyerCui?: string
  /** A decimal string with its currency, `238.00 RON`. */
  amount?: string
  line?: string
}

export function anInvoice(fields: InvoiceFields = {}): string {
  const { amount, line, issueDate = '2026-11-19' } = fields
  const [sum, currency] = amount?.split(' ') ?? []
  const { number = 'FCT-1001', seller = 'Furnizor SRL', sellerCui = '361757', buyer = 'Ștefan & Fiii SRL' } = fields
  const party = (role: string, name: string, cui: string) =>
    `<cac:${role}><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>RO${cui}</cbc:CompanyID></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>${name.replace('&', '&amp;')}</cbc:RegistrationName></cac:PartyLegalEntity>
</cac:Party></cac:${role}>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="a" xmlns:cbc="b">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${issueDate}</cbc:IssueDate>
${currency ? `<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>` : ''}
${party('AccountingSupplierParty', seller, sellerCui)}${party('AccountingCustomerParty', buyer, fields.buyerCui ?? CUI)}
${sum ? `<cac:LegalMonetaryTotal><cbc:PayableAmount>${sum}</cbc:PayableAmount></cac:LegalMonetaryTotal>` : ''}
${line ? `<cac:InvoiceLine><cac:Item><cbc:Name>${line}</cbc:Name></cac:Item></cac:InvoiceLine>` : ''}
</Invoice>`
}

export const DETACHED = `<?xml version="1.0"?><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature>`

export function aZip(document = anInvoice(), signature = DETACHED): Uint8Array {
  // A fixed moment, so that the bytes are always the same.
  return zipSync({ 'semnatura_5001.xml': strToU8(signature), '5001.xml': strToU8(document) }, { mtime: NOON })
}

/** Names of all files below a folder, hidden ones too. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
