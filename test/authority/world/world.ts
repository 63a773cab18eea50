import { formatListMoment, romaniaDay } from '../../../shared/domain/romania-time.ts'
import { type Company, describeCompany } from './companies.ts'
import { createRandom } from './random.ts'

export type Environment = 'prod' | 'test'

/** The value of `tip`; unknown values are kept as they are (the family is open). */
export type MessageType = 'FACTURA TRIMISA' | 'FACTURA PRIMITA' | 'ERORI FACTURA' | (string & {})

/** A file received over `upload` or `uploadb2c`. */
export type UploadedFile = {
  readonly content: Buffer
  readonly sha256: string
  /** The `cif` of the request; it gets the message if the document has no party in this world. */
  readonly cif: string
  readonly standard: 'UBL' | 'CN' | 'CII' | 'RASP'
  readonly b2c: boolean
  /** Findings of the processing, as the errors file lists them. */
  readonly findings: readonly string[]
}

/** A document of e-Factura. Unless a test uploaded it, its XML comes from `seed`, identical each time. */
export type Upload = {
  /** `id_incarcare`, `id_solicitare`. */
  readonly uploadIndex: string
  readonly environment: Environment
  readonly document: 'invoice' | 'credit-note' | 'buyer-message'
  readonly outcome: 'ok' | 'nok' | 'rejected'
  readonly seller: Company
  readonly buyer: Company
  readonly number: string
  /** `yyyy-MM-dd`. */
  readonly issueDate: string
  readonly selfBilled: boolean
  /** Text of a buyer message, and the upload index of the invoice that it refers to. */
  readonly text: string
  readonly refersTo: string
  /** The uploaded file; null for a seeded document, whose XML is written at download. */
  readonly file: UploadedFile | null
  readonly uploadedAt: number
  /** Until then the status is `in prelucrare`. */
  readonly processedAt: number
  readonly seed: number
}

/** An entry of the lists. */
export type Message = {
  /** The id for `descarcare`. */
  readonly id: string
  readonly cui: string
  readonly upload: Upload
  readonly type: MessageType
  readonly details: string
  /** `data_creare`; no list shows the entry before. */
  readonly indexedAt: number
  /** `data_creare` as written: minutes, Romania. */
  readonly indexedText: string
}

export type NewDocument = {
  /** CUI of the seller and of the buyer; each of the two that is a company of this world gets an entry. */
  seller: string
  buyer: string
  document?: Upload['document']
  outcome?: Upload['outcome']
  selfBilled?: boolean
  number?: string
  issueDate?: string
  text?: string
  /** Upload index of the invoice that a buyer message refers to; the previous document when absent. */
  refersTo?: string
  file?: UploadedFile
  /** Replaces the usual `tip` and `detalii`. */
  type?: string
  details?: string
  /** Epoch milliseconds; now when absent. */
  uploadedAt?: number
  /** 2 s after the upload when absent. */
  processedAt?: number
  /** 3 s after the processing when absent. */
  indexedAt?: number
  environment?: Environment
}

export type World = {
  readonly companies: ReadonlyMap<string, Company>
  readonly uploads: ReadonlyMap<string, Upload>
  readonly messages: ReadonlyMap<string, Message>
  addCompany(cui: string, name: string): Company
  /** A firm of this world or outside it, as named on invoices. */
  party(cui: string): Company
  /** Sets the name of a firm outside this world for invoices. */
  nameParty(company: Company): void
  /** Records a document and makes its list entries. */
  addInvoice(document: NewDocument): { upload: Upload; messages: Message[] }
  /** Removes a message from lists and downloads. */
  removeMessage(id: string): void
  /** The holder may act for these companies, `'all'` for every present and future one, and for `own` CNPs. */
  enrol(certificateSerial: string, rights: readonly string[] | 'all', own?: readonly string[]): void
  /** Every company and CNP that the holder may act for, with `'all'` listed company by company. */
  rightsOf(certificateSerial: string): string[]
  /** Whether the holder was enrolled for every present and future company. */
  mayActForAll(certificateSerial: string): boolean
  isEnrolled(certificateSerial: string): boolean
  hasRight(certificateSerial: string, cui: string): boolean
  hasAnyRight(certificateSerial: string): boolean
  /** Entries of a company in indexing order, oldest first. */
  messagesOf(cui: string, environment: Environment): readonly Message[]
  messagesOfUpload(uploadIndex: string): readonly Message[]
  /** Every upload of these bytes: two mean that a document was sent twice. */
  uploadsOf(contentSha256: string): Upload[]
}

export type WorldOptions = {
  now: () => number
  /** For documents that name none. */
  environment?: Environment
}

const SECOND = 1000

/** Unifies OpenSSL's spelling and people's. */
const serialKey = (serial: string): string => serial.toUpperCase().replace(/^0+/, '')

