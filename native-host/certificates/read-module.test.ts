import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
