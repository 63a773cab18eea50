// Preloaded into every program under test (test/planted/watched.ts): searches for planted values in what a process was
// started with, in what it starts others with, and in all its output.
import { subscribe } from 'node:diagnostics_channel'
import type { Writable } from 'node:stream'
import { isMainThread } from 'node:worker_threads'
import { createFinder, findPlanted } from './find.ts'
import { notesFolder, takeNote } from './notes.ts'

/** The person's way to give the program its client secret without a page. */
const GIVEN = /^RECIPISA_CLIENT_SECRET=/

const folder = notesFolder()
if (folder !== undefined && isMainThread) watch(folder)

function watch(folder: string): void {
  const program = process.argv.join(' ').slice(0, 300)
  const report = (kinds: Iterable<string>, place: string) => {
    for (const kind of kinds) takeNote(folder, { what: 'found', kind, place: `${place} of ${program}` })
  }
  const look = (args: readonly string[], env: readonly string[], whose: string) => {
    report(findPlanted(Buffer.from(args.join('\0'))), `arguments${whose}`)
    report(findPlanted(Buffer.from(env.filter(pair => !GIVEN.test(pair)).join('\0'))), `environment${whose}`)
  }

  takeNote(folder, { what: 'process', program })
  const own = Object.entries(process.env).map(([name, value]) => `${name}=${value}`)
  look([...process.execArgv, ...process.argv], own, '')
  subscribe('tracing:child_process.spawn:start', message => {
    const { args, envPairs } = (message as { options: { args?: string[]; envPairs?: string[] } }).options
    look(args ?? [], envPairs ?? [], ' of a child')
  })
  for (const name of ['stdout', 'stderr'] as const) whenUsed(name, stream => listen(stream, name))

  function listen(stream: Writable, name: string) {
    const find = createFinder()
    const write = stream.write
    let hasSpoken = false
    stream.write = (...args: [chunk: string | Uint8Array, ...unknown[]]): boolean => {
      if (!hasSpoken) takeNote(folder, { what: 'output' })
      hasSpoken = true
      const [chunk] = args
      report(
        find(
          typeof chunk === 'string'
            ? Buffer.from(chunk)
            : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
        ),
        name,
      )
      return Reflect.apply(write, stream, args)
    }
  }
}

/** Most processes leave one of the two unused, and a stream takes time to open. */
function whenUsed(name: 'stdout' | 'stderr', prepare: (stream: Writable) => void): void {
  const { get } = Object.getOwnPropertyDescriptor(process, name) ?? {}
  if (!get) return
  let stream: Writable | undefined
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      if (stream === undefined) {
        stream = get.call(process) as Writable
        prepare(stream)
      }
      return stream
    },
  })
}
