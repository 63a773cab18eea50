import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, signal as send } from '../test/support/processes.ts'

const LEFTOVERS = new URL('leftovers.mjs', import.meta.url).href
const WAIT = 'setInterval(() => {}, 1000)'

/** A run whose programs wait: one with the marker in its environment, one with its value among its arguments. */
const RUN = `
  import { spawn } from 'node:child_process'
  import { endTogether } from ${JSON.stringify(LEFTOVERS)}
  const [marker] = process.argv.slice(1)
  const [name, value] = marker.split('=')
  endTogether(marker, () => console.log('tidy'))
  const start = (args, env) => spawn(process.execPath, ['-e', ${JSON.stringify(WAIT)}, ...args], { env, detached: true })
  console.log(start([], { [name]: value }).pid, start(['--', value], {}).pid)
  ${WAIT}
`

test.runIf(process.platform === 'linux').for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a run that gets %s ends its programs, also those that are detached', async ([signal, code]) => {
  const marker = `RECIPISA_TEST_OF_LEFTOVERS=${randomUUID()}`
  const run = spawn(process.execPath, ['--input-type=module', '-e', RUN, '--', marker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const said = createInterface({ input: run.stdout }).on('line', line => lines.push(line))
  await once(said, 'line')
  const pids = lines[0]?.split(' ').map(Number) ?? []
  onTestFinished(() => {
    for (const pid of pids) send(pid, 'SIGKILL')
  })
  expect(pids.map(isAlive)).toEqual([true, true])
  run.kill(signal)
  expect(await once(run, 'close')).toEqual([code, null])
  expect(lines.slice(1)).toEqual(['tidy'])
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})
