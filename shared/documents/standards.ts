import type { Standard } from '../protocol/uploads.ts'
import { decodeXml } from '../xml/decode-xml.ts'
import { parseXml, type XmlElement } from '../xml/xml.ts'
import { nextTag } from '../xml/xml-scan.ts'

/** The root elements of uploadable documents, with their namespaces. A root without its namespace does not count. */
const ROOTS: readonly { name: string; namespace: string; standard: Standard }[] = [
  { name: 'Invoice', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', standard: 'UBL' },
  { name: 'CreditNote', namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', standard: 'CN' },
  {
    name: 'CrossIndustryInvoice',
    namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    standard: 'CII',
  },
  { name: 'header', namespace: 'mfp:anaf:dgti:spv:reqMesaj:v1', standard: 'RASP' },
]

/** The standard under which an XML is uploaded, by its root element alone; undefined for any other XML (E-01). */
export function detectStandard(xml: string | Uint8Array): Standard | undefined {
  const text = typeof xml === 'string' ? xml : decodeXml(xml)
  const tag = nextTag(text, 0)
  if (!tag || tag === 'dtd') return undefined
  const root = parseXml(`${text.slice(tag.start, tag.end)}${tag.isEmpty ? '' : `</${tag.name}>`}`)
  return root && standardOf(root)
}

/** Like `detectStandard`, for XML that is already parsed. */
export function standardOf({ name, namespace }: XmlElement): Standard | undefined {
  return ROOTS.find(known => known.name === name && known.namespace === namespace)?.standard
}
