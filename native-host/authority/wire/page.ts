import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isWholePage } from '../../../shared/pages/page-end.ts'
import { explainAnswer } from './explain.ts'
import type { Http, HttpAnswer } from './http.ts'

/**
 * Text of a page in the character set that the answer names, else the page itself: UTF-8 or windows-1252, which is what
 * browsers read ISO-8859-1 as. What these pages lack there stands as numeric entities, for the parser to decode.
 */
export function decodePage({ bytes, contentType }: Pick<HttpAnswer, 'bytes' | 'contentType'>): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const named = charsetOf(contentType) ?? charsetOf(/<meta[^>]*charset[^>]*>/i.exec(head)?.[0])
  return decoderOf(named).decode(bytes)
}

/** The error that a page is which is not what the operation documents; says of one without its end that it was cut. */
export async function explainPage(
  http: Pick<Http, 'unexpected'>,
  operation: string,
  answer: HttpAnswer,
): Promise<RecipisaError> {
  const isPage = answer.status === 200 && (answer.body.kind === 'xml' || answer.body.kind === 'html')
  if (!isPage || isWholePage(decodePage(answer))) return explainAnswer(http, operation, answer)
  return http.unexpected(operation, 'the end of the page is missing', answer.bytes)
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
