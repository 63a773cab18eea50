import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeFrame } from '../../../native-host/messaging/frames.ts'
import { CHROME_EXTENSION_ID, FIREFOX_EXTENSION_ID, PROTOCOL_VERSION, VERSION } from '../../../shared/domain/product.ts'
import { Hello, MAX_FRAME_FROM_HOST } from '../../../shared/protocol/envelope.ts'
import { removeFolder } from '../../planted/look.ts'
import { command, type Env, HostProcess } from '../support/host.ts'

let folder: string
let env: Env
const hosts: HostProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-messaging-'))
  env = { RECIPISA_DATA_DIR: join(folder, 'data') }
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.close()))
  removeFolder(folder)
})

function startHost(args?: readonly string[]): HostProcess {
  const host = new HostProcess(env, args)
  hosts.push(host)
  return host
}
const header = (length: number) => Buffer.from(new Uint32Array([length]).buffer)

describe('a host without any configuration', () => {
  test('the host speaks first, with its version and the protocol’s', async () => {
    const host = startHost()
    const { params } = await host.message(one => one.event === 'hello')
    expect(v.parse(Hello, params)).toMatchObject({ version: VERSION, protocol: PROTOCOL_VERSION })
    expect(host.messages[0]?.event).toBe('hello')
  })

  test('Firefox starts it with the manifest’s path and the add-on’s id', async () => {
    const manifest = '/home/ana/.mozilla/native-messaging-hosts/ro.recipisa.host.json'
    const host = startHost([manifest, FIREFOX_EXTENSION_ID])
    expect((await host.request('profile.get', {})).environment).toBe('prod')
  })

  test.each([
    ['another extension in Chromium', [`chrome-extension://${'a'.repeat(32)}/`]],
    ['an address that only begins as ours does', [`chrome-extension://${CHROME_EXTENSION_ID}.example/`]],
    ['the same id with another scheme', [`other-extension://${CHROME_EXTENSION_ID}/`]],
    [
      'another add-on in Firefox',
      ['/home/ana/.mozilla/native-messaging-hosts/ro.recipisa.host.json', 'strange@example'],
    ],
    ['a manifest that names no add-on', ['/home/ana/.mozilla/native-messaging-hosts/ro.recipisa.host.json']],
  ])(
    'H-06 the host answers its own extension only: %s gets nothing, an exit code and a line in the log',
    async (_, args) => {
      const host = startHost(args)
      host.send({ id: 1, method: 'profile.get', params: {} })
      expect(await host.exited).toBe(4)
      expect(host.messages).toEqual([])
      expect(host.stderr).toContain(args.at(-1))
      // Whoever has an installer has no npx.
      expect(host.stderr).toContain('or run "recipisa host install"')
      const log = readFileSync(join(folder, 'data', 'logs', 'host.log'), 'utf8')
      expect(JSON.parse(log)).toMatchObject({ event: 'caller-refused', caller: args })
    },
  )

  test('started on a terminal, it is the command line', async () => {
    const { code, json } = await command(['auth', 'status', '--json'], env)
    expect({ code, answer: json() }).toMatchObject({ code: 0, answer: { state: 'disconnected' } })
  })

  test('H-02 unknown methods and wrong parameters give a typed error and the host lives on', async () => {
    const host = startHost()
    const unknown = await host.refusal('profile.destroy' as 'profile.get', {})
    expect(unknown).toMatchObject({ code: 'invalid-input', details: { reason: 'method-unknown' } })
    for (const method of ['toString', '__proto__', 'constructor'])
      expect(await host.refusal(method as 'profile.get', {})).toMatchObject({ code: 'invalid-input' })
    const wrong = await host.refusal('invoices.list', { limit: 'many' } as never)
    expect(wrong).toMatchObject({ code: 'invalid-input', details: { params: { method: 'invoices.list' } } })
    expect(await host.refusal('profile.get', { extra: 1 } as never)).toMatchObject({ code: 'invalid-input' })
    expect(await host.request('profile.get', {})).toMatchObject({ environment: 'prod', file: null })
  })

  test('H-02 many requests at once are each answered once', async () => {
    const host = startHost()
    const answers = await Promise.all(Array.from({ length: 200 }, () => host.start('companies.list', {}).answer))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(200)
    expect(answers.every(({ result }) => result !== undefined)).toBe(true)
  })

  test('H-03 frames that are no messages are refused and the host lives on', async () => {
    const host = startHost()
    host.write(encodeFrame('{"id":1,'))
    host.write(Buffer.concat([header(3), Buffer.from([0xff, 0xfe, 0xfd])]))
    host.write(header(0))
    host.send(null)
    host.send([{ id: 1, method: 'profile.get' }])
    host.send({ id: 'x', method: 'profile.get' })
    host.send({ id: 7, method: 5 })
    expect((await host.request('profile.get', {})).environment).toBe('prod')
    const refused = host.messages.filter(one => one.error)
    expect(refused.map(({ id }) => id)).toEqual([0, 0, 0, 0, 0, 0, 7])
    for (const { error } of refused) expect(error).toMatchObject({ details: { reason: 'frame-invalid' } })
  })

  test('H-03 a huge frame is refused and ends the host cleanly', async () => {
    const host = startHost()
    host.write(Buffer.concat([header(0x7fff_ffff), Buffer.from('{"id":1}')]))
    const { error } = await host.message(one => one.id === 0)
    expect(error?.message).toContain(String(0x7fff_ffff))
    expect(await host.exited).toBe(0)
  })

  test('H-03 a frame that breaks off ends with the port, and the host does not hang', async () => {
    const host = startHost()
    host.write(Buffer.concat([header(1000), Buffer.from('{"id":1,"method":')]))
    expect(await host.close()).toBe(0)
  })

  test('H-03 noise never hangs or crashes the host', async () => {
    let seed = 42
    const noise = Buffer.from(Array.from({ length: 4096 }, () => (seed = (seed * 1_103_515_245 + 12_345) % 256)))
    const host = startHost()
    for (let at = 0; at < noise.length; at += 512)
      host.write(Buffer.concat([header(512), noise.subarray(at, at + 512)]))
    expect((await host.request('profile.get', {})).environment).toBe('prod')
    host.write(noise)
    expect(await host.close()).toBe(0)
  })

  test('H-01 messages towards the host may be far larger than those from it', async () => {
    const host = startHost()
    const error = await host.refusal('companies.add', { cui: `9${'9'.repeat(8 * MAX_FRAME_FROM_HOST)}` })
    expect(error).toMatchObject({ code: 'invalid-input', details: { reason: 'cui-invalid' } })
    expect(error.message.length).toBeLessThan(200)
  })

  test('H-05 stdout carries frames only and the log says what happened', async () => {
    const host = startHost() // it throws on anything else on stdout
    await host.request('profile.get', {})
    host.write(encodeFrame('nonsense'))
    await host.message(one => one.id === 0)
    expect(await host.close()).toBe(0)
    const log = readFileSync(join(folder, 'data', 'logs', 'host.log'), 'utf8')
    const events = log
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).event)
    expect(events).toEqual(expect.arrayContaining(['host-started', 'frame-invalid', 'host-ended']))
  })
})
