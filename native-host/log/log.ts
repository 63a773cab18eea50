import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Redactor } from './redact.ts'

/** Fields of a line: plain values, or errors with their stack. */
export type LogFields = Readonly<Record<string, unknown>>

/** The host's log: JSON lines in a file to which several processes append. The log never writes to stdout (H-05). */
export type Log = {
  readonly file: string
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

type Options = {
  folder: string
  redactor: Redactor
  now: () => number
  pid: number
  /** Size at which the file is rotated, bytes. */
  maxBytes?: number
  /** Number of files to keep, the current one included. */
  files?: number
}

/**
 * Creates a log of at most `files` × `maxBytes` (3 × 1 MB). Each line is one append, so lines of several processes do
 * not mix. A failure to write never stops the work; the first one goes to stderr.
 */
export function createLog({ folder, redactor, now, pid, maxBytes = 1_000_000, files = 3 }: Options): Log {
  const file = join(folder, 'host.log')
  let failed = false

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: LogFields = {}) => {
    const line = { at: new Date(now()).toISOString(), pid, level, event, ...fields }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (sizeOf(file) >= maxBytes) rotate(file, files)
      appendFileSync(file, `${redactor.redact(JSON.stringify(line, plain))}\n`, { mode: 0o600 })
    } catch (error) {
      if (!failed) process.stderr.write(`recipisa: the log ${file} cannot be written: ${String(error)}\n`)
      failed = true
    }
  }
  return {
    file,
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** host.log → host.1.log → host.2.log. If another process rotates at the same time, a file is already gone. */
function rotate(file: string, files: number) {
  const nameOf = (n: number) => (n === 0 ? file : file.replace(/\.log$/, `.${n}.log`))
  for (let n = files - 2; n >= 0; n--) {
    try {
      renameSync(nameOf(n), nameOf(n + 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value
  return { stack: value.stack, ...value, ...(value.cause === undefined ? {} : { cause: value.cause }) }
}
