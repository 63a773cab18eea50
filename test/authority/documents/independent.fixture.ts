import { SignedXml } from 'xml-crypto'
import type { SignatureForm } from './signature.ts'

/** Form of a signature file, judged by its appearance. */
export function formOf(signature: string): SignatureForm {
  if (/^<\?xml[^>]*>\s*<Signature /.test(signature)) return 'detached'
  return signature.includes('<SignedInfo>\n') ? 'ministry' : 'enveloped'
}

/**
 * Whether a signature file holds by an implementation independent of the authority and the product: over the copy of
 * the document as it stands in an enveloped one, otherwise over the document itself. The ministry's own form holds once
 * the line breaks within SignedInfo are removed, and for the document only, not for the copy.
 */
export function verifies(document: string, signature: string, certificatePem: string): boolean {
  const form = formOf(signature)
  const element = /<Signature [\s\S]*<\/Signature>/.exec(signature)?.[0] ?? ''
  const verifier = new SignedXml({ publicCert: certificatePem })
  const signedInfo = /<SignedInfo>[\s\S]*<\/SignedInfo>/
  verifier.loadSignature(
    form === 'ministry' ? element.replace(signedInfo, text => text.replaceAll(/>\s+</g, '><')) : element,
  )
  return verifier.checkSignature(form === 'enveloped' ? signature : document.replace(/^\uFEFF/, ''))
}
