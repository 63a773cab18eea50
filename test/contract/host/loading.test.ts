import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../authority/profile.ts'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env, HostProcess } from '../support/host.ts'

/** The dependencies of the slow parts: for each, a module of Node or a package that only this part uses. */
const SLOW = {
  wire: (loaded: Loaded) => loaded.builtIn.includes('http'),
  database: (loaded: Loaded) => loaded.builtIn.includes('sqlite'),
  'credential store': (loaded: Loaded) => loaded.packages.some(path => path.includes('keyring')),
}
type Loaded = { builtIn: string[]; packages: string[] }

let folder: string
let env: Env
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-loading-'))
  const hook = new URL('../support/record-loaded.ts', import.meta.url)
  env = { RECIPISA_DATA_DIR: join(folder, 'data'), RECORD_LOADED: folder, NODE_OPTIONS: `--import ${hook.href}` }
})
afterEach(() => removeFolder(folder))

/** The slow parts that this test's one process has loaded. */
function loadedParts(): string[] {
  const files = readdirSync(folder).filter(name => /^\d+\.json$/.test(name))
  expect(files).toHaveLength(1)
  const loaded = JSON.parse(readFileSync(join(folder, files[0] ?? ''), 'utf8')) as Loaded
  return Object.entries(SLOW).flatMap(([part, isLoaded]) => (isLoaded(loaded) ? [part] : []))
}

test.each([
  ['the version', ['--version'], 0],
  ['the help', ['--help'], 0],
  ["an area's help", ['invoices', '--help'], 0],
  ["a command's help", ['help', 'mailbox'], 0],
  ['wrong usage', ['invoices', 'list', '--colour'], 2],
  ['a completion', ['completion', 'bash'], 0],
])('%s loads no slow part of the program', async (_what, args, code) => {
  expect((await command(args, env)).code).toBe(code)
  expect(loadedParts()).toEqual([])
})

test('a command that only reads the archive loads the database and not the wire', async () => {
  expect((await command(['invoices', 'list'], env)).code).toBe(0)
  expect(loadedParts()).toEqual(['database'])
})

test('a command that calls the authority loads the wire', async () => {
  const profile = join(folder, 'profile.json')
  // Port 9 of this machine refuses every connection.
  writeFileSync(profile, JSON.stringify({ environment: 'test', ...endpoints(9) }))
  const { code } = await command(['companies', 'lookup', '14399840'], { ...env, RECIPISA_PROFILE: profile })
  expect(code).toBe(1)
  expect(loadedParts()).toContain('wire')
})

test('a host that was asked for nothing that needs the authority has not loaded the wire', async () => {
  const host = new HostProcess(env)
  await host.request('invoices.list', {})
  expect(await host.close()).toBe(0)
  expect(loadedParts()).not.toContain('wire')
})
