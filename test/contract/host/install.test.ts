import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FrameReader } from '../../../native-host/messaging/frames.ts'
import { CHROME_EXTENSION_ORIGIN, FIREFOX_EXTENSION_ID } from '../../../shared/domain/product.ts'
import { seedMail } from '../../authority/spv/seed.ts'
import { removeFolder } from '../../planted/look.ts'
import { plant } from '../../planted/mark.ts'
import { childEnv, command } from '../support/host.ts'
import { importSession } from '../support/mailbox.ts'
import { openOffice } from '../support/office.ts'

let home: string
const env = () => ({ HOME: home, RECIPISA_DATA_DIR: join(home, 'data') })
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recipisa-home-'))
})
afterEach(() => removeFolder(home))

/** The first message for a browser that starts the installed launcher in this way. */
async function firstMessage(launcher: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(launcher, args, { env: childEnv(env()) })
  const ended = once(child, 'close')
  const reader = new FrameReader()
  try {
    for await (const chunk of child.stdout)
      for (const event of reader.push(chunk as Buffer)) return event.kind === 'message' ? event.value : event
    return undefined
  } finally {
    child.stdin.end()
    await ended
  }
}

test('one command lets every browser start the host, and another takes it back without a trace', async () => {
  const before = readdirSync(home)
  const installed = await command(['host', 'install', '--json'], env())
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  const { files } = installed.json() as { files: string[] }
  const manifests = files.filter(file => file.endsWith('.json'))
  expect(manifests).toHaveLength(7)
  for (const manifest of manifests) {
    const { path } = JSON.parse(readFileSync(manifest, 'utf8')) as { path: string }
    const args = manifest.includes('.mozilla') ? [manifest, FIREFOX_EXTENSION_ID] : [CHROME_EXTENSION_ORIGIN]
    expect(await firstMessage(path, args)).toMatchObject({ event: 'hello' })
  }
  const romanian = await command(['host', 'install'], { ...env(), LC_ALL: 'ro_RO.UTF-8' })
  expect(romanian.stdout).toContain('pot porni programul local')
  expect(romanian.stdout).toMatch(/Pornește cu Node \d+\.\d+\.\d+ \(\//)

  const removed = await command(['host', 'uninstall', '--json'], env())
  expect((removed.json() as { files: string[] }).files.toSorted()).toEqual(files.toSorted())
  rmSync(join(home, 'data'), { recursive: true, force: true })
  expect(readdirSync(home)).toEqual(before)
  expect((await command(['host', 'uninstall'], env())).stdout).toBe('The host was not installed.\n')
})

test('uninstalling deletes the authorization, the sessions and the client secret where one asks for it, and only then', async () => {
  const office = await openOffice({ mail: seedMail({ messages: 1 }) })
  try {
    const own = { ...office.env, HOME: home }
    await importSession(office)
    const secret = plant('secret')
    await command(['profile', 'configure', '--client-secret', '-'], own, secret)
    const kept = () => readFileSync(join(office.dataDir, 'secrets.json'), 'utf8')
    await command(['host', 'uninstall'], own)
    for (const one of ['tokens', 'session-spv', 'client-secret']) expect(kept()).toContain(`"${one}"`)
    const { stdout } = await command(['host', 'uninstall', '--secrets'], own)
    expect(stdout).toContain('have been deleted from this computer.\n')
    expect(JSON.parse(kept())).toEqual({})
  } finally {
    await office.close()
  }
})
