import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readAnswer } from '../../../shared/pages/parse-page.ts'
import { type PortalPage, readPortalPage } from '../../../shared/pages/portal-pages.ts'
import type { Profile } from '../../profile/profile.ts'
import { decodePage, explainPage } from '../wire/answers/page.ts'
import { type Gateway, type GatewayCookies, leadsToCertificate } from '../wire/gateway.ts'
import type { Http, HttpAnswer } from '../wire/http.ts'
import { multipart } from '../wire/multipart.ts'
import { unclearAnswer } from '../wire/unknown-outcome.ts'
import { portalStart } from './portal-start.ts'

/** The outcome on the portal's page after a submission (D-01, D-02). */
export type PortalAnswer =
  | { kind: 'filed'; uploadIndex: string; fileName: string }
  | { kind: 'rejected'; reason: string }

/** The declaration portal, behind the gateway (docs/authority/declarations.md). */
export type Portal = {
  /** Returns when the upload page opens with these cookies alone. */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  /**
   * Submits a PDF by a single POST that is never repeated. The form is read first, which throws
   * `gateway-session-expired` while nothing has left. `onBytes` is called before the first byte leaves. Any later
   * failure has the code `outcome-unknown`: the answer is lost or proves nothing (`filing-answer-unclear`; the page is
   * kept; D-02).
   */
  submit(
    file: { fileName: string; bytes: Uint8Array },
    cookies: GatewayCookies,
    signal: AbortSignal,
    onBytes?: () => void,
  ): Promise<PortalAnswer>
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

/** Largest page that is read, bytes. */
const MAX_PAGE = 2_000_000
/** How long to wait for an answer, ms: it may take as long as e-Factura's, and giving up risks a second copy. */
const ANSWER_TIMEOUT = 180_000

/** Client of the portal behind its gateway: it uses the browser's cookies and never a certificate. */
export function createPortal(options: { http: Http; gateway: Gateway; profile: Pick<Profile, 'portalUrl'> }): Portal {
  const { http, gateway, profile } = options

  const hello = async (cookies: GatewayCookies, signal: AbortSignal): Promise<void> => {
    const operation = 'WAS6DUS'
    const answer = await gateway.read({ operation, url: portalStart(profile), maxBytes: MAX_PAGE }, cookies, signal)
    const page = pageOf(answer)
    if (isWall(page)) throw new RecipisaError('gateway-session-expired')
    if (page.kind !== 'upload-form') throw await explainPage(http, operation, answer)
  }

  return {
    exit: gateway.exit,
    hello,
    async submit(file, cookies, signal, onBytes) {
      // As in a browser the form comes first: it shows whether the session is alive before a file is lost (G-10).
      await hello(cookies, signal)
      const operation = 'displayFile'
      const url = `${profile.portalUrl}/WAS6DUS/displayFile.do`
      const { contentType, body } = multipart([
        {
          field: 'linkdoc',
          fileName: plainName(file.fileName),
          mediaType: 'application/pdf',
          bytes: file.bytes,
        },
      ])
      const headers = { 'content-type': contentType }
      const sizes = { maxBytes: MAX_PAGE, timeout: ANSWER_TIMEOUT }
      const request = { operation, what: 'declaration', method: 'POST', url, headers, body, ...sizes, onBytes } as const
      const answer = await gateway.once(request, cookies, signal)
      const page = pageOf(answer)
      const outcome = readPortalAnswer(answer, page)
      if (outcome) return outcome
      // Such a page says at most that the session is over: unknown wording may echo similar words of the file name.
      const isOver = leadsToCertificate(answer, url) || (isWall(page) && !/certificat/i.test(file.fileName))
      const cause = isOver ? new RecipisaError('gateway-session-expired') : undefined
      throw await unclearAnswer(http, operation, answer, 'declaration', cause)
    },
  }
}

/** The outcome that the page after a submission proves; undefined if it proves nothing (docs/authority/evidence.md). */
export function readPortalAnswer({ status }: HttpAnswer, page: PortalPage): PortalAnswer | undefined {
  return status === 200 && (page.kind === 'filed' || page.kind === 'rejected') ? page : undefined
}

const pageOf = (answer: HttpAnswer): PortalPage =>
  answer.status === 200 ? readPortalPage(readAnswer(decodePage(answer))) : { kind: 'unknown' }

/** A page that asks for the certificate: the session is over (G-04). */
const isWall = ({ kind }: PortalPage): boolean => kind === 'logon' || kind === 'wall'

/** The name in ASCII, since the portal's pages are in ISO-8859-1, and without characters that end the header. */
function plainName(fileName: string): string {
  const plain = fileName.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\w.() -]/g, '_').slice(-150) || 'declaratie.pdf'
}
