import type { HttpAnswer } from './http.ts'

/**
 * Text of a page in the character set that the answer names, else the page itself: UTF-8 or windows-1252, which is what
 * browsers read ISO-8859-1 as. What these pages lack there stands as numeric entities, for the parser to decode.
 */
export function decodePage({ bytes, contentType }: Pick<HttpAnswer, 'bytes' | 'contentType'>): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const named = charsetOf(contentType) ?? charsetOf(/<meta[^>]*charset[^>]*>/i.exec(head)?.[0])
  return decoderOf(named).decode(bytes)
}

const charsetOf = (text: string | undefined): string | undefined =>
  /charset\s*=\s*["']?([\w:.-]+)/i.exec(text ?? '')?.[1]

function decoderOf(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252') // a name that nobody knows: what these services write where they name one
  }
}
