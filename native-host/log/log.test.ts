import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createRedactor } from './redact.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function logIn(maxBytes?: number) {
  const folder = join(mkdtempSync(join(tmpdir(), 'recipisa-log-')), 'logs')
  folders.push(join(folder, '..'))
  const redactor = createRedactor()
  const log = createLog({ folder, redactor, now: () => 0, pid: 7, ...(maxBytes ? { maxBytes } : {}) })
  return { folder, redactor, log }
}

test('H-05 the log rotates and never exceeds its files', () => {
  const { folder, log } = logIn(2_000)
  for (let n = 0; n < 500; n++) log.info('line', { n, text: 'x'.repeat(50) })
  expect(readdirSync(folder).sort()).toEqual(['host.1.log', 'host.2.log', 'host.log'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(2_200)
  const last = readFileSync(log.file, 'utf8').trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ event: 'line', n: 499, pid: 7, level: 'info' })
})

test('H-05 a secret with quotes and backslashes is redacted in the JSON of a line', () => {
  const { log, redactor } = logIn()
  const password = 'pa"role\\cu-semne'
  redactor.register(password)
  log.warn('refused', { problem: `the password ${password} is wrong` })
  const { problem } = JSON.parse(readFileSync(log.file, 'utf8')) as { problem: string }
  expect(problem).toBe('the password ‹hidden› is wrong')
})

test('H-05 a token in JSON that is quoted as text is hidden, whole, and what comes after it stays', () => {
  const { log } = logIn()
  const answer = JSON.stringify({ access_token: 'opaque value', kept: 'yes' })
  log.warn('odd', { answer, deeper: JSON.stringify({ answer }) })
  const { answer: shown, deeper } = JSON.parse(readFileSync(log.file, 'utf8')) as Record<string, string>
  expect(shown).toBe('{"access_token":"‹hidden›","kept":"yes"}')
  expect(JSON.parse(deeper ?? '')).toEqual({ answer: shown })
})

test('H-05 of two secrets of which one begins with the other, both are hidden whole', () => {
  const { log, redactor } = logIn()
  redactor.register('parola')
  redactor.register('parola-lunga')
  log.warn('refused', { problem: 'parola-lunga, parola' })
  expect(JSON.parse(readFileSync(log.file, 'utf8'))).toMatchObject({ problem: '‹hidden›, ‹hidden›' })
})

test('H-05 secrets are redacted, also in an error and its cause', () => {
  const { log, redactor } = logIn()
  redactor.register('very-secret-value')
  log.error('failed', {
    error: new Error('with very-secret-value', { cause: new Error('Bearer abcdefghijkl') }),
    token: 'very-secret-value',
  })
  const text = readFileSync(log.file, 'utf8')
  expect(text).not.toContain('very-secret-value')
  expect(text).not.toContain('abcdefghijkl')
  expect(text).toContain('"event":"failed"')
})

test('only its owner can read the log', () => {
  const { folder, log } = logIn()
  log.info('start')
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(log.file).mode & 0o077).toBe(0)
})
