import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readDeclarationStatusPage } from '../../../shared/pages/declaration-status-pages.ts'
import { readAnswer } from '../../../shared/pages/parse-page.ts'
import type { StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Profile } from '../../profile/profile.ts'
import { explainAnswer } from '../wire/answers/explain.ts'
import { decodePage, explainPage } from '../wire/answers/page.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'

export type StatusQuery = { filingNumber: string; cui: string; isCounter: boolean }

/** `period`: the days covered by the answer, `yyyy-MM-dd`. */
export type StatusAnswer =
  | { kind: 'found'; rows: StatusRow[]; period: { from: string; to: string } | null }
  | { kind: 'not-found' }
  | { kind: 'invalid-input'; message: string }

/** The public declaration status page, StareD112 (docs/authority/declarations.md). Both calls may be repeated. */
export type DeclarationStatusPage = {
  query(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer>
  /** The PDF of the receipt; undefined if it is not available (D-07). */
  receipt(uploadIndex: string, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** Largest answers that are read, bytes: a page of 200 declarations has some 100 KB, a receipt is a signed page. */
const MAX_PAGE = 4_000_000
const MAX_RECEIPT = 32_000_000

/**
 * Client of the public page: no session, no certificate. Both calls are only queries, so they are repeated after a
 * failure.
 */
export function createDeclarationStatusPage({
  http,
  profile,
}: {
  http: Http
  profile: Pick<Profile, 'statusUrl'>
}): DeclarationStatusPage {
  const base = `${profile.statusUrl}/StareD112`

  const read = async (answer: HttpAnswer, { cui }: StatusQuery): Promise<StatusAnswer> => {
    const operation = 'vizualizareStare'
    const page = answer.status === 200 ? readDeclarationStatusPage(readAnswer(decodePage(answer))) : undefined
    if (page?.kind === 'not-found' || page?.kind === 'invalid-input') return page
    if (page?.kind !== 'found') throw await explainPage(http, operation, answer)
    // Another company's declarations must never be taken for this company's.
    if (page.cui !== null && page.cui.replace(/^0+/, '') !== cui.replace(/^0+/, '')) {
      throw await http.unexpected(operation, `it is about CUI ${page.cui}`, answer.bytes)
    }
    return { kind: 'found', rows: page.rows, period: page.period }
  }

  return {
    async query(query, signal) {
      const { filingNumber, cui, isCounter } = query
      const answer = await http.send(
        {
          operation: 'vizualizareStare',
          to: 'status',
          method: 'POST',
          mayRepeat: true,
          url: `${base}/vizualizareStare.do`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ ghiseu: isCounter ? 'Y' : 'N', id: filingNumber, cui }).toString(),
          maxBytes: MAX_PAGE,
        },
        signal,
      )
      return read(answer, query)
    },
    async receipt(uploadIndex, signal) {
      const operation = 'ObtineRecipisa'
      const query = new URLSearchParams({ numefisier: `${uploadIndex}.pdf` })
      const url = `${base}/ObtineRecipisa?${query}`
      const answer = await http.send(
        { operation, to: 'status', method: 'GET', url, headers: {}, maxBytes: MAX_RECEIPT },
        signal,
      )
      const { status, body, bytes } = answer
      if (status === 200 && bytes.length === 0) return undefined
      if (status !== 200 || body.kind !== 'pdf') throw await explainAnswer(http, operation, answer)
      if (!endsAsPdf(bytes)) throw new RecipisaError('answer-truncated', { operation })
      return bytes
    },
  }
}

/** Whether the file has its end. An answer without a length looks complete even if it was cut. */
function endsAsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-1024)).includes('%%EOF')
}
