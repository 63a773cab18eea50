import { CookieJar } from 'tough-cookie'
import { expect, test } from 'vitest'
import { type Gateway, type GatewayOnce, isSessionOver } from '../wire/gateway.ts'
import { answerOf, failureOf, wireOf } from '../wire/wire.fixture.ts'
import { createPortal } from './portal.ts'

/** The portal's own pages are one table. */
const framed = (html: string) => `<table border="0"><tr><td>${html}</td></tr></table>\n`
const FORM = framed('<form action="/WAS6DUS/displayFile.do"><input type="file" name="linkdoc"></form>')
const LOGON = framed('<form action="/my.policy"><input type="submit" value="Prezentare certificat"></form>')
const WALL = framed('<h1>Certificatul nu a fost prezentat</h1>')
const FILED = framed('<p>Fisierul cu numele "d300.pdf" a fost depus cu succes. Indexul este <b>11</b>.</p>')
const REJECTED = framed('<p>Motivul: <span style="color: red">Documentul nu este semnat</span></p>')

type Reply = [status: number, text: string, location?: string]

/** The portal behind a gateway that shows this form and gives this answer to an upload; records the uploads. */
function portalOn({ form = [200, FORM], answer = [200, FILED] }: { form?: Reply; answer?: Reply } = {}) {
  const uploads: GatewayOnce[] = []
  const gateway: Gateway = {
    read: async () => answerOf(...form),
    async once(request) {
      uploads.push(request)
      return answerOf(...answer)
    },
    exit: async () => undefined,
  }
  const { http } = wireOf(() => answerOf(200, ''))
  const portal = createPortal({ http, gateway, profile: { portalUrl: 'https://portal.localhost' } })
  const { signal } = new AbortController()
  const cookies = { jar: new CookieJar(), keep: async () => undefined }
  const upload = (fileName = 'd300.pdf') =>
    portal.submit({ fileName, bytes: new TextEncoder().encode('%PDF') }, cookies, signal)
  return { upload, uploads, hello: () => portal.hello(cookies, signal) }
}

test('G-04 G-10 nothing is uploaded unless the form was there just before', async () => {
  for (const [form, reason] of [
    [[200, LOGON], 'gateway-session-expired'],
    [[200, WALL], 'gateway-session-expired'],
    [[200, FILED], 'answer-unexpected'],
    [[200, FORM.slice(0, -9)], 'answer-unexpected'],
    [[404, FORM], 'answer-unexpected'],
    [[503, FORM], 'maintenance'],
  ] as const) {
    const { upload, uploads, hello } = portalOn({ form: [...form] })
    await expect(hello(), form[1]).rejects.toMatchObject({ reason })
    await expect(upload(), form[1]).rejects.toMatchObject({ reason })
    expect(uploads).toEqual([])
  }
})

test('D-01 D-02 the success page files a declaration, the error page rejects it', async () => {
  expect(await portalOn().upload()).toEqual({ kind: 'filed', uploadIndex: '11', fileName: 'd300.pdf' })
  expect(await portalOn({ answer: [200, REJECTED] }).upload()).toEqual({
    ...{ kind: 'rejected', reason: 'Documentul nu este semnat' },
  })
})

test('D-02 D-03 any other answer proves nothing; the end of the session is reported as such', async () => {
  const answers: [Reply, isOver: boolean, fileName?: string][] = [
    [[201, FILED], false],
    [[500, REJECTED], false],
    [[200, FILED.slice(0, -9)], false],
    [[200, framed('Preluat')], false],
    [[200, FORM], false],
    [[200, ''], false],
    [[302, '', 'https://portal.localhost/altundeva'], false],
    [[302, '', '/my.policy_nonce'], false],
    [[302, '', 'https://altundeva.localhost/my.policy'], false],
    [[302, '', '/my.policy'], true],
    [[302, '', '/vdesk/hangup.php3'], true],
    [[200, LOGON], true],
    [[200, WALL], true],
    // The page may be one that echoes the file's name.
    [[200, WALL], false, 'Certificatul nu a fost prezentat.pdf'],
  ]
  for (const [answer, isOver, fileName] of answers) {
    const error = await failureOf(portalOn({ answer }).upload(fileName))
    expect([answer, error.reason, error.code]).toEqual([answer, 'filing-answer-unclear', 'outcome-unknown'])
    expect([answer, isSessionOver(error)]).toEqual([answer, isOver])
  }
})

test('D-01 a PDF goes as browsers send it, under a name that every character set has', async () => {
  for (const [fileName, plain] of [
    ['d300 (1).pdf', 'd300 (1).pdf'],
    ['Declarație "nouă"\r\n.pdf', 'Declaratie _noua___.pdf'],
    [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(146)}.pdf`],
    ['', 'declaratie.pdf'],
  ] as const) {
    const { upload, uploads } = portalOn()
    await upload(fileName)
    const [{ method, url, headers, body, what } = expect.fail('nothing was sent')] = uploads
    expect([method, url, what]).toEqual(['POST', 'https://portal.localhost/WAS6DUS/displayFile.do', 'declaration'])
    const boundary = headers?.['content-type']?.replace('multipart/form-data; boundary=', '')
    const disposition = `Content-Disposition: form-data; name="linkdoc"; filename="${plain}"`
    expect(String(body)).toBe(
      `--${boundary}\r\n${disposition}\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--${boundary}--\r\n`,
    )
  }
})
