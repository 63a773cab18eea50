import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBinaries, machineOf } from './binaries.mjs'

let payload: string
beforeEach(async () => {
  payload = await mkdtemp(join(tmpdir(), 'recipisa-payload-'))
})
afterEach(() => rm(payload, { recursive: true }))

/** The first bytes of a program, with numbers at their places (bytes given in order). */
function header(places: Record<number, readonly number[]>): Buffer {
  const bytes = Buffer.alloc(256)
  for (const [place, values] of Object.entries(places)) Buffer.from(values).copy(bytes, Number(place))
  return bytes
}

const ELF = [0x7f, 0x45, 0x4c, 0x46]
const MACHINES = {
  'linux-x64': header({ 0: ELF, 18: [0x3e, 0] }),
  'linux-arm64': header({ 0: ELF, 18: [0xb7, 0] }),
  'darwin-x64': header({ 0: [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1] }),
  'darwin-arm64': header({ 0: [0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1] }),
  'win32-x64': header({ 0: [0x4d, 0x5a], 60: [0x80, 0], 128: [0x50, 0x45, 0, 0, 0x64, 0x86] }),
}

async function put(name: string, bytes: Buffer): Promise<void> {
  const file = join(payload, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

const LIBRARY = 'node_modules/@napi-rs/keyring/keyring.node'

test('a program says by its first bytes for which system and processor it is', () => {
  for (const [machine, bytes] of Object.entries(MACHINES)) expect(machineOf(bytes)).toBe(machine)
  expect(machineOf(Buffer.from('#!/bin/sh\n'))).toBeUndefined()
  expect(machineOf(Buffer.alloc(256))).toBeUndefined()
  // The header points outside the bytes read.
  expect(machineOf(header({ 0: [0x4d, 0x5a], 60: [0xff, 0xff, 0xff, 0x7f] }))).toBeUndefined()
})

test('a payload whose program or library is missing or is for another computer is not packaged', async () => {
  await expect(checkBinaries(payload, 'linux', 'arm64')).rejects.toThrow('holds no node')
  await put('node', MACHINES['linux-arm64'])
  await expect(checkBinaries(payload, 'linux', 'arm64')).rejects.toThrow('holds no native module')
  await put(LIBRARY, MACHINES['linux-x64'])
  await expect(checkBinaries(payload, 'linux', 'arm64')).rejects.toThrow(`${LIBRARY} is for linux-x64`)
  await put(LIBRARY, MACHINES['linux-arm64'])
  await checkBinaries(payload, 'linux', 'arm64')
  await expect(checkBinaries(payload, 'win32', 'x64')).rejects.toThrow('holds no node.exe')
})
