import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GatewayCookies, isSessionOver } from '../../../native-host/authority/wire/gateway.ts'
import { jarOf } from '../../../native-host/session/stored-session.ts'
import { call, visit } from '../../authority/call.ts'
import type { Issued } from '../../authority/certificates.ts'
import { declarationPdf } from '../../authority/documents/declaration-pdf.ts'
import type { Effect } from '../../authority/faults.ts'
import { sha256 } from '../../authority/journal.ts'
import { successPage } from '../../authority/portal/pages.ts'
import { signInToPortal } from '../support/portal.ts'
import { type Desk, failureOf, hastyClock, never, openDesk, type Wire } from '../support/wire.ts'

const CUI = '14399840'
const PORTAL = 'decl.localhost'
const UPLOAD = '/WAS6DUS/displayFile.do'

let desk: Desk
let wire: Wire
let signer: Issued
let cookies: GatewayCookies
let kept: number
/** Requests to the portal's host after the browser's part. */
let since: number

beforeEach(async () => {
  desk = await openDesk()
  wire = await desk.wire({ clock: hastyClock() })
  signer = await desk.authority.enrolPerson({ commonName: 'Ana Popa' })
  const jar = await jarOf(await signInToPortal(desk.authority, signer), desk.authority.profile.portalUrl)
  kept = 0
  cookies = {
    jar,
    keep: async () => {
      kept += 1
    },
  }
  since = desk.authority.journal.last
})
afterEach(() => desk.close())

/** The portal's own pages are a single table. */
const framed = (body: string) => `<table border="0"><tr><td>${body}</td></tr></table>\n`
const sent = () => desk.authority.journal.find({ host: PORTAL }).filter(({ n }) => n > since)
const posts = () => sent().filter(({ method }) => method === 'POST')
const submittedOf = (bytes: Buffer) => desk.authority.declarations.submittedOf(sha256(bytes))
const strike = (effect: Effect) => desk.authority.faults.add({ match: { path: UPLOAD }, times: 'always', effect })
const signed = (options: Parameters<typeof declarationPdf>[0] = {}) => declarationPdf({ cui: CUI, signer, ...options })

async function upload(bytes: Buffer, fileName = 'D300.pdf') {
  let announced = 0
  const outcome = wire.portal.submit({ fileName, bytes }, cookies, never, () => {
    announced += 1
  })
  const settled = await outcome.then(
    answer => ({ answer }),
    (error: unknown) => ({ error }),
  )
  return { ...settled, announced }
}

/** The page that answers an upload, unchanged. */
async function pageOfUpload(bytes: Buffer): Promise<string> {
  await upload(bytes)
  const [{ responseBytes = 0 } = {}] = posts().slice(-1)
  const { number = '' } = submittedOf(bytes).at(-1) ?? {}
  const page = successPage('D300.pdf', number).body.toString('latin1')
  expect(page).toHaveLength(responseBytes)
  return page
}

const refusal = async (bytes: Buffer, fileName?: string) => {
  const { error, announced } = (await upload(bytes, fileName)) as { error?: unknown; announced: number }
  return { announced, error: await failureOf(Promise.reject(error)) }
}

