import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env } from '../support/host.ts'

let folder: string
let env: Env
const profile = () => join(folder, 'profile.json')
const secrets = () => join(folder, 'data', 'secrets.json')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-secrets-'))
  env = { RECIPISA_DATA_DIR: join(folder, 'data'), RECIPISA_PROFILE: profile() }
  mkdirSync(join(folder, 'data'))
})
afterEach(() => removeFolder(folder))

const configure = (clientId: string, secret: string) =>
  command(['profile', 'configure', '--client-id', clientId, '--client-secret', '-', '--json'], env, `${secret}\n`)

test('while the secrets cannot be stored, a new application does not take the place of the old one', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const [before, kept] = [readFileSync(profile(), 'utf8'), readFileSync(secrets(), 'utf8')]
  writeFileSync(secrets(), kept.slice(0, -10))
  const refused = await configure('second', 'secret-2')
  expect([refused.code, refused.json()]).toMatchObject([
    1,
    { error: { details: { reason: 'secrets-damaged', params: { path: secrets() } } } },
  ])
  expect(readFileSync(profile(), 'utf8')).toBe(before)
  expect(readFileSync(secrets(), 'utf8')).toBe(kept.slice(0, -10))
  writeFileSync(secrets(), kept)
  expect((await configure('second', 'secret-2')).json()).toMatchObject({ clientId: 'second', hasClientSecret: true })
})

test('a secret that comes with a wrong profile is not stored either', async () => {
  expect((await configure('first', 'secret-1')).code).toBe(0)
  const kept = readFileSync(secrets(), 'utf8')
  const args = ['profile', 'configure', '--redirect-uri', 'http://localhost/callback', '--client-secret', '-', '--json']
  expect((await command(args, env, 'secret-2\n')).code).not.toBe(0)
  expect(readFileSync(secrets(), 'utf8')).toBe(kept)
})
