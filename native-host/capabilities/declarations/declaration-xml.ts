import { normalizeCui } from '../../../shared/domain/cui.ts'
import type { Period } from '../../../shared/domain/mailbox.ts'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import { childrenOf, descend, parseXml, textAt, type XmlElement } from '../../../shared/xml/xml.ts'
import { nextTag } from '../../../shared/xml/xml-scan.ts'

/** The facts in a declaration's XML; null for a missing or incomprehensible one. */
export type DeclarationFacts = {
  /** `D300`, `D112`, `D406T`, `S1005`. */
  form: string | null
  cui: string | null
  companyName: string | null
  period: Period | null
}

/**
 * Reads the facts from the beginning of a declaration's XML: from attributes of the root (D300, D394, D100…), for D112
 * from those of its first child `angajator`, for SAF-T (D406, D406T) from the `Header`. The rest stays unread and may
 * be missing.
 */
export function readDeclarationXml(head: Uint8Array): DeclarationFacts {
  const element = parseBeginning(decodeXml(head))
  if (!element) return { form: null, cui: null, companyName: null, period: null }
  const form = formOf(element)
  if (element.name === 'AuditFile') return { form, ...auditFacts(element) }
  const [root, ...more] = [element, ...element.children].map(attributesOf)
  const first = (...names: string[]) =>
    [root, ...more].flatMap(attributes => names.map(name => attributes?.get(name))).find(value => !!value?.trim())
  return {
    form,
    cui: fiscalCode(first('cui', 'cif')),
    companyName: first('den', 'denumire')?.trim() ?? null,
    period: periodOf(root?.get('an') ?? root?.get('an_r'), root?.get('luna') ?? root?.get('luna_r')),
  }
}

/** The root with its first child; the child's content is read only if it is SAF-T's header. */
function parseBeginning(text: string): XmlElement | undefined {
  const root = nextTag(text, 0)
  if (!root || root === 'dtd') return undefined
  const child = root.isEmpty ? undefined : nextTag(text, root.end)
  if (child === 'dtd') return undefined
  const open = text.slice(root.start, root.end)
  const close = `</${root.name}>`
  if (child && /(^|:)Header$/.test(child.name)) {
    const end = text.indexOf(`</${child.name}>`, child.end)
    const header = end < 0 ? '' : `${text.slice(child.start, end)}</${child.name}>`
    return parseXml(`${open}${header}${close}`)
  }
  const empty = child ? `${text.slice(child.start, child.end - (child.isEmpty ? 2 : 1))}/>` : ''
  return parseXml(root.isEmpty ? open : `${open}${empty}${close}`)
}

const attributesOf = ({ attributes }: XmlElement): ReadonlyMap<string, string> =>
  new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value]))

/** The form by the namespace (`mfp:anaf:dgti:d300:declaratie:v11`), else by the root's name. */
function formOf({ name, namespace }: XmlElement): string | null {
  const [, named] = /^mfp:anaf:dgti:([a-z]\d{3,4}[a-z]?)(?::|$)/i.exec(namespace) ?? []
  if (named) return named.toUpperCase()
  if (/^mfp:anaf:dgti:declaratie_unica:/i.test(namespace) || /^declaratieUnica$/i.test(name)) return 'D112'
  const [, number] = /^declaratie_?(\d{3}[a-z]?)$/i.exec(name) ?? []
  return number ? `D${number.toUpperCase()}` : null
}

/** The company of a SAF-T file, and the last month of its period. */
function auditFacts(file: XmlElement): Omit<DeclarationFacts, 'form'> {
  const header = descend(file, 'Header')
  const company = descend(header, 'Company')
  const criteria = descend(header, 'SelectionCriteria')
  const day = textAt(criteria, 'SelectionEndDate') ?? textAt(criteria, 'SelectionStartDate')
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(day ?? '') ?? []
  const ended = { year: textAt(criteria, 'PeriodEndYear'), month: textAt(criteria, 'PeriodEnd') }
  return {
    cui: fiscalCode(childrenOf(company, 'RegistrationNumber')[0]?.text),
    companyName: textAt(company, 'Name'),
    period: periodOf(year ?? ended.year, month ?? ended.month),
  }
}

/** A CUI, or the CNP of a person. */
function fiscalCode(text: string | undefined): string | null {
  const digits = text?.trim() ?? ''
  return /^[1-9]\d{12}$/.test(digits) ? digits : (normalizeCui(digits) ?? null)
}

function periodOf(yearText: string | null | undefined, monthText: string | null | undefined): Period | null {
  const [year, month] = [yearText, monthText].map(text =>
    /^\s*\d{1,4}\s*$/.test(text ?? '') ? Number(text) : undefined,
  )
  if (year === undefined || year < 1990 || year > 2100) return null
  if (month === undefined) return monthText === null || monthText === undefined ? { year, month: null } : null
  return month >= 1 && month <= 12 ? { year, month } : null
}