export function createWorld({ now, environment: usual = 'test' }: WorldOptions): World {
  const companies = new Map<string, Company>()
  const parties = new Map<string, Company>()
  const uploads = new Map<string, Upload>()
  const messages = new Map<string, Message>()
  const byCompany = new Map<string, Message[]>()
  const rights = new Map<string, { isAll: boolean; cuis: ReadonlySet<string> }>()
  let nextIndex = 5_001_120_362
  let nextId = 3_001_474_425

  const party = (cui: string): Company => {
    const known = companies.get(cui) ?? parties.get(cui)
    if (known) return known
    const invented = describeCompany(cui, `Partener ${cui} SRL`, createRandom(Number(cui)))
    parties.set(cui, invented)
    return invented
  }

  const rightsOf = (serial: string): string[] => {
    const held = rights.get(serialKey(serial))
    return held ? [...(held.isAll ? companies.keys() : []), ...held.cuis] : []
  }

  const addMessage = (upload: Upload, cui: string, type: string, details: string, indexedAt: number): Message => {
    const id = String(nextId)
    nextId += 7
    const message = { id, cui, upload, type, details, indexedAt, indexedText: formatListMoment(indexedAt) }
    messages.set(id, message)
    const key = `${upload.environment} ${cui}`
    const own = byCompany.get(key) ?? []
    const after = own.findLastIndex(other => other.indexedAt <= indexedAt)
    own.splice(after + 1, 0, message)
    byCompany.set(key, own)
    return message
  }

  return {
    companies,
    uploads,
    messages,
    addCompany: (cui, name) => {
      const company = { ...party(cui), name }
      companies.set(cui, company)
      return company
    },
    party,
    nameParty: company => void parties.set(company.cui, company),
    addInvoice: wanted => {
      const uploadedAt = wanted.uploadedAt ?? now()
      const processedAt = wanted.processedAt ?? uploadedAt + 2 * SECOND
      const uploadIndex = String(nextIndex)
      nextIndex += 3
      const upload: Upload = {
        uploadIndex,
        environment: wanted.environment ?? usual,
        document: wanted.document ?? 'invoice',
        outcome: wanted.outcome ?? 'ok',
        seller: party(wanted.seller),
        buyer: party(wanted.buyer),
        number: wanted.number ?? `F-${uploadIndex.slice(-6)}`,
        issueDate: wanted.issueDate ?? romaniaDay(uploadedAt),
        selfBilled: wanted.selfBilled ?? false,
        text: wanted.text ?? 'Vă rugăm să corectați adresa de livrare.',
        refersTo: wanted.refersTo ?? String(nextIndex - 6),
        file: wanted.file ?? null,
        uploadedAt,
        processedAt,
        seed: Math.imul(nextIndex, 2_654_435_761) >>> 0,
      }
      uploads.set(uploadIndex, upload)
      const indexedAt = wanted.indexedAt ?? processedAt + 3 * SECOND
      const entries = entriesOf(upload, cui => companies.has(cui)).map(([cui, type, details]) =>
        addMessage(upload, cui, wanted.type ?? type, wanted.details ?? details, indexedAt),
      )
      return { upload, messages: entries }
    },
    removeMessage: id => {
      const message = messages.get(id)
      if (!message) return
      messages.delete(id)
      const key = `${message.upload.environment} ${message.cui}`
      byCompany.set(
        key,
        (byCompany.get(key) ?? []).filter(other => other !== message),
      )
    },
    enrol: (serial, cuis, own = []) => {
      const isAll = cuis === 'all'
      rights.set(serialKey(serial), { isAll, cuis: new Set(isAll ? own : [...cuis, ...own]) })
    },
    rightsOf,
    mayActForAll: serial => rights.get(serialKey(serial))?.isAll ?? false,
    isEnrolled: serial => rights.has(serialKey(serial)),
    hasRight: (serial, cui) => rightsOf(serial).includes(cui),
    hasAnyRight: serial => rightsOf(serial).length > 0,
    messagesOf: (cui, environment) => byCompany.get(`${environment} ${cui}`) ?? [],
    messagesOfUpload: index => [...messages.values()].filter(({ upload }) => upload.uploadIndex === index),
    uploadsOf: wanted => [...uploads.values()].filter(({ file }) => file?.sha256 === wanted),
  }
}

type Entry = [cui: string, type: string, details: string]

/** The list entries of an upload: CUI, `tip`, `detalii`, in the documents' three wordings. */
function entriesOf(upload: Upload, isCompany: (cui: string) => boolean): Entry[] {
  if (upload.outcome === 'rejected') return []
  const worded = wordedEntries(upload)
  const own = worded.filter(([cui]) => isCompany(cui))
  const [first] = worded
  return own.length > 0 || !upload.file || !first ? own : [[upload.file.cif, first[1], first[2]]]
}

function wordedEntries(upload: Upload): Entry[] {
  const { uploadIndex, seller, buyer } = upload
  if (upload.outcome === 'nok') {
    const details = `Erori de validare identificate la factura primita cu id_incarcare=${uploadIndex}`
    const sentByBuyer = upload.selfBilled || upload.document === 'buyer-message'
    return [[sentByBuyer ? buyer.cui : seller.cui, 'ERORI FACTURA', details]]
  }
  if (upload.document === 'buyer-message') {
    const details = `Mesaj de la cumparator pentru factura cu id_incarcare=${uploadIndex}`
    return [
      [buyer.cui, 'MESAJ CUMPARATOR TRANSMIS', details],
      [seller.cui, 'MESAJ CUMPARATOR PRIMIT', details],
    ]
  }
  const details = upload.selfBilled
    ? `Factura cu id_incarcare=${uploadIndex} transmisa de cif=${buyer.cui} ca autofactura in numele cif=${seller.cui}`
    : `Factura cu id_incarcare=${uploadIndex} emisa de cif_emitent=${seller.cui} pentru cif_beneficiar=${buyer.cui}`
  return [
    [seller.cui, 'FACTURA TRIMISA', details],
    [buyer.cui, 'FACTURA PRIMITA', details],
  ]
}
