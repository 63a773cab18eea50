import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildExtension } from '../../scripts/build.mjs'
import { chromiumExecutable } from '../browser/support/chromium/chromium.ts'
import { childEnv } from '../contract/support/host.ts'
import { lookInFolder } from '../planted/look.ts'
import { type Kind, plant } from '../planted/mark.ts'
import { readNotes } from '../planted/notes.ts'
import { placesIn, type Summary, summaryOf } from '../planted/summary.ts'
import { IS_LONG, recordPart } from '../proof/part.ts'
import { run } from '../support/run-program.ts'
import { runProject } from './run-project.ts'

/** Each leak is made by hand here: a search proves nothing until it has been seen to find. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-leaks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a file as the product might; returns the kinds found in it, and the number of files searched. */
function leftBehind(name: string, content: string | Buffer, mode = 0o600): string[] {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return lookInFolder(folder).found.map(({ kind }) => kind)
}

/** Runs a program like the tests' hosts, with its own notes; returns the findings. */
async function said(script: string, more: { args?: string[]; env?: Record<string, string> } = {}): Promise<string[]> {
  const env = childEnv({ ...more.env, RECIPISA_PLANTED: folder }) as Record<string, string>
  await run(process.execPath, ['-e', script, '--', ...(more.args ?? [])], { env })
  const { found, processes } = summaryOf(readNotes(folder))
  expect(processes).toBeGreaterThan(0)
  return found.map(one => one.replace(/ of \/.*/s, ''))
}

/** A JWT signed like the embedded authority's. */
const jwt = (kind: Kind) =>
  [{ alg: 'RS512', typ: 'JWT' }, { planted: plant(kind) }]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

describe('A-16 G-08 a planted value that is left in a file is found:', () => {
  test('a token in the log, whole or without its head, and one that begins at the end of a piece', () => {
    const line = (token: string) => `{"event":"request-failed","problem":"Bearer ${token}"}\n`
    expect(leftBehind('logs/host.log', line(plant('access')))).toEqual(['access'])
    expect(leftBehind('logs/host.log', line(jwt('access')))).toEqual(['encoded'])
    expect(leftBehind('logs/host.log', line(jwt('access').split('.')[1] ?? ''))).toEqual(['encoded'])
    expect(leftBehind('logs/host.log', line(jwt('access').slice(0, 30)))).toEqual(['encoded'])
    for (const before of [1 << 20, (1 << 20) - 3, (1 << 20) - 12])
      expect(leftBehind('logs/host.log', 'x'.repeat(before) + plant('refresh'))).toEqual(['refresh'])
  })

  test('a client secret in an HTTP Basic header, at any place in it', () => {
    for (const client of ['a', 'ab', 'abc']) {
      const credentials = Buffer.from(`${client}:${plant('secret')}`).toString('base64')
      expect(leftBehind('kept/answer', `authorization: Basic ${credentials}`)).toEqual(['encoded'])
    }
  })

  test('a cookie in the extension’s storage, in the browser’s own spelling', () => {
    const record = (text: Buffer) => Buffer.concat([Buffer.from([1, 0, 7]), text, Buffer.from([0])])
    const place = 'browser/Default/Local Extension Settings/x/000003.log'
    expect(leftBehind(place, record(Buffer.from(plant('cookie'))))).toEqual(['cookie'])
    expect(leftBehind(place, record(Buffer.from(plant('cookie'), 'utf16le')))).toEqual(['cookie'])
  })

  test('a value in the name of a file, and in a database of 10 MB', () => {
    expect(leftBehind(plant('code'), '')).toEqual(['code'])
    const database = Buffer.alloc(10_000_000, 'PLANTE eyJhbGciOi UExBTl ')
    expect(leftBehind('recipisa.db', Buffer.concat([database, Buffer.from(plant('pin'))]))).toEqual(['code', 'pin'])
  })
})

test('H-09 the store’s own file may hold secrets while only its owner can read it', () => {
  expect(leftBehind('secrets.json', plant('refresh'), 0o600)).toEqual([])
  if (process.platform !== 'win32') expect(leftBehind('secrets.json', plant('refresh'), 0o640)).toEqual(['refresh'])
})

describe('A-16 a planted value that a process is given or says is found:', () => {
  test('in its arguments and its environment, where the client secret has one place', async () => {
    expect(await said('', { args: [plant('secret')] })).toEqual(['secret in arguments'])
    expect(await said('', { env: { RECIPISA_CLIENT_SECRET: plant('secret') } })).toEqual(['secret in arguments'])
    expect(await said('', { env: { RECIPISA_TOKENS: plant('refresh') } })).toContain('refresh in environment')
  })

  test('in the arguments of a program that it starts', async () => {
    const script = `require('node:child_process').spawn('true', ['${plant('pin')}'], { env: {} })`
    expect(await said(script)).toContain('pin in arguments of a child')
  })

  test('in a frame to the browser, and in the message of an error that names the code', async () => {
    const code = plant('code')
    const script = `process.stdout.write('${code.slice(0, 12)}'); process.stdout.write('${code.slice(12)}')`
    expect(await said(script)).toContain('code in stdout')
    expect(await said(`console.error(new Error('no token for ${code}'))`)).toContain('code in stderr')
  })
})

// Every project of `npm test` looks for planted values during its own run; the long form counts the places.
if (IS_LONG)
  test('A-16 G-08 H-09 no planted value is in any place that the product writes to or speaks at, in all tests', async () => {
    const begun = performance.now()
    const projects = ['contract', ...(chromiumExecutable() === undefined ? [] : ['browser'])]
    if (projects.includes('browser')) await buildExtension('development', 'chrome')
    // Side by side, as `npm test` runs them: both wait more than they work.
    const summaries: (Summary | undefined)[] = await Promise.all(projects.map(runProject))
    const found = summaries.flatMap(summary => summary?.found ?? ['the run ended without its notes'])
    recordPart({
      part: 'secrets',
      promise:
        'No token, secret, code, cookie or PIN is anywhere but in the credential store, in memory and at the authority',
      ids: ['A-16', 'G-08', 'H-09'],
      unit: 'places',
      tried: summaries.reduce((sum, summary) => sum + (summary ? placesIn(summary) : 0), 0),
      broken: found.length,
      seconds: (performance.now() - begun) / 1000,
    })
    expect(found).toEqual([])
  })
