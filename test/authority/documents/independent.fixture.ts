import { SignedXml } from 'xml-crypto'
import type { SignatureForm } from './signature.ts'

/** Form of a signature file, by what it looks like. */
export function formOf(signature: string): SignatureForm {
  if (/^<\?xml[^>]*>\s*<Signature /.test(signature)) return 'detached'
  return signature.includes('<SignedInfo>\n') ? 'ministry' : 'enveloped'
}

/**
 * Whether a signature file holds by an implementation that is neither the authority's nor the product's: the copy of the
 * document in an enveloped one as it stands, else the document itself. The ministry's own form holds once the line breaks
 * within SignedInfo are taken out, and for the document only, not for the copy.
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