describe('the way in', () => {
  test('G-09 the logon form is a step of its own between two GETs, the certificate step follows it at once, and the cookies serve alone', async () => {
    const start = `${desk.authority.profile.portalUrl}/WAS6DUS/`
    const { hops, cookies: got } = await visit(desk.authority, start, signer)
    expect(hops).toEqual(['/WAS6DUS/', '/my.policy', 'POST /my.policy', '/my.policy', '/my.policy_nonce', '/WAS6DUS/'])
    expect(got.has('JSESSIONID')).toBe(true)
    await wire.portal.hello(cookies, never) // with the cookies that the same chain gave before
    const [form] = desk.authority.journal.find({ host: PORTAL, method: 'POST' }).slice(-1)
    expect(form).toMatchObject({ form: { vhost: 'standard' }, status: 302, clientCertificatePresented: false })

    // Minutes late: the gateway resets the connection, and a new chain is needed.
    const late = new Map<string, string>()
    const step = async (path: string, body?: string) => {
      const answer = await call(desk.authority, new URL(path, start).href, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Cookie: [...late].map(pair => pair.join('=')).join('; ') },
        certificate: signer,
        ...(body === undefined ? {} : { body }),
      })
      for (const set of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        late.set(name, value)
      }
    }
    await step('/WAS6DUS/')
    await step('/my.policy', 'vhost=standard')
    desk.authority.clock.advance(5 * 60_000)
    await expect(step('/my.policy')).rejects.toThrow()
  })

  test('the upload page answers the cookies alone, without a certificate, and what it rewrites is kept', async () => {
    await wire.portal.hello(cookies, never)
    expect(sent()).toMatchObject([{ status: 200, path: '/WAS6DUS/', clientCertificatePresented: false }])
    expect(kept).toBe(1)
    await wire.portal.hello(cookies, never)
    expect(sent().map(({ status }) => status)).toEqual([200, 200])
  })

  test('ten minutes without a call end the session, and a logout does', async () => {
    desk.authority.clock.advance(9 * 60_000)
    await wire.portal.hello(cookies, never)
    desk.authority.clock.advance(11 * 60_000)
    expect((await failureOf(wire.portal.hello(cookies, never))).reason).toBe('gateway-session-expired')

    const jar = await jarOf(await signInToPortal(desk.authority, signer), desk.authority.profile.portalUrl)
    const other = { jar, keep: async () => undefined }
    await wire.portal.exit(other, never)
    expect(desk.authority.journal.find({ host: PORTAL, path: '/exit', status: 302 })).toHaveLength(1)
    expect((await failureOf(wire.portal.hello(other, never))).reason).toBe('gateway-session-expired')
  })

  test('an upload page with a link to log out is no login wall', async () => {
    const body = framed('<a href="/vdesk/hangup.php3">Logout</a><form><input type="file" name="linkdoc"></form>')
    desk.authority.faults.add({
      match: { path: '/WAS6DUS/' },
      effect: { kind: 'body', body, contentType: 'text/html' },
    })
    await wire.portal.hello(cookies, never)
  })

  test('another page in the upload page’s place is no session', async () => {
    const body = '<html><body>Bine ați venit</body></html>'
    desk.authority.faults.add({
      match: { path: '/WAS6DUS/' },
      effect: { kind: 'body', body, contentType: 'text/html' },
    })
    expect((await failureOf(wire.portal.hello(cookies, never))).reason).toBe('answer-unexpected')
  })
})

