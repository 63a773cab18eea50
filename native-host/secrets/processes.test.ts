import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SecretName } from './secrets.ts'
import { dataDir, folderForEach, inFile, secretsFile } from './secrets-folder.fixture.ts'

folderForEach()

describe('without a credential store', () => {
  test('H-09 secrets lie in a file that only its owner can read, and keptIn says so', async () => {
    const secrets = await inFile()
    expect(secrets.keptIn).toBe('owner-only-file')
    await secrets.set('tokens', '{"access":"a"}')
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600)
    expect(await (await inFile()).get('tokens')).toBe('{"access":"a"}')
  })

  test('H-09 a mode that became wider is taken back', async () => {
    chmodSync(dataDir, 0o755)
    const secrets = await inFile()
    await secrets.set('tokens', 'a')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    chmodSync(secretsFile(), 0o644)
    expect(await secrets.get('tokens')).toBe('a')
    expect(statSync(secretsFile()).mode & 0o777).toBe(0o600)
  })

  test('secrets of another authority or application are hidden', async () => {
    await (await inFile('one')).set('tokens', '1')
    await (await inFile('two')).set('tokens', '2')
    expect(await (await inFile('one')).get('tokens')).toBe('1')
    await (await inFile('two')).delete('tokens')
    expect(await (await inFile('two')).get('tokens')).toBeUndefined()
    expect(await (await inFile('one')).get('tokens')).toBe('1')
  })

  test('writes at the same time lose nothing', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => inFile(`scope ${index}`)))
    await Promise.all(all.flatMap(one => [one.set('tokens', 'x'), one.set('client-secret', 'y')]))
    for (const one of all) expect([await one.get('tokens'), await one.get('client-secret')]).toEqual(['x', 'y'])
  })

  test('a process that is killed in the middle of a change blocks nobody, and loses nothing', async () => {
    const secrets = await inFile('s')
    await secrets.set('tokens', 'a')
    const child = await stoppedChild('session-spv', 'x')
    child.kill('SIGKILL')
    await secrets.set('client-secret', 'b')
    expect([await secrets.get('tokens'), await secrets.get('client-secret')]).toEqual(['a', 'b'])
    expect(await secrets.get('session-spv')).toBeUndefined()
  })

  test('H-08 a process that slept in the middle of a change does not bring old secrets back', async () => {
    const secrets = await inFile('s')
    await secrets.set('tokens', 'old')
    const child = await stoppedChild('session-spv', 'x')
    const ended = once(child, 'exit')
    const kept = secrets.set('tokens', 'new')
    // Long enough for a process that takes a silent holder for dead to take the lock.
    await Promise.race([kept, wait(4000)])
    child.kill('SIGCONT')
    await Promise.all([kept, ended])
    expect([await secrets.get('tokens'), await secrets.get('session-spv')]).toEqual(['new', 'x'])
  })

  test('A-16 a damaged file is named, quoted nowhere, and left as it is', async () => {
    const damaged = '{"s": {"tokens": "hunter2"'
    writeFileSync(secretsFile(), damaged, { mode: 0o600 })
    const secrets = await inFile()
    for (const work of [() => secrets.get('tokens'), () => secrets.set('tokens', 'a'), () => secrets.delete('tokens')])
      await expect(work()).rejects.toMatchObject({
        reason: 'secrets-damaged',
        params: { path: secretsFile() },
        message: expect.not.stringContaining('hunter2'),
      })
    expect(readFileSync(secretsFile(), 'utf8')).toBe(damaged)
  })
})

/** A process stopped in the middle of writing a value to the file. */
async function stoppedChild(name: SecretName, value: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'child.fixture.ts')
  const child = spawn(process.execPath, [program, dataDir, name, value], { stdio: 'inherit' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  // The state follows the name, which can contain anything (proc(5)).
  const state = () => readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ').at(-1)?.[0]
  await expect.poll(state).toBe('T')
  return child
}

const hasSecretService = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  program => spawnSync('which', [program]).status === 0,
)

/** A session bus of our own, which starts no services. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

const PROGRAM = `
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { openSecrets } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
const [dataDir, mode, isSilent] = process.argv.slice(1)
const open = () => openSecrets({ dataDir, scope: 's', platform: 'linux' })
const before = (await open()).keptIn
const keyring = spawn('gnome-keyring-daemon', [mode, '--components=secrets', '--foreground'], { stdio: ['pipe', 'ignore', 'ignore'] })
keyring.stdin.end('password')
// Whatever goes wrong, no process stays behind.
setTimeout(() => process.exit(1), 40_000).unref()
process.on('exit', () => keyring.kill('SIGKILL'))
// The daemon takes its name on the bus a moment after its start, and unlocks the store a moment later.
const until = async condition => {
  while (!(await condition())) await wait(20)
}
let secrets
await until(async () => (secrets = await open()).keptIn === 'credential-store')
const outcome = { before, keptIn: secrets.keptIn }
if (mode === '--unlock') await until(() => secrets.set('client-secret', 'x').then(() => true, () => false))
try {
  outcome.found = await secrets.get('tokens')
  await secrets.set('tokens', 'x'.repeat(6000))
  outcome.length = (await secrets.get('tokens')).length
} catch (error) {
  outcome.reason = error.reason ?? String(error)
}
if (isSilent) {
  keyring.kill('SIGSTOP')
  outcome.whileSilent = await open().then(({ keptIn }) => keptIn, ({ reason }) => reason)
}
console.log(JSON.stringify(outcome))
process.exit()
`

test.skipIf(!hasSecretService)(
  'H-09 the Secret Service stores secrets, and throws while it is locked or silent (needs gnome-keyring and dbus)',
  { timeout: 150_000 },
  () => {
    const bus = join(dataDir, 'bus.conf')
    writeFileSync(bus, BUS)
    const run = (...mode: string[]) => {
      const program = ['--input-type=module', '-e', PROGRAM, '--', dataDir, ...mode]
      const { stdout, stderr } = spawnSync(
        'dbus-run-session',
        [`--config-file=${bus}`, '--', process.execPath, ...program],
        { encoding: 'utf8', timeout: 45_000, env: { PATH: process.env.PATH, HOME: dataDir, XDG_RUNTIME_DIR: dataDir } },
      )
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    }
    expect(run('--unlock')).toEqual({ before: 'owner-only-file', keptIn: 'credential-store', length: 6000 })
    expect(run('--unlock')).toMatchObject({ found: 'x'.repeat(6000) })
    expect(run('--unlock', 'silent')).toMatchObject({ keptIn: 'credential-store', whileSilent: 'secret-store' })
    expect(run('--start')).toMatchObject({ keptIn: 'credential-store', reason: 'secret-store' })
    expect(existsSync(secretsFile())).toBe(false)
  },
)
