import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCarrier } from './carrier.ts'

const never = new AbortController().signal

/** A carrier whose program notes its input and writes the test's output. */
function carrierOf(says: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-carrier-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const given = join(folder, 'given')
  const program = `
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync(${JSON.stringify(given)}, JSON.stringify({ args: process.argv.slice(1), input: readFileSync(0, 'utf8') }) + '\\n')
    process.stdout.write(${JSON.stringify(says)})
  `
  const carrier = createCarrier({
    command: [process.execPath, '-e', program, '--'],
    env: process.env,
    log: { file: 'host.log' },
  })
  const runs = () =>
    readFileSync(given, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { args: string[]; input: string })
  return { carrier, runs }
}

test('A-16 a code and a token reach the process on its standard input, and never stand on a command line', async () => {
  const { carrier, runs } = carrierOf('{"problem":null}')
  expect(await carrier.exchange('the-code', never)).toBeUndefined()
  expect(await carrier.renew('the-token', never)).toBeUndefined()
  const [exchange, renewal, ...more] = runs()
  expect(more).toEqual([])
  expect(JSON.parse(exchange?.input ?? '')).toEqual({ exchange: 'the-code' })
  expect(JSON.parse(renewal?.input ?? '')).toEqual({ renew: 'the-token' })
  expect(JSON.stringify([exchange?.args, renewal?.args])).not.toMatch(/the-/)
})

test('A-11 many calls whose token is refused start one process', async () => {
  const { carrier, runs } = carrierOf('{"problem":null}')
  await Promise.all(Array.from({ length: 10 }, () => carrier.renew('the-token', never)))
  expect(runs()).toHaveLength(1)
})

test('a failure of the process, or its problem with the signature, becomes the caller’s failure', async () => {
  const body = (reason: string, params: object) =>
    JSON.stringify({ code: 'unexpected-answer', message: 'in English', details: { reason, params } })
  const failing = carrierOf(`{"error":${body('grant-rejected', { error: 'invalid_grant' })}}`).carrier
  await expect(failing.exchange('c', never)).rejects.toMatchObject({ reason: 'grant-rejected' })
  const doubtful = carrierOf(`{"problem":${body('token-signature', { kid: 'k1' })}}`).carrier
  expect(await doubtful.renew('t', never)).toMatchObject({ reason: 'token-signature', params: { kid: 'k1' } })
})

test('a process that does not start or writes nothing fails with a reason of its own', async () => {
  const silent = carrierOf('').carrier
  await expect(silent.renew('t', never)).rejects.toMatchObject({ reason: 'carrier-failed' })
  const missing = createCarrier({ command: ['/nowhere/recipisa'], env: {}, log: { file: 'host.log' } })
  await expect(missing.exchange('c', never)).rejects.toMatchObject({
    reason: 'carrier-failed',
    params: { problem: expect.stringContaining('ENOENT'), log: 'host.log' },
  })
})
