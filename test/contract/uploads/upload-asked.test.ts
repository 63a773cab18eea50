import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { childEnv, command, PROGRAM } from '../support/host.ts'
import { prepare } from '../support/prepare.ts'
import {
  asFound,
  BUYER,
  inspect,
  invoice,
  OWN,
  office,
  officeForEach,
  saved,
  startHost,
  timesUploaded,
  UPLOAD,
} from '../support/uploads.ts'

officeForEach()

/** Uploads files at a terminal. A person says yes to the one question, after `meanwhile`. */
async function uploadAsked(args: readonly string[], question: string, meanwhile?: () => Promise<void>) {
  const line = [process.execPath, PROGRAM, 'invoices', 'upload', ...args].map(word => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: childEnv(office.env) })
  const closed = once(child, 'close')
  let shown = ''
  const asked = new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      shown += chunk
      if (shown.includes(question)) resolve()
    })
  })
  await Promise.race([asked, closed])
  await meanwhile?.()
  child.stdin.write('y\r')
  const [code] = await closed
  return { code, shown }
}

/** Another process uploads the same bytes. */
async function uploadElsewhere(bytes: Buffer): Promise<void> {
  const host = startHost()
  await host.request('uploads.send', asFound(await inspect(host, bytes)))
}

// Linux has the terminal of `script -c`.
const IS_LINUX = process.platform === 'linux'

test.skipIf(!IS_LINUX)('the preview with --self-billed is about the buyer', async () => {
  await prepare(office.env, async (_, services) => (await services.archive()).companies.put(OWN, 'denied'))
  const { code, shown } = await uploadAsked([saved(invoice()), '--self-billed'], 'Upload this file')
  expect(shown).toMatch(new RegExp(`For company +${BUYER}`))
  expect(shown).not.toContain('Note:')
  expect(code).toBe(0)
})

describe.skipIf(!IS_LINUX)('while a person at the terminal is asked about two files', () => {
  const [first, second] = [invoice({ number: 'A-1' }), invoice({ number: 'B-2' })]
  const save = () => [saved(first, 'a.xml'), saved(second, 'b.xml')] as const

  test('E-06 the yes to another upload of the first never uploads the second again', async () => {
    const paths = save()
    expect((await command(['invoices', 'upload', paths[0], '--yes'], office.env)).code).toBe(0)
    const { code, shown } = await uploadAsked(paths, 'Upload it once more?', () => uploadElsewhere(second))
    expect([code, shown]).toEqual([2, expect.stringContaining('a.xml: being processed')])
    expect([timesUploaded(first), timesUploaded(second)]).toEqual([2, 1])
  })

  test('a failure of the second leaves the rejection of the first in the output', async () => {
    const body =
      '<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ExecutionStatus="1" dateResponse="202611211200"><Errors errorMessage="Nu aveti drept in SPV pentru CIF=1"/></header>'
    const { code, shown } = await uploadAsked(save(), 'Upload these 2 files', async () => {
      await uploadElsewhere(second)
      office.authority.faults.add({ match: UPLOAD, effect: { kind: 'body', contentType: 'application/xml', body } })
    })
    expect(shown).toContain('a.xml: rejected')
    expect(shown).toContain('Nu aveti drept in SPV pentru CIF=1')
    expect([code, timesUploaded(second)]).toEqual([2, 1])
  })
})
