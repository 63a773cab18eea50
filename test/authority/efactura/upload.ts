import { formatListMoment } from '../../../shared/domain/romania-time.ts'
import { findingsOf } from '../documents/rules.ts'
import { readUploaded, type UploadedDocument } from '../documents/uploaded-document.ts'
import { type Exchange, type Reply, xml } from '../http.ts'
import { sha256 } from '../journal.ts'
import type { NewDocument, Upload, UploadedFile } from '../world/world.ts'
import * as answers from './answers.ts'
import type { ApiContext, Caller } from './context.ts'

const DIGITS = /^\d+$/
const FLAGS = ['extern', 'autofactura', 'executare'] as const
/** The names in the service's messages. */
const FLAG_NAMES = { extern: 'extern', autofactura: 'autofacturare', executare: 'executare' } as const
const DOCUMENTS = { UBL: 'invoice', CII: 'invoice', CN: 'credit-note', RASP: 'buyer-message' } as const
/** A consumer has no CUI: thirteen zeros replace the CNP. */
const CONSUMER = '0000000000000'

/** `upload` and `uploadb2c`, which behave alike (E-02). */
export function upload(exchange: Exchange, caller: Caller, context: ApiContext): Reply {
  const { query, body, path } = exchange
  const { clock, world, limits, daily } = context
  const now = clock.now()
  const [standard, cif] = [query.get('standard') ?? '', query.get('cif') ?? '']
  if (standard === '' || cif === '') return answers.missing(now, 'Parametrii standard si cif sunt obligatorii')
  if (body.length === 0) return answers.missing(now, 'Trebuie sa aveti atasat in request un fisier de tip xml')

  const problems: string[] = []
  if (!isStandard(standard)) problems.push(answers.STANDARD)
  if (!DIGITS.test(cif)) problems.push(`CIF introdus= ${cif} nu este un numar`)
  for (const flag of FLAGS)
    if (!['', 'DA'].includes(query.get(flag) ?? '')) problems.push(answers.flag(FLAG_NAMES[flag]))
  if (problems.length > 0 || !isStandard(standard)) return refuse(now, problems)
  if (!world.hasAnyRight(caller.certificateSerial)) return refuse(now, [answers.NO_COMPANY])
  if (!world.hasRight(caller.certificateSerial, cif)) return refuse(now, [answers.noRight(cif)])
  if (body.length > limits.uploadBytes) return refuse(now, [answers.tooLarge(limits.uploadBytes)])
  if (
    !/^\s*</.test(
      body
        .subarray(0, 200)
        .toString('latin1')
        .replace(/^\xef\xbb\xbf/, ''),
    )
  )
    return refuse(now, [
      'Fisierul transmis nu este valid. org.xml.sax.SAXParseException; Content is not allowed in prolog.',
    ])
  if (standard === 'RASP' && !daily.take(`rasp ${cif}`, limits.raspPerDay))
    return refuse(now, [answers.raspLimit(limits.raspPerDay, cif)])

  const b2c = path.endsWith('b2c')
  const base = { content: body, sha256: sha256(body), cif, standard, b2c }
  const { uploadIndex } = file(base, query, caller, context)
  return xml(
    `${answers.DECLARATION}\r\n<header xmlns="${answers.UPLOAD}" dateResponse="${formatListMoment(now)}" ExecutionStatus="0" index_incarcare="${uploadIndex}"/>`,
  )
}

const isStandard = (text: string): text is UploadedFile['standard'] => text in DOCUMENTS

function refuse(now: number, problems: readonly string[]): Reply {
  return xml(answers.uploadErrors(formatListMoment(now), problems))
}

/** Records the upload. Its content decides the outcome, which is visible after processing. */
function file(
  base: Omit<UploadedFile, 'findings'>,
  query: URLSearchParams,
  caller: Caller,
  context: ApiContext,
): Upload {
  const { clock, world, pace } = context
  const uploadedAt = clock.now()
  const processedAt = uploadedAt + pace.processingMs
  const times = { uploadedAt, processedAt, indexedAt: processedAt + pace.indexingMs }
  const shared = { ...times, document: DOCUMENTS[base.standard], environment: caller.environment }
  const read = readUploaded(base.content)
  if (typeof read === 'string' || read.standard !== base.standard) {
    const document = { ...shared, seller: base.cif, buyer: base.cif, outcome: 'rejected' as const }
    return world.addInvoice({ ...document, file: { ...base, findings: [] } }).upload
  }
  const { judged, findings } =
    read.standard === 'RASP' ? judgeMessage(read, base, context) : judge(read, base, query, context)
  const outcome = findings.length > 0 ? 'nok' : 'ok'
  return world.addInvoice({ ...shared, ...judged, outcome, file: { ...base, findings } }).upload
}

type Judged = { judged: Pick<NewDocument, 'seller' | 'buyer'> & Partial<NewDocument>; findings: string[] }

function judge(
  read: UploadedDocument,
  { cif, b2c }: Omit<UploadedFile, 'findings'>,
  query: URLSearchParams,
  { world }: ApiContext,
): Judged {
  const selfBilled = query.get('autofactura') === 'DA'
  const buyerWithoutCui = b2c || query.get('extern') === 'DA'
  const findings = findingsOf(read, { isKnown: cui => world.companies.has(cui), buyerWithoutCui })
  const { number, issueDate } = read
  return {
    judged: {
      seller: read.seller.cui || cif,
      buyer: read.buyer.cui || CONSUMER,
      selfBilled,
      number,
      ...(issueDate === '' ? {} : { issueDate }),
    },
    findings,
  }
}

/** A buyer's message goes to the seller of the named invoice, which the buyer must have received (E-31). */
function judgeMessage(read: UploadedDocument, { cif }: Omit<UploadedFile, 'findings'>, { world }: ApiContext): Judged {
  const { refersTo, message } = read
  const invoice = world.uploads.get(refersTo)
  const isReceived = invoice?.outcome === 'ok' && invoice.buyer.cui === cif && invoice.document !== 'buyer-message'
  const judged = { seller: isReceived ? invoice.seller.cui : cif, buyer: cif, text: message, refersTo }
  const findings: string[] = []
  if (!isReceived) findings.push(`Nu exista factura primita cu id_incarcare= ${refersTo}`)
  if (message.trim() === '') findings.push('Mesajul catre emitent nu este completat')
  return { judged: { ...judged, number: refersTo }, findings }
}
