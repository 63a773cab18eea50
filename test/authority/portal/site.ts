import { plant } from '../../planted/mark.ts'
import type { Clock } from '../clock.ts'
import type { Answer, Exchange, Reply } from '../http.ts'
import { parseCookies } from '../journal.ts'
import { createGateway, type Gateway } from '../login/gateway.ts'
import type { Sessions } from '../login/sessions.ts'
import { errorPage, logonPage, successPage, uploadPage } from './pages.ts'
import { readDeclaration } from './read-declaration.ts'
import type { DeclarationRegister } from './register.ts'

const BASE = '/WAS6DUS'
const NO_FILE = 'Nu ati selectat fisierul ce urmeaza a fi transmis'

/** The declaration portal behind its own gateway, with a logon form before the certificate step. */
export function createPortalSite(options: {
  register: DeclarationRegister
  clock: Clock
  caPem: string
  sessions: Sessions
}): Gateway {
  const { register, clock, caPem, sessions } = options
  const { habits } = register
  return createGateway({
    sessions,
    caPem,
    open: {},
    logon: { page: logonPage, now: clock.now, openMs: () => habits.certificateStepMs },
    guarded: {
      [`${BASE}/`]: exchange => withApplicationSession(exchange, uploadPage()),
      [`${BASE}/welcome.do`]: exchange => withApplicationSession(exchange, uploadPage()),
      [`${BASE}/displayFile.do`]: async (exchange, serial): Promise<Answer> =>
        withApplicationSession(exchange, await displayFile(exchange, serial, register)),
    },
  })
}

/** Accepts a file, or says why not: every answer is a page with HTTP 200. */
async function displayFile(exchange: Exchange, serial: string, register: DeclarationRegister): Promise<Reply> {
  const upload = exchange.method === 'POST' ? await uploadOf(exchange) : undefined
  if (!upload) return errorPage(NO_FILE)
  const declaration = await readDeclaration(upload.bytes)
  if (typeof declaration === 'string') return errorPage(declaration)
  const { number } = register.submit(declaration, { ...upload, certificateSerial: serial })
  return successPage(upload.fileName, number)
}

/** The part `linkdoc`. Its name is in the page's character set; a browser sends other characters as entities. */
async function uploadOf({ body, headers }: Exchange): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const contentType = headers['content-type'] ?? ''
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData()
  } catch {
    return undefined // not multipart
  }
  const parts = form.getAll('linkdoc')
  const [part] = parts
  if (!(part instanceof File) || part.size === 0 || parts.length > 1) return undefined
  const [, written = ''] = /name="linkdoc"; filename="([^"]*)"/.exec(body.subarray(0, 4096).toString('latin1')) ?? []
  const fileName = written.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  return { fileName: fileName.replace(/^.*[\\/]/, ''), bytes: Buffer.from(await part.arrayBuffer()) }
}

/** The application's own cookie, which no page script can read. */
function withApplicationSession({ headers }: Exchange, answer: Reply): Reply {
  if (parseCookies(headers.cookie).has('JSESSIONID')) return answer
  const cookie = `JSESSIONID=${plant('cookie')};path=${BASE};secure;HttpOnly`
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': [cookie] } }
}
