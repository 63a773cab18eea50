import { randomUUID } from 'node:crypto'
import { invoicePdf } from '../documents/pdf.ts'
import { findingsOf } from '../documents/rules.ts'
import { readUploaded, type UploadedDocument } from '../documents/uploaded-document.ts'
import { type Exchange, json, type Reply, reply } from '../http.ts'
import * as answers from './answers.ts'
import type { ApiContext } from './context.ts'

const CHECK = /^\/(prod|test)\/FCTEL\/rest\/(validare|transformare)(?:\/|$)(.*)$/
const STANDARDS: Readonly<Record<string, UploadedDocument['standard']>> = { FACT1: 'UBL', FCN: 'CN' }

/** `validare` and `transformare`, on either host; undefined for any other path. They store nothing. */
export function check({ method, path, body }: Exchange, { clock, limits, world }: ApiContext): Reply | undefined {
  const [, environment, operation, rest = ''] = CHECK.exec(path) ?? []
  if (operation === undefined) return undefined
  const [name = '', noValidation, ...more] = rest.split('/')
  const isPath = name !== '' && more.length === 0 && (noValidation === undefined || noValidation === 'DA')
  const isKnown = isPath && (operation === 'transformare' || noValidation === undefined)
  // Only prod has them (E-24).
  if (environment !== 'prod' || method !== 'POST' || !isKnown)
    return answers.notFound(clock.now(), path.replace(/^\/(?:prod|test)/, ''))
  const standard = STANDARDS[name]
  if (standard === undefined) return invalid([answers.PATH_STANDARD])
  if (body.length > limits.checkBytes) return invalid([answers.tooLarge(limits.checkBytes)])

  const read = readUploaded(body)
  if (typeof read === 'string') return invalid([`E: validare XML   eroare: org.xml.sax.SAXParseException; ${read}`])
  if (read.standard !== standard)
    return invalid([
      `E: validare XML   eroare: cvc-elt.1: Cannot find the declaration of element '${read.root.nodeName}'.`,
    ])
  const buyerWithoutCui = read.buyer.cui === '' || /^\d{13}$/.test(read.buyer.cui)
  const findings =
    noValidation === 'DA' ? [] : findingsOf(read, { isKnown: cui => world.companies.has(cui), buyerWithoutCui })
  if (findings.length > 0) return invalid(findings)
  if (operation === 'validare') return json({ stare: 'ok', trace_id: randomUUID() })
  return reply(200, 'application/pdf', invoicePdf(read))
}

const invalid = (messages: readonly string[]): Reply =>
  json({ stare: 'nok', Messages: messages.map(message => ({ message })), trace_id: randomUUID() })
