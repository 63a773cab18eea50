import { randomUUID } from 'node:crypto'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { type PortalPage, readPortalPage } from '../../shared/portal-pages.ts'
import type { Profile } from '../profile/profile.ts'
import { type Portal, portalStart } from './declarations.ts'
import type { Gateway } from './gateway.ts'
import type { Http, HttpAnswer } from './http.ts'
import { decodePage, explainPage } from './page.ts'

/** Largest page that is read, bytes. */
const MAX_PAGE = 2_000_000
/** An upload may be answered as late as one of e-Factura's; who gives up and sends again files twice. Milliseconds. */
const ANSWER_TIMEOUT = 180_000

/** Client of the portal behind its gateway: the browser's cookies, and never a certificate. */
export function createPortal(options: { http: Http; gateway: Gateway; profile: Pick<Profile, 'portalUrl'> }): Portal {
  const { http, gateway, profile } = options

  /**
   * What the page says; one that asks for the certificate means that the session is over (G-04). No more than that means
   * it: words like those in a file's name must not make a filing one that never arrived.
   */
  const pageOf = (answer: HttpAnswer, fileName = ''): PortalPage => {
    const page: PortalPage = answer.status === 200 ? readPortalPage(decodePage(answer)) : { kind: 'unknown' }
    const isWall = page.kind === 'logon' || page.kind === 'wall'
    // A page in unknown words that echoes such a name may be that of a filing.
    if (isWall && /certificat/i.test(fileName)) return { kind: 'unknown' }
    if (isWall) throw new RecipisaError('gateway-session-expired')
    return page
  }

  return {
    exit: gateway.exit,
    async hello(cookies, signal) {
      const operation = 'WAS6DUS'
      const request = { operation, url: portalStart(profile), maxBytes: MAX_PAGE }
      const answer = await gateway.read(request, cookies, signal)
      if (pageOf(answer).kind !== 'upload-form') throw await explainPage(http, operation, answer)
    },
    async upload(file, cookies, signal, onBytes) {
      const operation = 'displayFile'
      const { contentType, body } = multipart(file)
      const answer = await gateway.post(
        {
          operation,
          url: `${profile.portalUrl}/WAS6DUS/displayFile.do`,
          headers: { 'content-type': contentType },
          body,
          maxBytes: MAX_PAGE,
          timeout: ANSWER_TIMEOUT,
          onBytes,
        },
        cookies,
        signal,
      )
      const page = pageOf(answer, file.fileName)
      if (page.kind !== 'filed' && page.kind !== 'rejected') throw await explainPage(http, operation, answer)
      return page
    },
  }
}

/** One file as browsers send it (RFC 7578), in the part `linkdoc`. */
function multipart({ fileName, bytes }: { fileName: string; bytes: Uint8Array }): {
  contentType: string
  body: Uint8Array
} {
  const boundary = `recipisa-${randomUUID()}`
  const disposition = `Content-Disposition: form-data; name="linkdoc"; filename="${plainName(fileName)}"`
  const head = `--${boundary}\r\n${disposition}\r\nContent-Type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

/** In letters that every character set has, for the portal's pages are ISO-8859-1; nothing in it ends the header. */
function plainName(fileName: string): string {
  const plain = fileName.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\w.() -]/g, '_').slice(-150) || 'declaratie.pdf'
}
