import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder } from '../../planted/look.ts'
import { plant } from '../../planted/mark.ts'
import { childEnv, command, type Env, PROGRAM } from '../support/host.ts'

/** Nothing listens there: a seat that asked for a password goes on to this address. */
const ADDRESS = 'postgres://ana@127.0.0.1:1/birou'
const JOIN = ['office', 'join', ADDRESS]

let folder: string
let env: Env
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-ask-'))
  env = { RECIPISA_DATA_DIR: join(folder, 'data') }
})
afterAll(() => removeFolder(folder))

test('a password that nobody can type and that is not piped is asked for on standard input', async () => {
  const told = await command([...JOIN, '--json'], env)
  expect([told.code, told.json()]).toMatchObject([2, { error: { details: { reason: 'password-needed' } } }])
  const inRomanian = await command(JOIN, { ...env, LANG: 'ro_RO.UTF-8' })
  expect(inRomanian.stderr).toContain('Comanda cere o parolă, dar aici nu o poate scrie nimeni.')
  const secondOne = await command([...JOIN, '--s3-key-id', 'x', '--json'], env, 'one line\n')
  expect(secondOne.json()).toMatchObject({ error: { details: { reason: 'argument-invalid' } } })
})

// A new session has no /dev/tty, as on Windows; its standard input is a terminal all the same.
test.skipIf(process.platform !== 'linux')('without /dev/tty the terminal asks on standard input, unseen', async () => {
  const answers = new Map([
    ['Password: ', plant('pin')],
    ['S3 store: ', plant('secret')],
  ])
  const secrets = [...answers.values()]
  const line = `setsid --wait '${process.execPath}' '${PROGRAM}' ${JOIN.join(' ')} --s3-key-id x --json`
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: childEnv(env), detached: true })
  let shown = ''
  child.stdout.on('data', chunk => {
    shown += chunk
    for (const [prompt, answer] of answers) {
      if (!shown.includes(prompt)) continue
      answers.delete(prompt)
      child.stdin.write(`${answer}\r`)
    }
  })
  const [code] = await once(child, 'close')
  expect([code, shown]).toEqual([1, expect.stringContaining('"office-unreachable"')])
  expect(secrets.filter(secret => shown.includes(secret))).toEqual([])
})

test('a kept password that cannot be read any more counts as lost, and no error quotes it', async () => {
  const dataDir = join(folder, 'seat')
  mkdirSync(dataDir)
  const office = { url: ADDRESS, seat: 'Ana', documents: 'opened' }
  writeFileSync(join(dataDir, 'profile.json'), JSON.stringify({ office }))
  const secret = plant('secret')
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ [`office ${ADDRESS}`]: { office: secret } }))
  const keep = ['office', 'keep', '--s3-key-id', 'x', '--json']
  const { stdout } = await command(keep, { RECIPISA_DATA_DIR: dataDir }, `${plant('pin')}\n`)
  expect(stdout).toContain('"office-password-missing"')
  expect(stdout).not.toContain(secret.slice(0, 8))
})
