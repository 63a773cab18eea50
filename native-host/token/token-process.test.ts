import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TransportRequest } from '../authority/wire/transports/transport.ts'
import { startTokenProcess } from './token-process.ts'

const request: TransportRequest = { method: 'POST', url: 'https://x', headers: {}, maxBytes: 9, changesNothing: false }
const never = new AbortController().signal
const READY = `echo '{"ready":{"serial":"1"}}' >&3; read -r order; read -r call`

/** A process that runs this shell script in place of the program. */
function start(script: string) {
  const command = ['/bin/sh', '-c', script] as const
  const started = startTokenProcess({ driver: '/x', serial: null, ca: null, command, env: process.env })
  onTestFinished(() => started.end())
  return started
}

/** How a call ends, and whether it may have left. */
async function outcomeOf(script: string) {
  let mayHaveLeft = false
  const onBytes = () => {
    mayHaveLeft = true
  }
  const error = await start(script)
    .call({ ...request, onBytes }, never)
    .catch((problem: unknown) => problem)
  return { error, mayHaveLeft }
}

describe.skipIf(process.platform === 'win32')('the process with the token', () => {
  test('what a driver leaves behind with the lines open holds nothing up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recipisa-left-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'pid')
    const { error } = await outcomeOf(`sleep 300 <&- >/dev/null & echo $! >'${file}'; exit 7`)
    onTestFinished(() => void process.kill(Number(readFileSync(file, 'utf8'))))
    expect(error).toMatchObject({ reason: 'token-process-ended', params: { problem: 'exit 7' } })
  })

  test('E-05 a call that leaves while the process is given up is in doubt', async () => {
    const failed = JSON.stringify({
      failed: { code: 'auth-required', details: { reason: 'token-gone', params: {} }, message: '' },
    })
    for (const problem of [failed, 'a driver was here']) {
      // Both lines come in one piece: the process announced that the call leaves before it could be stopped.
      const { error, mayHaveLeft } = await outcomeOf(
        `${READY}; printf '%s\\n{"leaves":1}\\n' '${problem}' >&3; exec sleep 60`,
      )
      expect([problem, error, mayHaveLeft]).toEqual([problem, expect.objectContaining({ failure: 'reset' }), true])
    }
  })

  test('E-05 a line that a driver has written over may have announced the call', async () => {
    const { error, mayHaveLeft } = await outcomeOf(`${READY}; echo 'driver: {"leaves":1}' >&3; exec sleep 60`)
    expect([error, mayHaveLeft]).toEqual([expect.objectContaining({ failure: 'reset' }), true])
  })

  test('E-05 a process that ends before it has announced the call has not sent it', async () => {
    const { error, mayHaveLeft } = await outcomeOf(`${READY}; exit 3`)
    expect([error, mayHaveLeft]).toEqual([expect.objectContaining({ reason: 'token-process-ended' }), false])
  })
})
