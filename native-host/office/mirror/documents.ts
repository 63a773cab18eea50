import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { Places } from './template.ts'

/** A document of the archive, for a mirror. `name` is unique; `ending`: with its dot. */
export type MirroredDocument = {
  name: string
  places: Places
  ending: '.zip' | '.pdf'
  read(): Promise<{ bytes: Uint8Array; sha256: string }>
}

/** Folders with accountants' names, like those of the archive. */
const KINDS: Readonly<Record<InvoiceItem['kind'], string>> = {
  sent: 'facturi-trimise',
  received: 'facturi-primite',
  errors: 'erori',
  'buyer-message': 'mesaje',
  other: 'altele',
}
/** Rows of one query to the archive. */
const PAGE = 200

type MirroredArchive = Pick<Archive, 'messages' | 'mailbox' | 'declarations' | 'companies'>

/** Every archived document: invoices, messages of SPV, receipts. */
export async function* documentsOf(archive: MirroredArchive): AsyncGenerator<MirroredDocument> {
  const names = new Map(archive.companies.list().map(({ cui, name }) => [cui, name ?? cui]))
  const companyOf = (cui: string) => names.get(cui) ?? cui
  for (let after: string | undefined; ; ) {
    const { items, next } = archive.messages.list({ limit: PAGE, offset: 0, ...(after === undefined ? {} : { after }) })
    for (const item of items) if (item.state === 'archived') yield invoice(archive, item, companyOf(item.cui))
    if (next === null) break
    after = next
  }
  for (let offset = 0; ; offset += PAGE) {
    const { items } = archive.mailbox.list({ limit: PAGE, offset })
    for (const item of items) if (item.state === 'archived') yield mail(archive, item, companyOf(item.cui))
    if (items.length < PAGE) break
  }
  for (let offset = 0; ; offset += PAGE) {
    const { items } = archive.declarations.list({ limit: PAGE, offset })
    for (const { receipt, filingNumber, cui, form, period, filedOn } of items) {
      if (receipt !== 'archived' || filingNumber === null || cui === null) continue
      const day = filedOn ?? ''
      const [year = '', month = ''] = period ? [String(period.year), pad(period.month ?? 12)] : day.split('-')
      const number = `${form ?? 'declaratie'}_${filingNumber}`
      const places = {
        company: companyOf(cui),
        cui,
        partner: 'ANAF',
        year,
        month,
        day,
        kind: 'recipise',
        number,
        id: filingNumber,
      }
      const read = () => archive.declarations.readReceipt(filingNumber)
      yield { name: `receipts ${filingNumber}`, places, ending: '.pdf', read }
    }
    if (items.length < PAGE) break
  }
}

function invoice({ messages }: MirroredArchive, item: InvoiceItem, company: string): MirroredDocument {
  const { id, cui, kind, createdAt, uploadIndex, invoice: found } = item
  const isSeller = found?.sellerCui === cui
  const partner = (isSeller ? found?.buyerName : found?.sellerName) ?? ''
  const number = found?.number || uploadIndex
  return {
    name: `invoices ${id}`,
    places: {
      company,
      cui,
      partner,
      kind: KINDS[kind],
      number,
      id,
      ...partsOf(found?.issueDate ?? romaniaDay(createdAt)),
    },
    ending: '.zip',
    read: () => messages.read({ area: 'invoices', id, as: 'zip' }),
  }
}

function mail(
  { mailbox }: MirroredArchive,
  { id, cui, type, createdAt }: MailboxItem,
  company: string,
): MirroredDocument {
  return {
    name: `mail ${id}`,
    places: {
      company,
      cui,
      partner: 'ANAF',
      kind: 'spv',
      number: `${type}_${id}`,
      id,
      ...partsOf(romaniaDay(createdAt)),
    },
    ending: '.pdf',
    read: () => mailbox.read({ area: 'mailbox', id, as: 'document' }),
  }
}

function partsOf(day: string): Pick<Places, 'year' | 'month' | 'day'> {
  const [year = '', month = ''] = day.split('-')
  return { year, month, day }
}

const pad = (month: number): string => String(month).padStart(2, '0')
