import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LOADING_LINE, REPORT_LINE } from './module-report.ts'
import { readModule } from './read-module.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Reads a module with a program that loads it once the file `started` exists. */
function readSlowly() {
  const started = join(folder, 'started')
  const program = `
    while (!require('node:fs').existsSync(${JSON.stringify(started)}));
    console.log(${JSON.stringify(LOADING_LINE)})
    console.log(${JSON.stringify(`${REPORT_LINE}{"tokens":[]}`)})`
  const command = [process.execPath, '-e', program, '--'] as const
  const { signal } = new AbortController()
  return { read: readModule(folder, { command, env: process.env, signal }), start: () => writeFileSync(started, '') }
}

test('H-11 the ten seconds of a module begin when it is loaded, however slowly the program starts', async () => {
  const { read, start } = readSlowly()
  vi.advanceTimersByTime(29_000)
  start()
  expect(await read).toEqual([])
})

test('H-11 a program that does not start in 30 seconds is killed', async () => {
  const { read } = readSlowly()
  vi.advanceTimersByTime(30_000)
  await expect(read).rejects.toMatchObject({ reason: 'certificate-module-silent', params: { seconds: 30 } })
})

describe.skipIf(process.platform === 'win32')('a module whose helper holds the output open', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))

  /** Reads a module with a process that does this once such a helper runs. */
  async function readAfterHelper(script: string) {
    const file = join(folder, 'helper')
    const helper = `sleep 600 & echo $! >'${file}.new'; mv '${file}.new' '${file}'`
    const command = ['/bin/sh', '-c', `${helper}; echo '${LOADING_LINE}'; ${script}`] as const
    const read = readModule(folder, { command, env: process.env, signal: new AbortController().signal })
    await vi.waitUntil(() => existsSync(file), 10_000)
    const pid = Number(readFileSync(file, 'utf8'))
    onTestFinished(() => void process.kill(pid))
    return { read }
  }

  test('H-11 is read once the process has ended', async () => {
    const { read } = await readAfterHelper(`echo '${REPORT_LINE}{"tokens":[]}'`)
    expect(await read).toEqual([])
  })

  test('H-11 is killed in time', async () => {
    const { read } = await readAfterHelper('exec sleep 600')
    vi.advanceTimersByTime(30_000)
    await expect(read).rejects.toMatchObject({ reason: 'certificate-module-silent' })
  })
})