describe('an upload', () => {
  test('D-01 one multipart POST with the PDF in linkdoc, and the index is read from the success page', async () => {
    const bytes = await signed({ form: 'D112' })
    const { answer, announced } = (await upload(bytes, 'Declarație „112”\r\nX: y.pdf')) as {
      answer?: unknown
      announced: number
    }
    const [submitted] = submittedOf(bytes)
    expect(answer).toEqual({ kind: 'filed', uploadIndex: submitted?.number, fileName: submitted?.fileName })
    expect(submitted).toMatchObject({ form: 'D112', cui: CUI, fileName: 'Declaratie _112___X_ y.pdf' })
    expect(announced).toBe(1)
    expect(sent()).toMatchObject([
      { method: 'GET', path: '/WAS6DUS/' },
      {
        method: 'POST',
        path: UPLOAD,
        contentType: expect.stringMatching(/^multipart\/form-data; boundary=/),
        clientCertificatePresented: false,
      },
    ])
    expect(kept).toBe(2)
  })

  test('D-02 the reason in the red span is an outcome with its text, entities and letters decoded', async () => {
    const bytes = await declarationPdf()
    expect(await upload(bytes)).toMatchObject({
      answer: { kind: 'rejected', reason: 'Documentul transmis nu este semnat electronic' },
    })
    const body =
      'Motivul: <span style="color:Red;">Semn&#259;tura nu are drept de depunere pentru CIF \u00een SPV</span><p><a href="/WAS6DUS/welcome.do">aici</a>.</p>'
    strike({ kind: 'body', body, contentType: 'text/html;charset=UTF-8' })
    expect(await upload(bytes)).toMatchObject({
      answer: { kind: 'rejected', reason: 'Semnătura nu are drept de depunere pentru CIF în SPV' },
    })
  })

  test('D-02 a page in other words is never a success: it is kept for the report, and nothing is sent again', async () => {
    const bytes = await signed()
    const body = '<html><body>Documentul a fost preluat. Index: <b>1100000009</b></body></html>'
    strike({ kind: 'body', body, contentType: 'text/html', handled: true })
    const { error } = await refusal(bytes)
    expect(error).toMatchObject({ reason: 'filing-answer-unclear', params: { operation: 'displayFile' } })
    expect(readFileSync(String(error.params.kept), 'latin1')).toBe(body)
    expect(posts()).toHaveLength(1)
    expect(submittedOf(bytes)).toHaveLength(1)
  })

  test.each([
    [
      'success and error at once',
      '<p>Fisierul cu numele "a" a fost depus cu succes. Indexul este <b>1</b>.</p><p>Motivul: <span style="color: red">x</span></p>',
    ],
    ['an index that is not in bold', '<p>Fisierul cu numele "a" a fost depus cu succes. Indexul este 1.</p>'],
    ['a success without an index', '<p>Fisierul cu numele "a" a fost depus cu succes.</p>'],
    ['an apology without a reason', '<p>cererea dumneavoastra nu a putut fi indeplinita!</p>'],
    ['the upload form again', '<form><input type="file" name="linkdoc"></form>'],
    ['nothing', ''],
  ])('D-02 a page with %s is an error and no outcome', async (_name, body) => {
    strike({ kind: 'body', body: framed(body), contentType: 'text/html' })
    expect((await refusal(await signed())).error.reason).toBe('filing-answer-unclear')
  })

  test('a file whose name has the words of the wall is submitted all the same', async () => {
    const bytes = await signed()
    const { answer } = (await upload(bytes, 'Prezentare certificat.pdf')) as { answer?: unknown }
    expect(answer).toMatchObject({ kind: 'filed', fileName: 'Prezentare certificat.pdf' })
  })

  test('D-02 a page in unknown words that echoes a name like the wall is no sign that nothing was submitted', async () => {
    const body = '<p>Am preluat „Certificatul nu a fost prezentat.pdf”. Indexul este <b>1100000009</b>.</p>'
    strike({ kind: 'body', body, contentType: 'text/html;charset=UTF-8' })
    const { error } = await refusal(await signed(), 'Certificatul nu a fost prezentat.pdf')
    expect(error.reason).toBe('filing-answer-unclear')
    expect(error.cause).toBeUndefined() // nor a claim that the session is over
  })

  test.each([
    ['a reset before the answer', { kind: 'reset', handled: true }],
    ['an answer that ends early', { kind: 'truncate' }],
    ['a reset in the answer', { kind: 'reset-in-body' }],
  ] as const)('after %s the outcome is unknown, and the declaration was sent once', async (_name, effect) => {
    const bytes = await signed()
    strike(effect)
    const { error, announced } = await refusal(bytes)
    expect([error.reason, announced]).toEqual(['outcome-unknown', 1])
    expect(posts()).toHaveLength(1)
    expect(submittedOf(bytes)).toHaveLength(1)
  })

  test.each([
    ['without its last chunk', (bytes: number): Effect => ({ kind: 'truncate', bytes })],
    ['with a clean end', (bytes: number): Effect => ({ kind: 'cut', bytes, ends: 'cleanly' })],
    ['with the connection', (bytes: number): Effect => ({ kind: 'cut', bytes, ends: 'with-connection' })],
  ])('D-01 of a success page that is cut %s no index is read, wherever it is cut', async (name, effectAt) => {
    const bytes = await signed()
    const whole = await pageOfUpload(bytes)
    const index = whole.indexOf('Indexul este <b>') + 'Indexul este <b>'.length
    const places = [index + 1, index + 3, index + 10, index + 15, whole.indexOf('</script>') + 9, whole.length - 3]
    for (const place of [...places, ...(name === 'without its last chunk' ? [whole.length] : [])]) {
      const fault = strike(effectAt(place))
      const { error, announced } = await refusal(bytes)
      expect([place, announced, /^(filing-answer-unclear|outcome-unknown)$/.test(error.reason)]).toEqual([
        place,
        1,
        true,
      ])
      fault.remove()
    }
  })

  test('G-07 a page that ends with its connection, without a length, is whole where its own end is there', async () => {
    strike({ kind: 'cut', bytes: 1e6, ends: 'with-connection' })
    expect(await upload(await signed())).toMatchObject({ answer: { kind: 'filed' } })
    strike({ kind: 'no-close-notify', withoutLength: true })
    expect(await upload(await signed())).toMatchObject({ answer: { kind: 'filed' } })
  })

  test('an answer that breaks off has rewritten the cookies all the same: the session goes on', async () => {
    strike({ kind: 'truncate' })
    expect((await refusal(await signed())).error.reason).toBe('outcome-unknown')
    await wire.portal.hello(cookies, never)
    expect(sent().map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('a reset in the request leaves the outcome unknown although nothing was submitted', async () => {
    const bytes = await signed()
    strike({ kind: 'reset-in-request', bytes: 100 })
    const { error, announced } = await refusal(bytes)
    expect([error.reason, announced]).toEqual(['outcome-unknown', 1])
    expect(submittedOf(bytes)).toEqual([])
  })

  test('G-10 a session that ended is found before the file leaves', async () => {
    desk.authority.portalGateway.expireSessions()
    const bytes = await signed()
    const { error, announced } = await refusal(bytes)
    expect([error.reason, announced]).toEqual(['gateway-session-expired', 0])
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /WAS6DUS/'])
    expect(submittedOf(bytes)).toEqual([])
  })

  test('a revalidation is taken by the look at the form, and the file is submitted', async () => {
    desk.authority.portalGateway.revalidateNext()
    const bytes = await signed()
    expect(await upload(bytes)).toMatchObject({ answer: { kind: 'filed' } })
    expect(posts()).toHaveLength(1)
    expect(submittedOf(bytes)).toHaveLength(1)
  })

  const logonForm = framed('<form action="/my.policy"><input type="submit" value="Prezentare certificat"></form>')
  const errorPage = 'Motivul: <span style="color: red">Eroare</span><p><a href="/WAS6DUS/welcome.do">aici</a>.</p>'
  test.each([
    ['the way to the certificate', { kind: 'redirect', location: '/my.policy' }, true],
    ['the hang-up', { kind: 'redirect', location: '/vdesk/hangup.php3' }, true],
    ['the wall with HTTP 200', { kind: 'page', page: 'login-wall' }, true],
    ['the logon form with HTTP 200', { kind: 'body', body: logonForm, contentType: 'text/html' }, true],
    ['a revalidation', { kind: 'redirect', location: '/my.policy_nonce?nonce=1' }, false],
    ['a redirect within the portal', { kind: 'redirect', location: '/WAS6DUS/welcome.do' }, false],
    ['a redirect to another host', { kind: 'redirect', location: 'https://www-anaf.localhost/StareD112/' }, false],
    ['401', { kind: 'status', status: 401 }, false],
    ['403', { kind: 'status', status: 403 }, false],
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 1 }, false],
    ['the firewall’s page', { kind: 'page', page: 'firewall' }, false],
    ['maintenance', { kind: 'page', page: 'maintenance' }, false],
    ['maintenance with 503', { kind: 'page', page: 'maintenance-503' }, false],
    ['500', { kind: 'status', status: 500 }, false],
    ['an error page under another status', { kind: 'body', body: errorPage, status: 500 }, false],
    ['nothing', { kind: 'body', body: '' }, false],
  ] as const)(
    'D-03 a file that the portal took and %s answered for is unknown, and left once',
    async (_name, effect, endsSession) => {
      strike({ ...effect, handled: true })
      const bytes = await signed()
      const { error, announced } = await refusal(bytes)
      expect([error.reason, error.side, announced]).toEqual(['filing-answer-unclear', 'authority', 1])
      expect(isSessionOver(error)).toBe(endsSession)
      expect(posts()).toHaveLength(1)
      expect(submittedOf(bytes)).toHaveLength(1)
      expect(desk.authority.journal.count({ host: 'www-anaf.localhost' })).toBe(0)
    },
  )

  test('D-03 a file never leaves on a connection that anything else has used', async () => {
    for (let n = 0; n < 3; n++) await upload(await signed(), `D300-${n}.pdf`)
    const reads = sent().filter(({ method }) => method === 'GET')
    const shared = reads.map(({ connection }) => connection)
    expect(new Set(shared).size, 'reads share a connection, or this proves nothing').toBeLessThan(shared.length)
    const own = posts().map(({ connection }) => connection)
    expect(new Set(own).size).toBe(3)
    expect(own.filter(connection => shared.includes(connection))).toEqual([])
  })
})
