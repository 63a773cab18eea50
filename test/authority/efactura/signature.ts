import { createHash, X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { decodeXml } from '../../../shared/xml/decode-xml.ts'
import type { Issued } from '../certificates.ts'
import { at, children, parseDocument } from '../documents/dom.ts'
import { readUploaded } from '../documents/uploaded-document.ts'
import { type Exchange, json, type Reply } from '../http.ts'

/** The service gives its verdict only in these words (E-26). */
const VALID =
  'Fișierele încărcate au fost validate cu succes, din perspectiva autenticității semnăturii aplicate și a apartenenței acesteia la XML-ul ce reprezintă factura electronică. Documentul factură de tip XML cu semnătura de validare atașată, este considerat document original din perspectiva legislativă și este generat prin intermediul sistemului național RO e-Factura.'
const INVALID =
  'Fișierele încărcate NU au putut fi validate cu succes, din perspectiva autenticității semnăturii aplicate și a apartenenței acesteia la XML-ul ce reprezintă factura electronică. Documentul factură de tip XML cu semnătura de validare atașată, NU poate fi considerat document original din perspectiva legislativă și NU este generat prin intermediul sistemului național RO e-Factura.'
const TECHNICAL =
  'Eroare tehnică: request incorect. Cauza: cel puțin unul din documente NU a fost încărcat sau NU este un fisier de tip XML specific facturii electronice.'

export const SIGNATURE_PATH = '/api/validate/signature'

/** `validate/signature`: multipart parts `file` and `signature`, both from a ZIP. */
export async function validateSignature({ body, headers }: Exchange, ministry: Issued): Promise<Reply> {
  const [file, signature] = await filesOf(body, headers['content-type'] ?? '')
  if (!file || !signature || typeof readUploaded(file) === 'string') return json({ msg: TECHNICAL }, 400)
  const root = parseDocument(signature)
  if (typeof root === 'string') return json({ msg: TECHNICAL }, 400)
  const element = root.localName === 'Signature' ? root : children(root, 'Signature').at(-1)
  return json({ msg: element && isGenuine(file, element, ministry) ? VALID : INVALID })
}

/**
 * Whether the ministry's certificate signed the file. The transform of every form removes the signature before the
 * digest, so the digest covers the file without one.
 */
function isGenuine(file: Buffer, signature: Element, ministry: Issued): boolean {
  const certificate = at(signature, 'KeyInfo', 'X509Data', 'X509Certificate')?.textContent ?? ''
  const der = Buffer.from(certificate, 'base64')
  if (!sha256(der).equals(sha256(ministry.certificateDer))) return false
  const verifier = new SignedXml({ publicCert: new X509Certificate(der).toString(), getCertFromKeyInfo: () => null })
  try {
    takeOutLineBreaks(at(signature, 'SignedInfo'))
    verifier.loadSignature(signature as unknown as Node)
    return verifier.checkSignature(decodeXml(file))
  } catch {
    return false // a signature that cannot be computed is not the ministry's
  }
}

/** The ministry's files are indented after signing, which adds whitespace between the elements of SignedInfo (E-36). */
function takeOutLineBreaks(element: Element | undefined): void {
  const elements = children(element)
  if (elements.length === 0) return
  for (const node of Array.from(element?.childNodes ?? []))
    if (node.nodeType === 3 && !node.nodeValue?.trim()) element?.removeChild(node)
  for (const child of elements) takeOutLineBreaks(child)
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

async function filesOf(body: Buffer, contentType: string): Promise<(Buffer | undefined)[]> {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    return [] // not multipart
  }
  return Promise.all(
    ['file', 'signature'].map(async name => {
      const part = form.get(name)
      return part instanceof File && part.size > 0 ? Buffer.from(await part.arrayBuffer()) : undefined
    }),
  )
}
