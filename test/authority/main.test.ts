import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const start = (...args: string[]) => spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args])

test('the program says where everything is, and takes its temporary folder away when it is stopped', async () => {
  const program = start('--json', '--companies', '3', '--invoices', '5')
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string]
  const told = JSON.parse(line)
  expect(told.companies).toHaveLength(3)
  expect(JSON.parse(readFileSync(told.profilePath, 'utf8'))).toEqual(told.profile)
  expect(readFileSync(told.profile.ca, 'utf8')).toContain('BEGIN CERTIFICATE')
  expect(line).not.toContain(readFileSync(told.clientSecret, 'utf8'))
  program.kill('SIGTERM')
  const [code] = await once(program, 'exit')
  expect(code).toBe(0)
  expect(existsSync(told.folder)).toBe(false)
})

test('a wrong command line ends with 2 and the usage', async () => {
  for (const args of [
    ['--prt', '1'],
    ['--port', 'x'],
    ['--environment', 'live'],
  ]) {
    const program = start(...args)
    const [[code], message] = await Promise.all([once(program, 'exit'), text(program.stderr)])
    expect(code).toBe(2)
    expect(message).toContain('npm run authority')
  }
})
