// Checks that the programs and libraries of a payload match its target computer: programs for
// another system cannot start here, and a wrong one would be noticed only there.
import { open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Failed } from '../tools.mjs'

/** Enough bytes for every header below. */
const HEADER = 4096

const ELF = { 62: 'linux-x64', 183: 'linux-arm64' }
const MACH_O = { 16777223: 'darwin-x64', 16777228: 'darwin-arm64' }
const PE = { 34404: 'win32-x64', 43620: 'win32-arm64' }

/** System and processor of a program or library by its first bytes; undefined if they are unknown. */
export function machineOf(header) {
  if (header.length < 64) return undefined
  if (header.toString('latin1', 0, 4) === '\x7fELF') return ELF[header.readUInt16LE(18)]
  if (header.readUInt32LE(0) === 0xfeedfacf) return MACH_O[header.readUInt32LE(4)]
  if (header.toString('latin1', 0, 2) !== 'MZ') return undefined
  const pe = header.readUInt32LE(0x3c)
  return pe + 6 <= header.length ? PE[header.readUInt16LE(pe + 4)] : undefined
}

/** Throws when Node or a native module of the payload is missing, or is for another system or processor. */
export async function checkBinaries(payload, platform, arch) {
  const entries = await readdir(payload, { recursive: true, withFileTypes: true })
  const files = entries.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const programs = files.filter(file => basename(file) === name)
  const libraries = files.filter(file => file.endsWith('.node'))
  if (programs.length === 0) throw new Failed(`${payload} holds no ${name}`)
  if (libraries.length === 0) throw new Failed(`${payload} holds no native module`)
  for (const file of [...programs, ...libraries]) {
    const machine = machineOf(await headerOf(file))
    if (machine !== `${platform}-${arch}`)
      throw new Failed(`${file} is for ${machine ?? 'an unknown system'}, not for ${platform}-${arch}`)
  }
}

async function headerOf(file) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
