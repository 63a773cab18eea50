import { PDF } from '@libpdf/core'
import { children, parseDocument } from '../documents/dom.ts'
import type { DeclarationOutcome } from './register.ts'

/** The fields that the portal reads from an accepted PDF; `outcome` is the later result of its checks. */
export type ReadDeclaration = {
  form: string
  cui: string
  /** `MM.yyyy`. */
  period: string
  outcome: DeclarationOutcome
}

const NO_DECLARATION: ReadDeclaration = { form: '', cui: '', period: '', outcome: 'not-a-document' }

/** A declaration, or why the portal rejects the file. */
export async function readDeclaration(bytes: Buffer): Promise<ReadDeclaration | string> {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'Fisierul transmis nu este un document PDF'
  let pdf: PDF
  try {
    pdf = await PDF.load(bytes)
  } catch {
    return 'Fisierul transmis nu poate fi citit'
  }
  const fields = pdf.getForm()?.getSignatureFields() ?? []
  if (!fields.some(field => field.isSigned())) return 'Documentul transmis nu este semnat electronic'
  const names = [...pdf.getAttachments().keys()]
  const xml = names.map(name => pdf.getAttachment(name)).find(one => one?.[0] === 0x3c)
  return xml ? readXml(Buffer.from(xml)) : NO_DECLARATION
}

function readXml(xml: Buffer): ReadDeclaration {
  const root = parseDocument(xml)
  if (typeof root === 'string') return NO_DECLARATION
  const [, name = ''] = /^mfp:anaf:dgti:([^:]+):/.exec(root.namespaceURI ?? '') ?? []
  const form = name === 'declaratie_unica' ? 'D112' : name.toUpperCase()
  const says = (element: Element | undefined, attribute: string) => element?.getAttribute(attribute) ?? ''
  const employer = children(root, 'angajator')[0]
  const text = (tag: string) => root.getElementsByTagNameNS('*', tag)[0]?.textContent?.trim() ?? ''
  const cui =
    says(root, 'cui') || says(root, 'cif') || says(employer, 'cif') || text('RegistrationNumber').replace(/^RO/, '')
  const [year = '', month = ''] = text('SelectionEndDate').split('-')
  const ownMonth = (says(root, 'luna') || says(root, 'luna_r') || month).padStart(2, '0')
  const period = `${ownMonth}.${says(root, 'an') || says(root, 'an_r') || year}`
  if (form === '' || cui === '') return NO_DECLARATION
  // The one rule that every form has: no sum is negative.
  const isWrong = says(root, 'totalPlata_A').startsWith('-')
  return { form, cui, period, outcome: isWrong ? 'has-errors' : 'valid' }
}
