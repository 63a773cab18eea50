import fs from 'node:fs'
import { dirname } from 'node:path'
import { chance } from '../seed.ts'
import type { SimulatedProcess } from './process.ts'

/** SQLite's own files, and those that only help: their names and bytes are not watched. */
const UNWATCHED = /\.(db|lock|holder)$/
const LOG = /[\\/]logs([\\/]|$)/

const noSpace = (call: string, path: string): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${call} '${path}'`), {
    code: 'ENOSPC',
    errno: -28,
    syscall: call,
    path,
  })

/** The system's file calls of one process: each can end it at the plan's point, before, after or in the middle. */
export function createFiles(process: SimulatedProcess) {
  const { machine } = process
  const { disk, random } = machine
  const paths = new Map<number, string>()
  const isWatched = (path: string) => !UNWATCHED.test(path)
  const room = (call: string, path: string) => {
    if (disk.isFull) throw noSpace(call, path)
  }

  const open = (path: string, flags: string | number = 'r', mode?: number): number => {
    process.mustLive()
    const isNew = !fs.existsSync(path)
    const mayCreate = typeof flags === 'string' ? /[wa]/.test(flags) : (flags & fs.constants.O_CREAT) !== 0
    const empties = typeof flags === 'string' ? /w/.test(flags) : (flags & fs.constants.O_TRUNC) !== 0
    if (isNew && mayCreate) room('open', path)
    return process.changing(isNew && mayCreate, `create ${path}`, () => {
      const descriptor = fs.openSync(
        path,
        !isNew && empties && typeof flags === 'string' ? 'r+' : untruncated(flags),
        mode,
      )
      paths.set(descriptor, path)
      process.descriptors.add(descriptor)
      if (isNew && isWatched(path)) disk.created(path)
      if (!isNew && empties) {
        disk.beforeWrite(path, descriptor)
        fs.ftruncateSync(descriptor, 0)
      }
      return descriptor
    })
  }
  const pathOf = (descriptor: number) => paths.get(descriptor) ?? ''
  const close = (descriptor: number) => {
    if (!process.descriptors.delete(descriptor)) return
    fs.closeSync(descriptor)
  }
  /** Writes all or, on a disk that is nearly full, a part; returns how many bytes. */
  const write = (descriptor: number, bytes: Uint8Array, at = 0): number => {
    const path = pathOf(descriptor)
    const rest = bytes.subarray(at)
    const half = rest.subarray(0, rest.length >> 1)
    disk.beforeWrite(path, descriptor)
    if (disk.isFull && (half.length === 0 || chance(random, 60))) throw noSpace('write', path)
    const taken = disk.isFull ? half : rest
    const torn = () => fs.writeSync(descriptor, taken.subarray(0, random.between(0, taken.length)))
    return process.changing(true, `write ${path}`, () => fs.writeSync(descriptor, taken), torn)
  }
  const writeAll = (descriptor: number, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += write(descriptor, bytes, at)
  }
  const sync = (descriptor: number) => {
    const path = pathOf(descriptor)
    process.changing(true, `sync ${path}`, () => {
      if (fs.fstatSync(descriptor).isDirectory()) disk.syncedFolder(path)
      else disk.synced(descriptor)
    })
  }
  const writeFile = (path: string, content: string | Uint8Array, options?: { mode?: number }) => {
    if (!isWatched(path)) {
      process.mustLive()
      room('open', path)
      return fs.writeFileSync(path, content, options)
    }
    const descriptor = open(path, 'w', options?.mode)
    try {
      writeAll(descriptor, typeof content === 'string' ? Buffer.from(content) : content)
    } finally {
      close(descriptor)
    }
  }
  const makeFolder = (path: string, options: fs.MakeDirectoryOptions = {}) => {
    process.mustLive()
    if (LOG.test(path)) return undefined
    const isThere = fs.existsSync(path)
    if (isThere && options.recursive) return undefined
    // It fails as on any machine.
    if (!options.recursive && (isThere || !fs.existsSync(dirname(path)))) return fs.mkdirSync(path, options)
    room('mkdir', path)
    return process.changing(true, `folder ${path}`, () => {
      const first = fs.mkdirSync(path, options)
      for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made)) disk.created(made)
      return first
    })
  }
  const read = (path: string, options?: BufferEncoding) => {
    process.mustLive()
    const told = machine.tell(process, path)
    return told ?? fs.readFileSync(path, { encoding: options ?? null })
  }

  return {
    constants: fs.constants,
    openSync: open,
    closeSync: close,
    writeSync: write,
    fsyncSync: sync,
    readFileSync: read,
    readSync(descriptor: number, piece: Uint8Array) {
      process.mustLive()
      return fs.readSync(descriptor, piece)
    },
    writeFileSync: writeFile,
    mkdirSync: makeFolder,
    appendFileSync: (path: string, text: string) => {
      if (!LOG.test(path)) throw new Error(`not simulated: appendFileSync ${path}`)
      machine.log.push(`${process.name} ${text.trim()}`)
    },
    renameSync(from: string, to: string) {
      process.mustLive()
      process.changing(true, `rename ${to}`, () => disk.rename(from, to))
    },
    rmSync(path: string, options?: { force?: boolean }) {
      process.mustLive()
      if (!fs.existsSync(path)) {
        if (options?.force) return
        fs.rmSync(path)
      }
      process.changing(true, `remove ${path}`, () => disk.remove(path))
    },
    copyFileSync(from: string, to: string) {
      writeFile(to, fs.readFileSync(from))
    },
    ftruncateSync(descriptor: number, size: number) {
      const path = pathOf(descriptor)
      disk.beforeWrite(path, descriptor)
      process.changing(true, `truncate ${path}`, () => fs.ftruncateSync(descriptor, size))
    },
    readdirSync: (path: string) => {
      process.mustLive()
      return fs.readdirSync(path).sort()
    },
    existsSync: (path: string) => {
      process.mustLive()
      return fs.existsSync(path)
    },
    statSync: (path: string, options?: fs.StatSyncOptions) => {
      process.mustLive()
      return LOG.test(path) ? undefined : fs.statSync(path, options)
    },
    fstatSync: fs.fstatSync,
    readlinkSync: (path: string) => machine.tell(process, path) ?? fs.readlinkSync(path),
    chmodSync: (path: string, mode: number) => {
      process.mustLive()
      fs.chmodSync(path, mode)
    },
    writeAll,
  }
}

export type Files = ReturnType<typeof createFiles>

/** Truncation is done apart, once the bytes before it are known. */
const untruncated = (flags: string | number): string | number =>
  typeof flags === 'string' ? flags : flags & ~fs.constants.O_TRUNC

/** The same calls as promises: time passes before each, and other processes work meanwhile. */
export function createAsyncFiles(process: SimulatedProcess, files: Files) {
  const later = async <T>(work: () => T): Promise<T> => {
    await process.pass()
    const done = await process.orNever(work)
    await process.pass()
    return done
  }
  return {
    mkdir: (path: string, options: fs.MakeDirectoryOptions = {}) => later(() => files.mkdirSync(path, options)),
    readdir: (path: string) => later(() => files.readdirSync(path)),
    readFile: (path: string, options?: BufferEncoding) => later(() => files.readFileSync(path, options)),
    rename: (from: string, to: string) => later(() => files.renameSync(from, to)),
    rm: (path: string, options?: { force?: boolean }) => later(() => files.rmSync(path, options)),
    stat: (path: string) => later(() => files.statSync(path)),
    // A drive of its own: no number of a network drive.
    statfs: () => later(() => ({ type: 0 })),
    chmod: (path: string, mode: number) => later(() => files.chmodSync(path, mode)),
    open: async (path: string, flags?: string | number, mode?: number) => {
      const descriptor = await later(() => files.openSync(path, flags, mode))
      return {
        fd: descriptor,
        writeFile: (bytes: Uint8Array | string) =>
          later(() => files.writeAll(descriptor, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)),
        sync: () => later(() => files.fsyncSync(descriptor)),
        close: () => later(() => files.closeSync(descriptor)),
      }
    },
  }
}
