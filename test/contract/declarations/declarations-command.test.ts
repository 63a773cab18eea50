import { expect, test } from 'vitest'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import { OTHER, OWN, office, officeForEach, person, saved, signedPdf, UPLOAD } from '../support/declarations.ts'
import { command, startCommand } from '../support/host.ts'
import { signInToPortal } from '../support/portal.ts'

officeForEach()

type Answer = { declarations: Declaration[]; error?: { details: { reason: string } } }
const submit = (paths: readonly string[], ...more: string[]) =>
  command(['--json', 'declarations', 'submit', ...paths, '--yes', ...more], office.env)
const connect = async () => {
  const cookies = JSON.stringify(await signInToPortal(office.authority, person))
  expect((await command(['session', 'import', 'portal', '-'], office.env, cookies)).code).toBe(0)
}

test('D-03 --wait ends with code 6 where nobody can know whether it arrived, instead of waiting for weeks', async () => {
  await connect()
  office.authority.faults.add({ match: UPLOAD, effect: { kind: 'reset', handled: true } })
  const run = await submit([saved(await signedPdf())], '--wait')
  expect(run.code).toBe(6)
  expect(run.json()).toMatchObject({
    declarations: [{ state: 'unknown' }],
    error: { details: { reason: 'declaration-untraceable' } },
  })
})

test('a submission turned away at the gateway ends with code 5 and says so', async () => {
  await connect()
  const match = { method: 'GET', path: '/WAS6DUS/' } // first for the session, then for the upload
  office.authority.faults.add({ match, nth: 2, effect: { kind: 'status', status: 429, retryAfterSeconds: 3600 } })
  const run = await submit([saved(await signedPdf())], '--wait')
  expect(run.code).toBe(5)
  expect((run.json() as Answer).error?.details.reason).toBe('declaration-held-off')
  expect(office.authority.journal.find(UPLOAD)).toEqual([])
})

test('G-10 a session that ends in the middle of a batch is code 3 at once, and what is left is not sent', async () => {
  await connect()
  office.authority.declarations.habits.processingMs = 3_600_000
  office.authority.portalGateway.expireSessions(3) // the session check, the form and the first file get through
  const paths = await Promise.all([6, 7, 8].map(async month => saved(await signedPdf({ month }), `d300-${month}.pdf`)))
  const run = await submit(paths)
  expect(run.code).toBe(3)
  const { declarations } = run.json() as Answer
  expect(declarations.map(({ state, trouble }) => `${state} ${trouble?.details.reason}`)).toEqual([
    'processing undefined',
    'not-sent gateway-session-expired',
    'not-sent gateway-session-expired',
  ])
})

test('D-03 a stopped batch reports what was sent, and sends no more', async () => {
  await connect()
  office.authority.faults.add({ match: UPLOAD, effect: { kind: 'hang', handled: true } })
  const paths = await Promise.all([7, 8, 9].map(async month => saved(await signedPdf({ month }), `d300-${month}.pdf`)))
  const { child, finished } = startCommand(['--json', 'declarations', 'submit', ...paths, '--yes'], office.env)
  await office.authority.journal.waitFor(UPLOAD)
  child.kill('SIGINT')
  const run = await finished
  expect(run.code).toBe(6)
  expect((run.json() as Answer).declarations.map(({ state }) => state)).toEqual(['unknown', 'not-sent', 'not-sent'])
  expect(office.authority.journal.find(UPLOAD)).toHaveLength(1)
})

test('D-02 the portal’s reason is told word for word, and steers nobody’s terminal', async () => {
  await connect()
  const reason = 'Semnătura&#27;[2J &#238;nvechit&#259;&#155;31m'
  const end = '<p>Din nou <a href="/WAS6DUS/welcome.do">aici</a>.</p>'
  const body = `<p>Ne cerem scuze, dar cererea nu a putut fi indeplinita!</p> Motivul: <span style="color: red">${reason}</span>${end}`
  const contentType = 'text/html;charset=UTF-8'
  office.authority.faults.add({ match: UPLOAD, effect: { kind: 'body', body, contentType } })
  const run = await command(['declarations', 'submit', saved(await signedPdf()), '--yes'], office.env)
  expect(run.code).toBe(4)
  expect(run.stdout).toContain('  Semnătura[U+001B][2J învechită')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})

test('a receipt is stored under the company that the page names, and no other', async () => {
  const { env, authority } = office
  const submittedAt = authority.clock.now() - 3 * 86_400_000
  const { number } = authority.declarations.add({ cui: OWN, form: 'D112', submittedAt, processedAt: submittedAt })
  const receipt = (cui: string) =>
    command(['--json', 'declarations', 'receipt', number, '--cui', cui, '--output', '-'], env)
  expect((await receipt(OTHER)).code).toBe(1)
  expect(authority.journal.find({ path: '/StareD112/ObtineRecipisa' })).toEqual([])
  expect((await receipt(OWN)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a file that is far too large is refused by its size', async () => {
  const run = await submit([saved(Buffer.concat([await signedPdf(), Buffer.alloc(40_000_000)]))])
  expect([run.code, (run.json() as Answer).error?.details.reason]).toEqual([2, 'declaration-too-large'])
})
