import type { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { isWholePage } from '../../../../shared/pages/parse-page.ts'
import type { Http, HttpAnswer } from '../http.ts'
import { explainAnswer } from './explain.ts'

/**
 * The text of a page, in the character set named by the answer or the page, else in windows-1252, as browsers read
 * ISO-8859-1. Characters outside it come as numeric entities, which the HTML parser decodes.
 */
export function decodePage({ bytes, contentType }: Pick<HttpAnswer, 'bytes' | 'contentType'>): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const named = charsetOf(contentType) ?? charsetOf(/<meta(?=[^<>]*charset)[^<>]*>/i.exec(head)?.[0])
  return decoderOf(named).decode(bytes)
}

/** The error for a page that the operation does not document; it says so if the page's end is missing. */
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
    return new TextDecoder('windows-1252') // an unknown name: these services write windows-1252 if they name a set
  }
}
